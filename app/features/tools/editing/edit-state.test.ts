import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { EditEvent } from '#shared/tools.ts'
import { edits, hasResult, reduceCommand, type CommandAction, type CommandState } from './edit-state.ts'

const passage = { from: 1, to: 5, markdown: 'Text', before: '', after: '' }
const edit = {
  request: { feature: 'text-short', text: 'Text', before: '', after: '', instruction: '' },
  passage,
} as const
const closed: CommandState = { phase: 'closed' }
const play = (state: CommandState, ...actions: CommandAction[]) => actions.reduce(reduceCommand, state)
const ran = (...events: EditEvent[]): CommandAction => ({
  type: 'ran',
  result: events.reduce((now, event, index) => edits.apply(now, event, String(index)), edits.starting),
})
const started: EditEvent = { type: 'started', edit_id: 3, is_demo: false, ceiling: 1 }
const text: EditEvent = { type: 'text', delta: 'Short' }
const done: EditEvent = { type: 'done', status: 'done', token: 5, image: 0, available: 1 }

it('T12: a command is asked for, requested, run, and made', () => {
  const actions: CommandAction[] = [
    { type: 'asked', question: { of: 'text', passage } },
    { type: 'requested', edit },
    ran(),
    ran(started, text),
    ran(started, text, done),
  ]
  const phases = actions.map((_, index) => play(closed, ...actions.slice(0, index + 1)).phase)
  expect(phases).toEqual(['asking', 'waiting', 'running', 'running', 'made'])
})

it('events of a discarded command are not shown, neither alone nor in the next command', () => {
  const late = ran(started, text)
  expect(play(closed, { type: 'requested', edit }, ran(), { type: 'closed' }, late)).toEqual(closed)
  const next = play(closed, { type: 'requested', edit }, late, { type: 'ran', result: edits.idle })
  expect(next).toEqual({ phase: 'waiting', edit })
  expect(play(next, ran()).phase).toBe('running')
})

it('a refused command shows why and cost nothing', () => {
  const error = new AppError('no_tokens')
  const refused = play(closed, { type: 'requested', edit }, ran(), { type: 'refused', edit, error })
  expect(refused).toMatchObject({ phase: 'made', edit, result: { status: 'failed', error, token: 0 } })
  expect('result' in refused && hasResult(refused.result)).toBe(false)
  expect(reduceCommand(closed, { type: 'refused', edit, error })).toBe(closed)
  const next = play(closed, { type: 'requested', edit: { ...edit } })
  expect(reduceCommand(next, { type: 'refused', edit, error })).toBe(next)
})

it('a suggestion that was discarded is restored as it was', () => {
  const made = play(closed, { type: 'requested', edit }, ran(), ran(started, text, done))
  if (made.phase !== 'made') throw new Error('The command has ended.')
  expect(play(made, { type: 'closed' }, { type: 'restored', edit, result: made.result })).toEqual(made)
  expect(hasResult(made.result)).toBe(true)
})
