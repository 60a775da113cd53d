import { expect, it } from 'vitest'
import { median, percentile } from './percentile.ts'

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

it('the p99 of the numbers from 1 to 100 is 99, whatever their order, and p100 is the greatest', () => {
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

it('the values are left in their order', () => {
  const values = [2, 1]
  percentile(values, 0.5)
  expect(values).toEqual([2, 1])
})
