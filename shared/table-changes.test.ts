import { expect, it } from 'vitest'
import { cellsOf } from './table-changes.ts'

it.each([
  ['a row', '| a | b |', ['a', 'b']],
  ['a row without pipes at its ends', 'a | b', ['a', 'b']],
  ['an empty cell', '| a | |', ['a', '']],
  ['an escaped pipe', String.raw`| a \| b | c\| |`, [String.raw`a \| b`, String.raw`c\|`]],
  ['an escaped pipe in code', '| `a\\|b` | c |', ['`a\\|b`', 'c']],
  ['a bare pipe in code', '| `a|b` | ``c|`d`` |', ['`a\\|b`', '``c\\|`d``']],
  ['backticks that no other closes', '| it`s | a `` b |', ['it`s', 'a `` b']],
  ['an escaped backtick', '| \\`a | b` |', ['\\`a', 'b`']],
])('%s', (_, row, cells) => {
  expect(cellsOf(row)).toEqual(cells)
})

it('delimiters of code that nothing closes stay in their cell', () => {
  const row = Array.from({ length: 600 }, (_, at) => '`'.repeat(at + 1)).join(' ')
  expect(cellsOf(row)).toEqual([row])
})
