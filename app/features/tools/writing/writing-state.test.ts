import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { ToolEvent } from '#shared/tools.ts'
import { applyEvent, idleRun, startingRun, type RunState } from './run-state.ts'
import { documentOfExample, type OpenText } from './text.ts'
import type { ToolUse } from '../tool-data.ts'
import {
  beginWriting,
  hasPlan,
  openWriting,
  reduceWriting,
  retryOf,
  shownText,
  type WritingAction,
  type WritingRequest,
  type WritingState,
} from './writing-state.ts'

const korean = { language: 'Korean' } as const
const english = { language: 'English' } as const
const started: ToolEvent = { type: 'started', run_id: 7, stages: ['text'], ceiling: 1, is_demo: false }
const said: ToolEvent = { type: 'text', delta: '## One' }
const end = (status: 'done' | 'stopped' | 'failed'): ToolEvent => ({
  type: 'done',
  status,
  token: 5,
  image: 0,
  available: 1,
  saved_at: null,
})
const after = (...events: ToolEvent[]): RunState =>
  events.reduce((run, event, index) => applyEvent(run, event, String(index)), startingRun)
const ran = (run: RunState): WritingAction => ({ type: 'ran', run })
const play = (state: WritingState, ...actions: WritingAction[]) => actions.reduce(reduceWriting, state)

const request: WritingRequest = {
  path: '/ai/tool/article',
  body: {},
  asked: english,
  continues: null,
  isNextToText: false,
  part: null,
}
const requested = (changes: Partial<WritingRequest> = {}): WritingAction => ({
  type: 'requested',
  request: { ...request, ...changes },
})
const nothing = beginWriting({ text: null, asked: korean })
const written = play(nothing, requested(), ran(startingRun), ran(after(started, said, end('done'))))
const open = written.text as OpenText

it('T13: a run goes from idle by starting and running to its end, and its text becomes the open one', () => {
  const phases = [startingRun, after(started), after(started, said), after(started, said, end('done'))]
  const states = phases.map((_, index) => play(nothing, requested(), ...phases.slice(0, index + 1).map(ran)))
  expect(states.map(({ phase }) => phase)).toEqual(['starting', 'running', 'running', 'ended'])
  expect(states.map(({ text }) => text?.text.content ?? null)).toEqual([null, null, null, '## One'])
  expect(states.map((state) => shownText(state)?.text.content ?? null)).toEqual([
    null,
    '',
    '## One',
    '## One',
  ])
})

it('the form of a refused request does not count as the one that the open text was written from', () => {
  const refused = play({ ...written, asked: korean }, requested(), ran(startingRun), ran(idleRun), {
    type: 'refused',
    error: new AppError('no_tokens'),
  })
  expect(refused).toMatchObject({ phase: 'idle', asked: korean, text: open, error: { code: 'no_tokens' } })
  expect(play(refused, requested()).error).toBeNull()
  expect(written.asked).toBe(english)
})

it('a second press while a run is requested or written changes nothing', () => {
  const running = play(nothing, requested(), ran(startingRun), ran(after(started)))
  expect(reduceWriting(running, requested({ asked: korean }))).toBe(running)
})

it('a text that a run continues stays until the run sends its own, in the language of the text', () => {
  const begun = play(
    written,
    requested({ continues: open, asked: korean }),
    ran(startingRun),
    ran(after(started)),
  )
  expect(shownText(begun)).toMatchObject({ text: { content: '## One' }, language: 'English' })
  const grown = play(begun, ran(after(started, { type: 'text', delta: '## Two' })))
  expect(shownText(grown)?.text.content).toBe('## Two')
  expect(grown.text).toBe(open)
})

it('typing makes a text unsaved, and a save of another text says nothing about it', () => {
  const typed = reduceWriting(written, { type: 'edited', changes: { title: 'New' } })
  expect(typed.text).toMatchObject({
    text: { title: 'New', content: '## One' },
    isDirty: true,
    hasEdits: true,
  })
  expect(reduceWriting(typed, { type: 'saved', id: 8, save: { kind: 'saved' } })).toBe(typed)
  const saved = reduceWriting(typed, { type: 'saved', id: 7, save: { kind: 'saved' } })
  expect(saved).toMatchObject({ save: { kind: 'saved' }, text: { isDirty: false, hasEdits: true } })
  expect(reduceWriting(nothing, { type: 'edited', changes: { title: 'New' } })).toBe(nothing)
})

