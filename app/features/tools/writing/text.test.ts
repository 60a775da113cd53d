import { expect, it } from 'vitest'
import { applyEvent, startingRun, type RunState } from './run-state.ts'
import type { ToolUse } from '../tool-data.ts'
import { documentOfBeginning, documentOfRun, documentOfUse, factsOfUse } from './text.ts'

const use: ToolUse = {
  id: 7,
  tool: 'article',
  status: 'done',
  title: 'T',
  language: 'Korean',
  is_demo: true,
  token: 4_000,
  image: 1,
  thumbnail: null,
  saved_at: '2026-11-22T00:00:00Z',
  created_at: '2026-11-22T00:00:00Z',
  titles: ['T'],
  outline: ['One'],
  sources: [],
  content: '## One\n\nText.',
  tags: ['a'],
  assumed: ['Text.'],
  advice: ['Keep a copy.'],
  revision: 3,
  share_id: 'link',
  goal_count: 2_000,
  goal_unit: 'words',
  error_code: null,
  picture_error: null,
  stage: 'done',
  request: { left_out: ['https://example.com'] },
}

const started = (runId: number): RunState =>
  applyEvent(
    startingRun,
    { type: 'started', run_id: runId, stages: ['images', 'done'], ceiling: 1, is_demo: true },
    '1',
  )
const ended = (runId: number, status: 'done' | 'stopped'): RunState =>
  applyEvent(
    started(runId),
    { type: 'done', status, token: 500, image: 1, available: 1, saved_at: use.saved_at },
    '2',
  )

it('T20: a shared text stays shared after a run that continues it, and its earlier cost and its goal stay too', () => {
  const document = documentOfRun(ended(7, 'done'), 'Korean', documentOfUse(use))
  expect(document).toMatchObject({
    shareId: 'link',
    goal: { count: 2_000, unit: 'words' },
    leftOut: ['https://example.com'],
    cost: 4_500,
    images: 2,
  })
  expect(documentOfRun(ended(8, 'done'), 'Korean', documentOfUse(use))).toMatchObject({
    shareId: null,
    leftOut: [],
    cost: 500,
    images: 1,
  })
})

it('a run adds what it assumes to the list of before, and its advice replaces the older one', () => {
  const run = applyEvent(ended(7, 'done'), { type: 'assumed', assumed: ['New.'], advice: ['Ask.'] }, '3')
  expect(documentOfRun(run, 'Korean', documentOfUse(use))).toMatchObject({
    assumed: ['New.', 'Text.'],
    advice: ['Ask.'],
  })
  expect(documentOfRun(ended(7, 'done'), 'Korean', documentOfUse(use)).advice).toEqual([])
  expect(documentOfBeginning(started(7), 'Korean', documentOfUse(use)).advice).toEqual(['Keep a copy.'])
})

it('T15: a text of which one part was stopped is as whole as it was', () => {
  expect(documentOfRun(ended(7, 'stopped'), 'Korean', documentOfUse(use)).status).toBe('stopped')
  expect(factsOfUse({ ...use, token: 4_500, image: 2 })).toEqual({
    status: 'done',
    promptUse: null,
    shareId: 'link',
    goal: { count: 2_000, unit: 'words' },
    leftOut: ['https://example.com'],
    cost: 4_500,
    images: 2,
    savedAt: use.saved_at,
  })
})

it('an open text stays until the run that continues it sends its first text', () => {
  const open = documentOfUse(use)
  const begun = started(7)
  expect(documentOfBeginning(begun, 'Korean', open)).toMatchObject({
    text: open.text,
    outline: ['One'],
    status: null,
  })
  const written = applyEvent(begun, { type: 'text', delta: '## Two' }, '2')
  expect(documentOfBeginning(written, 'Korean', open).text.content).toBe('## Two')
  expect(documentOfBeginning(started(8), 'Korean', open).text.content).toBe('')
  expect(documentOfBeginning(begun, 'Korean', null).text.content).toBe('')
})
