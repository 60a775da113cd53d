import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchStage } from './stage-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('T13: a stage longer than ten seconds is reported once, a shorter one is not', () => {
  const told: string[] = []
  const watch = watchStage(({ stage }) => told.push(stage))
  watch('request')
  vi.advanceTimersByTime(9_999)
  watch('files')
  vi.advanceTimersByTime(9_999)
  // Further events of the same stage arrive during it.
  watch('files')
  expect(told).toEqual([])
  vi.advanceTimersByTime(1)
  expect(told).toEqual(['files'])
  vi.advanceTimersByTime(60_000)
  watch(null)
  watch('files')
  watch(null)
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual(['files'])
})

it('T13: a text that has not grown for ten seconds is reported at that length, a growing one is not', () => {
  const told: number[] = []
  const watch = watchStage(({ length }) => told.push(length))
  for (const length of [0, 5, 9]) {
    watch('text', length)
    vi.advanceTimersByTime(9_999)
  }
  expect(told).toEqual([])
  watch('text', 9)
  vi.advanceTimersByTime(1)
  expect(told).toEqual([9])
})