it('a late save of the text before a run does not mark the text that the run wrote', () => {
  const dirty = reduceWriting(written, { type: 'saved', id: 7, save: { kind: 'offline' } })
  const again = play(dirty, requested(), ran(startingRun), ran(after(started, said, end('done'))))
  expect(again).toMatchObject({ save: { kind: 'saved' }, text: { isDirty: false } })
})

it('each replaced text gets a key of its own, so that the editor begins anew', () => {
  const text = { title: '', content: 'Older', tags: [] }
  const once = reduceWriting(written, { type: 'replaced', text, changes: { revision: 4 } })
  const twice = reduceWriting(once, { type: 'replaced', text })
  expect(once.text).toMatchObject({ text, revision: 4 })
  expect(new Set([open.key, once.text?.key, twice.text?.key]).size).toBe(3)
})

it('a failed part is requested again, a failed text continues where it stopped', () => {
  const part = { tokens: 3, images: 0 }
  const failedPart = play(written, requested({ part }), ran(startingRun), ran(after(started, end('failed'))))
  expect(retryOf(failedPart, failedPart.text).part).toMatchObject({ price: part })
  const failed = play(nothing, requested(), ran(startingRun), ran(after(started, said, end('failed'))))
  expect(retryOf(failed, failed.text)).toEqual({ mode: 'continue', part: null })
  const empty = play(nothing, requested(), ran(startingRun), ran(after(started, end('failed'))))
  expect(retryOf(empty, empty.text).mode).toBe('regenerate')
})

it('T14: a run that stopped after its outline shows the outline, but not while it is written', () => {
  const outlined = after(started, { type: 'outline', sections: ['One'] })
  const stopped = play(nothing, requested(), ran(startingRun), ran(applyEvent(outlined, end('stopped'), '9')))
  expect(hasPlan(stopped.text!, stopped, 'article')).toBe(true)
  const running = play(nothing, requested(), ran(startingRun), ran(outlined))
  expect(hasPlan(shownText(running)!, running, 'article')).toBe(false)
})

it('an example replaces no unsaved text, and is closed only while it is the open text', () => {
  const example = documentOfExample({
    draft: {},
    language: 'Korean',
    titles: [],
    outline: [],
    content: '',
    nodes: [],
    tags: [],
  })
  const opened: WritingAction = { type: 'exampleOpened', text: example, asked: korean }
  const closed: WritingAction = { type: 'exampleClosed', text: open, asked: english }
  const typed = reduceWriting(written, { type: 'edited', changes: { title: 'New' } })
  expect(reduceWriting(typed, opened)).toBe(typed)
  const shown = reduceWriting(written, opened)
  expect(shown).toMatchObject({ text: example, asked: korean })
  expect(reduceWriting(shown, closed)).toMatchObject({ text: open, asked: english })
  expect(reduceWriting(typed, closed)).toBe(typed)
  expect(reduceWriting(nothing, closed)).toBe(nothing)
  const again = play(shown, requested(), ran(startingRun), ran(after(started, said, end('done'))))
  expect(reduceWriting(again, closed)).toBe(again)
})

it('a text that a run still writes is opened in its own language, whatever the form says', () => {
  const use = { id: 7, status: 'running', language: 'English', request: { own: true } } as unknown as ToolUse
  const opened = openWriting(korean, { use, example: null })
  expect(opened.text).toBeNull()
  const running = play(opened, ran(startingRun), ran(after(started, said)))
  expect(shownText(running)?.language).toBe('English')
  expect(reduceWriting(running, ran(after(started, said, end('done')))).text?.language).toBe('English')
})

it('a text that was read again takes no place of another that was opened meanwhile', () => {
  const use = { id: 8, status: 'failed', language: 'English', titles: [], request: {} } as unknown as ToolUse
  expect(reduceWriting(written, { type: 'reopened', use })).toBe(written)
  expect(reduceWriting(written, { type: 'reopened', use: { ...use, id: 7 } }).text?.status).toBe('failed')
})
