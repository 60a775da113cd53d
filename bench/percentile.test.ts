import { expect, it } from 'vitest'
import { median, percentile, weightedPercentile } from './percentile.ts'

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

it('the p99 of the numbers from 1 to 100 is 99, in any order, and p100 is the greatest', () => {
  expect(percentile(hundred, 0.99)).toBe(99)
  expect(percentile(hundred, 1)).toBe(100)
})

it('numbers are compared as numbers, not as words', () => {
  expect(percentile([9, 10, 100], 1)).toBe(100)
})

it('the median is a value that was measured', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1])).toBe(1)
})

it('nothing has no percentile', () => {
  expect(percentile([], 0.5)).toBeNaN()
})

it('the order of the values does not change', () => {
  const values = [2, 1]
  percentile(values, 0.5)
  expect(values).toEqual([2, 1])
})

it('values count as much as their weights: one of a hundredth is beyond the p95, one of a tenth is not', () => {
  expect(weightedPercentile([1, 500], [0.99, 0.01], 0.95)).toBe(1)
  expect(weightedPercentile([1, 500], [0.9, 0.1], 0.95)).toBe(500)
  expect(weightedPercentile([3, 1, 2], [1, 1, 1], 1)).toBe(3)
  expect(weightedPercentile([], [], 0.5)).toBeNaN()
})
