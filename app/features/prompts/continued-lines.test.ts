import { expect, it } from 'vitest'
import { continuedLines, continuedRanking } from './continued-lines.ts'

const lines = (...ids: number[]) => ids.map((id) => ({ id }))

it.each([
  ['nothing changed', lines(9, 8, 7), lines(9, 8, 7, 6, 5), lines(9, 8, 7, 6, 5)],
  ['a new one pushes one out of the first page', lines(10, 9, 8), lines(9, 8, 7, 6), lines(10, 9, 8, 7, 6)],
  ['one of the first page is gone', lines(9, 7, 6), lines(9, 8, 7, 6, 5), lines(9, 7, 6, 5)],
  ['one changed', [{ id: 9, title: 'new' }], [{ id: 9, title: 'old' }], [{ id: 9, title: 'new' }]],
  ['everything is new', lines(30, 29), lines(9, 8), lines(30, 29, 9, 8)],
  ['nothing is left', [], [], []],
])('P26: a grown list that is reloaded stays grown: %s', (_, first, grown, expected) => {
  expect(continuedLines(first, grown)).toEqual(expected)
})

it('P12: a ranked list that grew loses no line that moved up since, and shows no line twice', () => {
  expect(continuedRanking(lines(5, 1, 2), lines(1, 2, 3, 4, 5, 6))).toEqual(lines(5, 1, 2, 3, 4, 6))
})
