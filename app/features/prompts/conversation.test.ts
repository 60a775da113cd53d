import { expect, it } from 'vitest'
import type { PromptEvent } from '#shared/prompts-run.ts'
import { asItStands, goingRunOf, groupTurns, isAnswering } from './conversation.ts'
import { promptRuns } from './prompt-run-state.ts'
import { addPiece } from '#app/session/use-followed-run.ts'
import type { PromptRun } from './run-data.ts'

const use = (id: number, more: Partial<PromptRun> = {}): PromptRun => ({
  id,
  status: 'done',
  title: '',
  prompt: `question ${id}`,
  prompt_parameter: {},
  result: `answer ${id}`,
  model: 'gpt',
  by: 'gpt',
  is_demo: false,
  error_code: null,
  token: 1,
  prompt_id: 1,
  prompt_use_id: id === 1 ? null : 1,
  is_comparison: false,
  regenerated_from_id: null,
  ...more,
})
const shape = (uses: PromptRun[]) =>
  groupTurns(uses).map(({ question, columns }) => [
    question,
    ...columns.map(({ model, answers }) => [model, ...answers.map(({ id }) => id)]),
  ])
const play = (events: PromptEvent[]) =>
  events.reduce((state, event, index) => promptRuns.apply(state, event, String(index)), promptRuns.idle)

it('P24, P25: rows become turns: models side by side are columns, and a new answer follows the earlier one', () => {
  expect(
    shape([
      use(1),
      use(2, { is_comparison: true, model: 'claude' }),
      use(3),
      use(4, { regenerated_from_id: 1 }),
      use(5, { regenerated_from_id: 4 }),
      use(6, { regenerated_from_id: 2, model: 'claude' }),
      use(7, { regenerated_from_id: 3 }),
    ]),
  ).toEqual([
    [null, ['gpt', 1, 4, 5], ['claude', 2, 6]],
    ['question 3', ['gpt', 3, 7]],
  ])
})

it('the active run leads, and its rows show their text so far', () => {
  const uses = [
    use(1, { status: 'running', result: '' }),
    use(2, { is_comparison: true, model: 'claude', status: 'running', result: '' }),
  ]
  expect(goingRunOf(uses)).toBe(1)
  expect(goingRunOf([use(1)])).toBeNull()
  const state = play([
    {
      type: 'started',
      run_id: 1,
      answers: [
        { id: 1, model: 'gpt', by: 'gpt' },
        { id: 2, model: 'claude', by: 'claude' },
      ],
      ceiling: 9,
      is_demo: false,
      left_out: 0,
    },
    { type: 'text', model: 'claude', delta: 'a' },
    { type: 'text', model: 'gpt', delta: 'x' },
    { type: 'text', model: 'claude', delta: 'b' },
    { type: 'answer', model: 'gpt', status: 'failed', token: 0, code: 'stream_cut' },
  ])
  expect(uses.map((each) => asItStands(each, state))).toMatchObject([
    { result: 'x', status: 'failed', error_code: 'stream_cut' },
    { result: 'ab', status: 'running' },
  ])
  // A newer load wins.
  expect(asItStands(use(1), state).result).toBe('answer 1')
})

it('the next question can follow as soon as the answer reads as complete, before its row is loaded', () => {
  const uses = [use(1, { status: 'running', result: '' })]
  const events: PromptEvent[] = [
    {
      type: 'started',
      run_id: 1,
      answers: [{ id: 1, model: 'gpt', by: 'gpt' }],
      ceiling: 9,
      is_demo: false,
      left_out: 0,
    },
    { type: 'text', model: 'gpt', delta: 'x' },
    { type: 'answer', model: 'gpt', status: 'done', token: 3 },
    { type: 'done', status: 'done', token: 3, available: 97 },
  ]
  const seen = events.map((_, index) => {
    const state = play(events.slice(0, index + 1))
    return [asItStands(uses[0]!, state).status, isAnswering(uses, state)]
  })
  expect(seen).toEqual([
    ['running', true],
    ['running', true],
    ['running', true],
    ['done', false],
  ])
  expect(isAnswering(uses, promptRuns.idle)).toBe(true)
  expect(isAnswering([use(1)], promptRuns.idle)).toBe(false)
})

it('a run whose events are replayed resets its state, and one that ends includes its answers', () => {
  const started: PromptEvent = {
    type: 'started',
    run_id: 1,
    answers: [{ id: 1, model: 'gpt', by: 'gpt' }],
    ceiling: 9,
    is_demo: true,
    left_out: 2,
  }
  const text: PromptEvent = { type: 'text', model: 'gpt', delta: 'x' }
  const state = play([
    started,
    text,
    started,
    text,
    { type: 'done', status: 'stopped', token: 3, available: 97 },
  ])
  expect(state).toMatchObject({
    status: 'stopped',
    answers: [{ text: 'x', status: 'stopped' }],
    cost: { token: 3, available: 97 },
    leftOut: 2,
    lastEventId: '4',
  })
})

it('deltas of the same answer are joined, those of two answers are not', () => {
  const piece = (model: 'gpt' | 'claude', delta: string): PromptEvent => ({ type: 'text', model, delta })
  const pieces = [piece('gpt', 'a'), piece('claude', 'b'), piece('gpt', 'c')].map((event, index) => ({
    event,
    id: String(index),
  }))
  const joined = pieces.reduce<typeof pieces>((before, next) => addPiece(promptRuns, before, next), [])
  expect(joined).toEqual([
    { event: piece('claude', 'b'), id: '1' },
    { event: piece('gpt', 'ac'), id: '2' },
  ])
})
