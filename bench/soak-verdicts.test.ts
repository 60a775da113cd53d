import { expect, it } from 'vitest'
import type { SoakSample } from './measure-soak.ts'
import { judgeSoak, slopeOf } from './soak-verdicts.ts'

const sampleOf = (round: number, more: Partial<SoakSample> = {}): SoakSample => ({
  heldBytes: 60_000_000 + (round % 3) * 400_000,
  descriptors: 90 + (round % 4),
  connections: 30,
  ...more,
})
const judge = (change: (round: number) => Partial<SoakSample>) =>
  judgeSoak({
    minutes: 1,
    works: 25,
    samples: Array.from({ length: 60 }, (_, round) => sampleOf(round, change(round))),
  }).map(({ isMet }) => isMet)

it('the slope of a line is its growth in each step, with any scatter around it', () => {
  expect(slopeOf([1, 3, 5, 7])).toBe(2)
  expect(slopeOf([5, 4, 6, 5])).toBeCloseTo(0.2)
})

it('reliability R16: fluctuation is no leak; two kilobytes for each work, a socket for each round and an open connection are', () => {
  expect(judge(() => ({}))).toEqual([true, true, true])
  expect(judge((round) => ({ heldBytes: sampleOf(round).heldBytes + round * 25 * 2048 }))).toEqual([
    false,
    true,
    true,
  ])
  expect(judge((round) => ({ descriptors: 90 + round }))).toEqual([true, false, true])
  expect(judge((round) => ({ connections: 30 + Math.floor(round / 2) }))).toEqual([true, true, false])
  expect(judge((round) => (round === 50 ? { descriptors: 120, connections: 50 } : {}))).toEqual([
    true,
    true,
    true,
  ])
  expect(judge(() => ({ descriptors: null }))).toEqual([true, true])
})

it('too few rounds give no verdict', () => {
  expect(() => judgeSoak({ minutes: 1, works: 25, samples: [sampleOf(1)] })).toThrow('more minutes')
})
