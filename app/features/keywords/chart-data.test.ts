import { expect, it } from 'vitest'
import { heightsOf, rankHeights, segmentsOf, weekChangeOf } from './chart-data.ts'

const week = (searches: number | null) => ({ week: '2026-11-23', searches, less_than: false })

it('a line is interrupted where a value is missing', () => {
  expect(segmentsOf([null, 1, 1, null, 0, null, null, 1])).toEqual([[1, 2], [4], [7]])
  expect([segmentsOf([]), segmentsOf([null])]).toEqual([[], []])
})

it('K16: a week’s height is its part of the largest, and none where nothing was counted', () => {
  expect(heightsOf([week(50), week(null), week(200)])).toEqual([0.25, null, 1])
  expect(heightsOf([week(0)])).toEqual([0])
})

it('K16: the change is that of the last two look-ups, in searches and per cent', () => {
  expect(weekChangeOf([week(10), week(200), week(150)])).toEqual({ count: -50, percent: -25 })
  expect(weekChangeOf([week(0), week(5)])).toEqual({ count: 5, percent: 0 })
  for (const weeks of [[], [week(5)], [week(5), week(null)], [week(null), week(5)]])
    expect(weekChangeOf(weeks)).toBeNull()
})

it('K17: the first position is at the top of a chart, and a day without a position is a gap', () => {
  expect(rankHeights([1, null, 10])).toEqual({
    heights: [1, null, 0],
    levels: [
      { at: 1, label: '1' },
      { at: 1 - 4 / 9, label: '5' },
      { at: 0, label: '10' },
    ],
  })
  expect(rankHeights([100, 51]).levels.at(-1)).toEqual({ at: 0, label: '100' })
  expect(rankHeights([]).heights).toEqual([])
})
