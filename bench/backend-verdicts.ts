// The limits for local-backend, and its figures for readers.
import type { ApiComparison, ApiFigures, BackendFigures } from './measure-backend.ts'
import { megabytes, type Verdict } from './verdicts.ts'

/** Requests per second to those of a minimal handler; a rate of their own where the work is the same anyway. */
const asked: Record<ApiComparison['work'], { ratioMin: number } | { rateMin: number }> = {
  list: { ratioMin: 0.7 },
  one: { ratioMin: 0.7 },
  insert: { ratioMin: 0.6 },
  user: { rateMin: 1_000 },
  refresh: { rateMin: 300 },
}
const tokenCheckMsMax = 1
const startSecondsMax = 1
const idleMemoryMax = 120 * 1024 ** 2

export function judgeBackend(figures: BackendFigures): Verdict[] {
  const { comparisons, tokenCheckMs, startSeconds, idleMemory } = figures
  const goal = (what: string, limit: string, measured: string, isMet: boolean): Verdict => ({
    kind: 'goal',
    what: `backend, ${what}`,
    asked: limit,
    measured,
    isMet,
  })
  const slowest = Math.max(tokenCheckMs.first, tokenCheckMs.again)
  return [
    ...comparisons.map(judgeWork),
    goal(
      'check of a token',
      `< ${tokenCheckMsMax} ms`,
      `${slowest.toFixed(2)} ms`,
      slowest < tokenCheckMsMax,
    ),
    goal(
      'alone, start to first answer',
      `< ${startSecondsMax} s`,
      `${startSeconds.toFixed(2)} s`,
      startSeconds < startSecondsMax,
    ),
    ...(idleMemory === null
      ? []
      : [
          goal(
            'alone, memory when idle',
            `< ${megabytes(idleMemoryMax)}`,
            megabytes(idleMemory),
            idleMemory < idleMemoryMax,
          ),
        ]),
  ]
}

function judgeWork({ work, what, backend, plain }: ApiComparison): Verdict {
  const limit = asked[work]
  if ('rateMin' in limit) {
    const rate = backend.requestsPerSecond
    return {
      kind: 'goal',
      what: `backend, ${what}`,
      asked: `>= ${limit.rateMin}/s`,
      measured: `${rate.toFixed(0)}/s`,
      isMet: rate >= limit.rateMin,
    }
  }
  const ratio = plain ? backend.requestsPerSecond / plain.requestsPerSecond : Number.NaN
  return {
    kind: 'gate',
    what: `backend, ${what}, to a minimal handler's`,
    asked: `>= ${limit.ratioMin}`,
    measured: ratio.toFixed(2),
    isMet: ratio >= limit.ratioMin,
  }
}

export const backendHead = ['', 'requests/s', 'p50 ms', 'p99 ms']

/** A line for each server, and how the backend compares. */
export function backendRows({ what, backend, plain, batch }: ApiComparison): string[][] {
  const row = (name: string, { requestsPerSecond, p50, p99 }: ApiFigures) => [
    `${what}, ${name}`,
    requestsPerSecond.toFixed(0),
    p50.toFixed(1),
    p99.toFixed(1),
  ]
  const compare = (name: string, other: ApiFigures) => [
    `${what}, backend to ${name}`,
    `${(backend.requestsPerSecond / other.requestsPerSecond).toFixed(2)} x`,
    `${(backend.p50 / other.p50).toFixed(2)} x`,
    `${(backend.p99 / other.p99).toFixed(2)} x`,
  ]
  return [
    row('backend', backend),
    ...(plain ? [row('minimal handler', plain)] : []),
    row('minimal handler over our database code', batch),
    ...(plain ? [compare('minimal handler', plain)] : []),
    compare('minimal handler over our database code', batch),
  ]
}
