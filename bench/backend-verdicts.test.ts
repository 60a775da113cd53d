import { expect, it } from 'vitest'
import { backendRows, judgeBackend } from './backend-verdicts.ts'
import type { BackendFigures } from './measure-backend.ts'

const at = (requestsPerSecond: number) => ({ requestsPerSecond, p50: 1, p99: 2 })
const figures: BackendFigures = {
  comparisons: [
    { work: 'list', what: 'list', backend: at(700), plain: at(1_000), batch: at(1_400) },
    { work: 'insert', what: 'insert', backend: at(599), plain: at(1_000), batch: at(1_000) },
    { work: 'refresh', what: 'refresh', backend: at(299), plain: null, batch: at(300) },
  ],
  tokenCheckMs: { first: 0.2, again: 0.001 },
  startSeconds: 0.9,
  idleMemory: 121 * 1024 ** 2,
}

it('each figure of the backend is compared with its limit', () => {
  expect(judgeBackend(figures).map(({ kind, measured, isMet }) => [kind, measured, isMet])).toEqual([
    ['gate', '0.70', true],
    ['gate', '0.60', false],
    ['goal', '299/s', false],
    ['goal', '0.20 ms', true],
    ['goal', '0.90 s', true],
    ['goal', '121 MB', false],
  ])
})

it('a line of results compares the backend with each floor that there is', () => {
  expect(backendRows(figures.comparisons[0]!).map(([name, rate]) => [name, rate])).toEqual([
    ['list, backend', '700'],
    ['list, minimal handler', '1000'],
    ['list, minimal handler over our database code', '1400'],
    ['list, backend to minimal handler', '0.70 x'],
    ['list, backend to minimal handler over our database code', '0.50 x'],
  ])
  expect(backendRows(figures.comparisons[2]!)).toHaveLength(3)
})
