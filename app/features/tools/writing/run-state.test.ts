import { expect, it } from 'vitest'
import type { ToolEvent } from '#shared/tools.ts'
import { isRunGoing } from '#app/session/use-followed-run.ts'
import { applyEvent, idleRun, startingRun, type RunState } from './run-state.ts'

const play = (events: ToolEvent[], from: RunState = startingRun) =>
  events.reduce((state, event, index) => applyEvent(state, event, String(index + 1)), from)

const started: ToolEvent = {
  type: 'started',
  run_id: 7,
  stages: ['request', 'outline', 'text', 'done'],
  ceiling: 6000,
  is_demo: true,
}

it('T13: a run shows its stages in order, each waiting, active, then done', () => {
  const state = play([
    started,
    { type: 'stage', stage: 'request', state: 'active' },
    { type: 'stage', stage: 'request', state: 'done' },
    { type: 'stage', stage: 'outline', state: 'active' },
  ])
  expect(state.stages).toEqual([
    { stage: 'request', state: 'done' },
    { stage: 'outline', state: 'active' },
    { stage: 'text', state: 'waiting' },
    { stage: 'done', state: 'waiting' },
  ])
  expect(isRunGoing(state)).toBe(true)
})

it('text arrives in deltas and stays when the run is cancelled', () => {
  const state = play([
    started,
    { type: 'text', delta: '## 새별' },
    { type: 'text', delta: '오름\n' },
    { type: 'done', status: 'stopped', token: 800, available: 99_200, saved_at: null },
  ])
  expect(state).toMatchObject({
    text: '## 새별오름\n',
    status: 'stopped',
    cost: { token: 800, available: 99_200 },
    savedAt: null,
  })
  expect(isRunGoing(state)).toBe(false)
})

it('a failure names its stage, leaves the text and costs nothing', () => {
  const state = play([
    started,
    { type: 'stage', stage: 'text', state: 'active' },
    { type: 'text', delta: 'half' },
    { type: 'error', code: 'stream_cut', message: 'cut', stage: 'text' },
    { type: 'done', status: 'failed', token: 0, available: 100_000, saved_at: null },
  ])
  expect(state).toMatchObject({
    status: 'failed',
    text: 'half',
    failure: { code: 'stream_cut', stage: 'text' },
    cost: { token: 0 },
  })
  expect(state.stages.find((entry) => entry.stage === 'text')?.state).toBe('failed')
})

it('a run that is replayed from its beginning does not double its text', () => {
  const once = play([started, { type: 'text', delta: 'a' }])
  expect(play([started, { type: 'text', delta: 'ab' }], once).text).toBe('ab')
})

it('the last event id is stored, so that the stream resumes without a gap', () => {
  expect(play([started, { type: 'tags', tags: ['a'] }]).lastEventId).toBe('2')
  expect(applyEvent(idleRun, started, null).lastEventId).toBe(null)
})
