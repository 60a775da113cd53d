import { expect, it } from 'vitest'
import { readWhole } from './whole-number.ts'

it('B19: an amount is a whole number within its limit, in the usual notations', () => {
  expect(['0', ' 12 ', '12,000', '1,234,567'].map((text) => readWhole(text, 10_000_000))).toEqual([
    0, 12, 12_000, 1_234_567,
  ])
  for (const wrong of ['', '-1', '1.5', '1e3', '12,00', 'ten', '10000001', '９'])
    expect(readWhole(wrong, 10_000_000), wrong).toBeNull()
})
