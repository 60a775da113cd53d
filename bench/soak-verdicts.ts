// Whether the product holds more and more, from samples of equal rounds of work.
import type { SoakFigures, SoakSample } from './measure-soak.ts'
import { median } from './percentile.ts'
import { kilobytes, megabytes, type Verdict } from './verdicts.ts'

/**
 * A leak holds a request, a socket or a run's events: several times as much. Compiled code and statistics take some
 * hundred for a while.
 */
const bytesPerWorkMax = 1024
/** Pools and keep-alive connections fluctuate. */
const moreAtTheEndMax = 8

/** Growth from one sample to the next: the line through all of them that misses them least (ordinary least squares). */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  return values.reduce((sum, value, at) => sum + (at - middle) * value, 0) / spread
}

/** The median: a leak stays open in every later round, but a busy second's resources are closed in the next one. */
const halves = (values: readonly number[]) => {
  const half = Math.ceil(values.length / 2)
  return { before: median(values.slice(0, half)), after: median(values.slice(half)) }
}

function judgeCount(what: string, values: readonly (number | null)[]): Verdict[] {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return []
  const { before, after } = halves(known)
  const measured = `${before} before, ${after} after`
  const asked = `at most ${moreAtTheEndMax} more`
  return [{ kind: 'gate', what, asked, measured, isMet: after - before <= moreAtTheEndMax }]
}

/** @throws when there are too few samples to distinguish a line from chance */
export function judgeSoak({ works, samples }: SoakFigures): Verdict[] {
  if (samples.length < 8) throw new Error(`${samples.length} rounds tell nothing: give it more minutes.`)
  const read = <Key extends keyof SoakSample>(key: Key) => samples.map((sample) => sample[key])
  const held = read('heldBytes')
  const growth = slopeOf(held) / works
  return [
    {
      kind: 'gate',
      what: `memory of Node kept for each page, run and socket, over ${samples.length * works} (${megabytes(held[0]!)} at first, ${megabytes(held.at(-1)!)} at last)`,
      asked: `<= ${kilobytes(bytesPerWorkMax)}`,
      measured: kilobytes(growth),
      isMet: growth <= bytesPerWorkMax,
    },
    ...judgeCount('open files and sockets of Node, second half to first', read('descriptors')),
    ...judgeCount('connections of the database, second half to first', read('connections')),
  ]
}
