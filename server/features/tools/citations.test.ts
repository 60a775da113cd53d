import { expect, it } from 'vitest'
import type { ReadSource } from '#shared/tools.ts'
import { citedIn, createCitations, sourceList } from './citations.ts'

const source = (url: string, more: Partial<ReadSource> = {}): ReadSource => ({
  kind: 'web',
  name: 'Hours [new]',
  url,
  characters: 10,
  facts: [{ fact: 'It opens at 9.', quote: 'It opens at 9.' }],
  date: '2026-05-01',
  read_on: '2026-11-24',
  ...more,
})
const sources = [source('https://a.example.com/x'), source('https://b.example.com/y_(z)')]
const a = '[(1)](https://a.example.com/x)'
const b = '[(2)](https://b.example.com/y_%28z%29)'

/** The output for a model whose deltas have this length. */
function write(text: string, length: number, of: ReadSource[] = sources): string {
  const citations = createCitations(of)
  const deltas = text.match(new RegExp(`[\\s\\S]{1,${length}}`, 'g')) ?? []
  return deltas.map((delta) => citations.add(delta)).join('') + citations.end()
}

it.each([1, 2, 3, 7, 1000])(
  'marks become links to their sources, also in deltas of %i characters',
  (length) => {
    expect(write('It opens at 9. [^1] A card is free.[^1, 2]\n', length)).toBe(
      `It opens at 9.${a} A card is free.${a}${b}\n`,
    )
    expect(write('| 9 [^2] | [ ] |', length)).toBe(`| 9${b} | [ ] |`)
  },
)

it('numbers without a source are removed, and other brackets stay', () => {
  expect(write('Nine.[^3] [e.g. 12] ten [^', 4)).toBe('Nine. [e.g. 12] ten [^')
  expect(write('Nine.[^9,1]', 4)).toBe(`Nine.${a}`)
})

it('a text without research is passed on unchanged', () => {
  expect(write('Nine.[^1] [', 3, [])).toBe('Nine.[^1] [')
})

it('the list at the end has each cited source once, under its number', () => {
  const text = `It opens at 9.${b}`
  const list = sourceList(text, sources, 'English')
  expect(list).toBe(
    '\n\n## Sources\n\n- (2) [Hours (new)](https://b.example.com/y_%28z%29), b.example.com, 2026-05-01, read on 2026-11-24',
  )
  expect(sourceList(text + list, sources, 'English')).toBe('')
  expect(sourceList('It opens at 9.', sources, 'Korean')).toBe('')
})

it('a passage has the facts that it cites, under the numbers of the whole text', () => {
  expect(citedIn(`It opens at 9.${b}`, [{ kind: 'file', name: 'a.pdf', characters: 3 }, ...sources])).toEqual(
    [{ ...sources[0], facts: [] }, sources[1]],
  )
  expect(citedIn('It opens at 9.', sources)).toEqual([])
})
