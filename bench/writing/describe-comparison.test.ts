import { expect, it } from 'vitest'
import { describeComparison, type Compared } from './describe-comparison.ts'
import type { Judgement } from './judge-pair.ts'
import { orders } from './orders.ts'
import { wilsonInterval } from './statistics.ts'

const written = { text: 'A text.', tokens: 100, seconds: 2 }
const judgement = (result: Judgement['result']): Judgement => ({
  judge: 'one',
  result,
  why: [`why ${result}`],
  marks: { use: [], truth: [], language: [], obedience: [] },
})
const compared = (['lost', 'won', 'won', 'tied'] as const).map((result, index): Compared => ({
  order: orders[index]!,
  pair: { ours: written, chat: { ...written, tokens: 50 } },
  judgements: [judgement(result)],
}))

it('ties are no part of the share, and the lost ones come first', () => {
  const text = describeComparison(compared, { writer: 'a model', when: new Date('2026-11-24') })
  expect(text).toMatch(/\| all \| 2 \| 1 \| 1 \| 67 % \|/)
  expect(text.indexOf('why lost')).toBeLessThan(text.indexOf('why tied'))
  expect(text.indexOf('why tied')).toBeLessThan(text.indexOf('why won'))
  expect(text).toMatch(/\| ours \| 7 \| 0\.0 \| \d+ \| 100 \| 2 \|/)
})

it('the interval is wide for few and narrow for many', () => {
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 })
  expect(wilsonInterval(8, 10).low).toBeCloseTo(0.49, 2)
  expect(wilsonInterval(80, 100).low).toBeCloseTo(0.711, 3)
  expect(wilsonInterval(100, 100).high).toBeCloseTo(1, 5)
})
