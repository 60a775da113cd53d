// The state of the writing page: the run on this screen, the request that it came from, the open text, and whether it is
// saved. It changes by the actions below alone.
import type { AppError } from '#shared/errors.ts'
import type { OutputLanguage, WritingTool } from '#shared/tools.ts'
import type { SaveState } from '../editing/autosave.ts'
import { idleRun, type RunState } from './run-state.ts'
import { documentOfBeginning, documentOfExample, documentOfRun, documentOfUse, isPlanned } from './text.ts'
import type { OpenText, WrittenText } from './text.ts'
import type { ToolUse } from '../tool-data.ts'
import type { FormDraft, Price } from '../forms/tool-definition.ts'
import type { Opened } from '../forms/use-tool-form.ts'

/**
 * `idle`: no run. `starting`: a run is requested, and may be refused. `running`: it writes. `ended`: its text is the
 * open one.
 */
type Phase = 'idle' | 'starting' | 'running' | 'ended'

/** A request for a run. It can be repeated unchanged. */
export type WritingRequest = {
  path: string
  body: object
  /** The form that the text is written from. */
  asked: FormDraft
  /** The text that it continues: it stays until the run sends its text. */
  continues: OpenText | null
  /** Whether it was requested next to the text, not in the form. */
  isNextToText: boolean
  /** The price of one section or one image; null where the whole text is written. */
  part: Price | null
}

export type WritingState = {
  phase: Phase
  run: RunState
  /** The last request; null for a run that was active when the page was opened. */
  request: WritingRequest | null
  /** Why the last request was refused. */
  error: AppError | null
  /** The open text. While a run writes, the screen shows that of `shownText`. */
  text: OpenText | null
  /** The form that the open text was written from; the form on screen may have changed since. */
  asked: FormDraft
  save: SaveState
  /** How often the open text was replaced: each time the editor begins anew. */
  replacements: number
}

/** What changes, or how it follows from what is there. */
export type Changes = Partial<OpenText> | ((text: OpenText) => Partial<OpenText>)

export type WritingAction =
  | { type: 'requested'; request: WritingRequest }
  | { type: 'refused'; error: AppError }
  | { type: 'dismissed' }
  /** One more event of the run. */
  | { type: 'ran'; run: RunState }
  /** It replaces no text that is not saved. */
  | { type: 'exampleOpened'; text: OpenText; asked: FormDraft }
  /** The example goes, if it is still the open text: for the text before it, or none. */
  | { type: 'exampleClosed'; text: OpenText | null; asked?: FormDraft }
  /** The member typed. */
  | { type: 'edited'; changes: Partial<WrittenText> }
  /** Facts of the text `id`, if that is still the open one. */
  | { type: 'updated'; id: number; changes: Changes }
  /** Another state of the same text. */
  | { type: 'replaced'; text: WrittenText; changes?: Partial<OpenText> }
  /** The open text as it is stored, also where the editor shows another state of it. */
  | { type: 'reopened'; use: ToolUse }
  | { type: 'saved'; id: number; save: SaveState }

const isSaved: SaveState = { kind: 'saved' }

export const beginWriting = ({ text, asked }: Pick<WritingState, 'text' | 'asked'>): WritingState => ({
  phase: 'idle',
  run: idleRun,
  request: null,
  error: null,
  text,
  asked,
  save: isSaved,
  replacements: 0,
})

/** Whether the run of an opened text still writes it. */
export const isStillWritten = (use: ToolUse | null): use is ToolUse =>
  use !== null && (use.status === 'queued' || use.status === 'running')

/** The page as it is opened. A text has a language of its own: the request of one that a member brought has none. */
export function openWriting(
  draft: FormDraft,
  { use, example }: Pick<Opened, 'use' | 'example'>,
): WritingState {
  if (!use) return beginWriting({ text: example && documentOfExample(example), asked: draft })
  const asked = { ...draft, language: use.language }
  return beginWriting({ text: isStillWritten(use) ? null : documentOfUse(use), asked })
}

export function reduceWriting(state: WritingState, action: WritingAction): WritingState {
  const { text } = state
  switch (action.type) {
    case 'requested':
      // A second press before the first is rendered sends nothing.
      return isGoing(state) ? state : { ...state, request: action.request, error: null }
    case 'refused':
      return { ...state, error: action.error }
    case 'dismissed':
      return { ...state, error: null }
    case 'ran':
      return showRun(state, action.run)
    case 'exampleOpened':
      return text?.isDirty ? state : { ...state, text: action.text, asked: action.asked, save: isSaved }
    case 'exampleClosed':
      if (!text || text.id !== null || isGoing(state)) return state
      return { ...state, text: action.text, asked: action.asked ?? state.asked, save: isSaved }
    case 'edited':
      if (!text) return state
      return {
        ...state,
        text: { ...text, text: { ...text.text, ...action.changes }, isDirty: true, hasEdits: true },
      }
    case 'updated':
      if (text?.id !== action.id) return state
      return {
        ...state,
        text: { ...text, ...(typeof action.changes === 'function' ? action.changes(text) : action.changes) },
      }
    case 'replaced':
      return text ? replaceText(state, { ...text, ...action.changes, text: action.text }) : state
    case 'reopened':
      return text?.id === action.use.id ? replaceText(state, documentOfUse(action.use)) : state
    case 'saved':
      if (text?.id !== action.id) return state
      return { ...state, save: action.save, text: { ...text, isDirty: action.save.kind !== 'saved' } }
  }
}

const phases: Record<RunState['status'], Phase> = {
  idle: 'idle',
  starting: 'starting',
  running: 'running',
  done: 'ended',
  stopped: 'ended',
  failed: 'ended',
}

/** From its first event on, the open text is that of the run's request. When it ends, its text is the open one. */
function showRun(state: WritingState, run: RunState): WritingState {
  const phase = phases[run.status]
  const hasBegun = phase === 'running' || phase === 'ended'
  const asked = hasBegun && state.request ? state.request.asked : state.asked
  const next = { ...state, run, phase, asked }
  if (phase !== 'ended' || state.phase === 'ended') return next
  return { ...next, text: documentOfRun(run, languageOf(next), state.text), save: isSaved }
}

function replaceText(state: WritingState, text: OpenText): WritingState {
  const replacements = state.replacements + 1
  return { ...state, replacements, text: { ...text, key: `text:${replacements}` } }
}

const languageOf = ({ request, asked }: WritingState): OutputLanguage =>
  request?.continues?.language ?? asked.language

/** Whether a run is requested or writes. */
export const isGoing = ({ phase }: Pick<WritingState, 'phase'>): boolean =>
  phase === 'starting' || phase === 'running'

/** The text next to the form: the one that a run writes, or the open one until a run has begun. */
export const shownText = (state: WritingState): OpenText | null =>
  state.phase === 'running'
    ? documentOfBeginning(state.run, languageOf(state), state.request?.continues ?? null)
    : state.text

/** Whether only the outline exists, which the member looks through first. */
export const hasPlan = (shown: OpenText, { phase }: WritingState, tool: WritingTool): boolean =>
  phase !== 'running' && isPlanned(shown, tool)

/** How a failed run is repeated: a begun text continues where it stopped. A part of a text is requested again. */
export function retryOf({ request }: WritingState, shown: OpenText | null) {
  const mode = shown?.text.content ? ('continue' as const) : ('regenerate' as const)
  return { mode, part: request?.part ? { request, price: request.part } : null }
}
