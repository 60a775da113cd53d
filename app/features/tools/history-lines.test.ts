import { expect, it } from 'vitest'
import type { HistoryLine, HistoryPage } from './history-data.ts'
import { continued, putBack, without, withNextPage } from './history-lines.ts'

const pageOf = (ids: number[], total = ids.length): HistoryPage => ({
  lines: ids.map((id) => ({ id }) as HistoryLine),
  total,
})
const idsOf = ({ lines, total }: HistoryPage) => [lines.map(({ id }) => id), total]

it('a next page is appended, each line once', () => {
  expect(idsOf(withNextPage(pageOf([3, 1], 4), pageOf([1, 2]).lines))).toEqual([[3, 1, 2], 4])
})

it('a first page that is read again keeps the pages behind its last line, in any order', () => {
  expect(idsOf(continued(pageOf([9, 5, 7], 6), pageOf([5, 7, 2, 8, 9], 5)))).toEqual([[9, 5, 7, 2, 8], 6])
  expect(idsOf(continued(pageOf([9], 1), pageOf([5, 7])))).toEqual([[9], 1])
  expect(idsOf(continued(pageOf([], 0), pageOf([5])))).toEqual([[], 0])
  expect(idsOf(continued(pageOf([4]), undefined))).toEqual([[4], 1])
})

it('lines that were taken off come back to their places', () => {
  const before = pageOf([5, 1, 4, 2, 3])
  const left = without(before, [5, 4, 2])
  expect(idsOf(left)).toEqual([[1, 3], 2])
  expect(idsOf(putBack(left, before.lines, [5, 4, 2]))).toEqual([[5, 1, 4, 2, 3], 5])
  expect(idsOf(putBack(left, before.lines, [2]))).toEqual([[1, 2, 3], 3])
  expect(idsOf(putBack(before, before.lines, [2]))).toEqual([[5, 1, 4, 2, 3], 5])
})
