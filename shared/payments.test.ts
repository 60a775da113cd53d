import { expect, it } from 'vitest'
import { vatOf } from './payments.ts'

it('the VAT of a price is what Toss Payments counts in its samples, to the won', () => {
  expect([1_000, 10_000, 9_900, 19_900].map(vatOf)).toEqual([91, 909, 900, 1_809])
})
