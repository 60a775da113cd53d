import { expect, it } from 'vitest'
import {
  continueAfter,
  continued,
  continueRanking,
  putBack,
  readAgain,
  withNextPage,
  without,
} from './list-page.ts'

const lines = (...ids: number[]) => ids.map((id) => ({ id }))
const pageOf = (ids: number[], total: number | null = ids.length) => ({
  lines: lines(...ids),
  total,
  next: ids.at(-1) ?? null,
})
const idsOf = ({ lines: found, total }: ReturnType<typeof withNextPage>) => [found.map(({ id }) => id), total]

it('a next page is appended, each line once, with its names and the place where the following one begins', () => {
  const now = { ...pageOf([3, 1], 4), labels: { a: 'A' } }
  const next = withNextPage(now, { ...pageOf([1, 2, 2]), labels: { b: 'B' } })
  expect(idsOf(next)).toEqual([[3, 1, 2], 4])
  expect([next.next, next.labels]).toEqual([2, { a: 'A', b: 'B' }])
})

it.each([
  ['nothing changed', lines(9, 8, 7), lines(9, 8, 7, 6, 5), lines(9, 8, 7, 6, 5)],
  ['a new one pushes one out of the first page', lines(10, 9, 8), lines(9, 8, 7, 6), lines(10, 9, 8, 7, 6)],
  ['one of the first page is gone', lines(9, 7, 6), lines(9, 8, 7, 6, 5), lines(9, 7, 6, 5)],
  ['one changed', [{ id: 9, title: 'new' }], [{ id: 9, title: 'old' }], [{ id: 9, title: 'new' }]],
  ['in another order', lines(9, 5, 7), lines(5, 7, 2, 8), lines(9, 5, 7, 2, 8)],
  ['everything is new, so that lines between may be missing', lines(30, 29), lines(9, 8), lines(30, 29)],
  ['nothing is left', [], lines(9), []],
])('P26: a grown list that is read again stays grown: %s', (_, first, grown, expected) => {
  expect(continueAfter(first, grown)).toEqual(expected)
})

it('P12: a ranked list that grew loses no line that moved up since, and shows no line twice', () => {
  expect(continueRanking(lines(5, 1, 2), lines(1, 2, 3, 4, 5, 6))).toEqual(lines(5, 1, 2, 3, 4, 6))
})

it('a list that is read again has the new total, and continues after its last line', () => {
  const grown = pageOf([9, 8, 7], 9)
  expect(continued(pageOf([9, 8], 8), grown)).toMatchObject({ total: 8, next: 7 })
  expect(continued(pageOf([9, 8], 2), pageOf([9, 8], 2))).toMatchObject({ total: 2, next: 8 })
})

it('lines that were taken off come back to their places', () => {
  const before = pageOf([5, 1, 4, 2, 3])
  const left = without(before, [5, 4, 2])
  expect(idsOf(left)).toEqual([[1, 3], 2])
  expect(idsOf(putBack(left, before.lines, [5, 4, 2]))).toEqual([[5, 1, 4, 2, 3], 5])
  expect(idsOf(putBack(left, before.lines, [2]))).toEqual([[1, 2, 3], 3])
  expect(idsOf(putBack(before, before.lines, [2]))).toEqual([[5, 1, 4, 2, 3], 5])
  expect(idsOf(without(pageOf([1], null), [1]))).toEqual([[], null])
})

it('a list is read again up to its length, with the lines of later pages as they are now', async () => {
  const pages = new Map([
    [8, { lines: [{ id: 7 }, { id: 6, title: 'new' }], next: 6 }],
    [6, { lines: lines(5), next: null }],
  ])
  const read = async (next: number | string) => pages.get(Number(next))!
  const first = { lines: lines(9, 8), next: 8 }
  expect(await readAgain(first, 4, read)).toEqual({
    lines: [...lines(9, 8, 7), { id: 6, title: 'new' }],
    next: 6,
  })
  expect(await readAgain(first, 50, read)).toMatchObject({ next: null })
  expect(await readAgain(first, 2, read)).toBe(first)
})
