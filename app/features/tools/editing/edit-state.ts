// The state of an editor command: from its instruction to its suggestion, built from events alone.
import { AppError } from '#shared/errors.ts'
import type { CheckedClaim } from '#shared/fact-check.ts'
import type { PictureShape } from '#shared/pictures.ts'
import type { EditEvent, OutputLanguage } from '#shared/tools.ts'
import type { EditFeature } from '#shared/tools-edit.ts'
import { isRunGoing, type FollowedState, type RunKind } from '#app/session/use-followed-run.ts'
import type { Passage } from '#app/ui/editor/passage.ts'

export type EditRequest = {
  feature: EditFeature
  text: string
  before: string
  after: string
  instruction: string
  /** The description of an image. */
  shape?: PictureShape
  /** Of a translation. */
  language?: OutputLanguage
  /** The section to write again. */
  section?: { number: number; heading: string }
}

/** A requested command and the passage that its result replaces. */
export type ActiveEdit = { request: EditRequest; passage: Passage }

/** The state of a run and its suggestion. */
export type EditResult = FollowedState & {
  isDemo: boolean
  text: string
  titles: string[]
  tags: string[]
  /** As Markdown. */
  picture: string
  /** Of a check of facts; null until they are checked. */
  claims: CheckedClaim[] | null
  /** Charged tokens; null while the command runs. */
  token: number | null
  /** Images charged. */
  image: number
  error: AppError | null
}

/** A command that needs words, a description or a language before it starts, and the passage for its result. */
export type Question = { of: 'text' | 'image' | 'text-translate'; passage: Passage }

export type CommandState =
  | { phase: 'closed' }
  | { phase: 'asking'; question: Question }
  /** It is requested. It begins when a command that was discarded before has ended. */
  | { phase: 'waiting'; edit: ActiveEdit }
  | { phase: 'running'; edit: ActiveEdit; result: EditResult }
  /** There is a suggestion, or the error that prevented one. */
  | { phase: 'made'; edit: ActiveEdit; result: EditResult }

export type CommandAction =
  | { type: 'asked'; question: Question }
  | { type: 'requested'; edit: ActiveEdit }
  /** One more event of the run. */
  | { type: 'ran'; result: EditResult }
  /** The command `edit`, if it is still the active one. */
  | { type: 'refused'; edit: ActiveEdit; error: AppError }
  /** The suggestion of a discarded command is shown again. */
  | { type: 'restored'; edit: ActiveEdit; result: EditResult }
  | { type: 'closed' }

export function reduceCommand(state: CommandState, action: CommandAction): CommandState {
  switch (action.type) {
    case 'asked':
      return { phase: 'asking', question: action.question }
    case 'requested':
      return { phase: 'waiting', edit: action.edit }
    case 'ran':
      return showRun(state, action.result)
    case 'refused':
      if (!('edit' in state) || state.edit !== action.edit) return state
      return {
        phase: 'made',
        edit: state.edit,
        result: { ...idleEdit, status: 'failed', error: action.error, token: 0 },
      }
    case 'restored':
      return { phase: 'made', edit: action.edit, result: action.result }
    case 'closed':
      return { phase: 'closed' }
  }
}

/** Events of a command that was discarded are not shown: a new one shows its own from its beginning on. */
function showRun(state: CommandState, result: EditResult): CommandState {
  if (!('edit' in state) || (state.phase !== 'running' && result.status !== 'starting')) return state
  if (result.status === 'idle') return state
  return { phase: isRunGoing(result) ? 'running' : 'made', edit: state.edit, result }
}

export const hasResult = ({ text, picture, titles, tags, claims }: EditResult): boolean =>
  (text + picture).trim() !== '' || titles.length > 0 || tags.length > 0 || claims !== null

const idleEdit: EditResult = {
  status: 'idle',
  runId: null,
  lastEventId: null,
  isDemo: false,
  text: '',
  titles: [],
  tags: [],
  picture: '',
  claims: null,
  token: null,
  image: 0,
  error: null,
}

export const edits: RunKind<EditEvent, EditResult> = {
  idle: idleEdit,
  starting: { ...idleEdit, status: 'starting' },
  apply: applyEvent,
  eventsPath: (editId) => `/ai/tool/edit/${editId}/events`,
  stopPath: '/ai/tool/edit/stop',
}

function applyEvent(now: EditResult, event: EditEvent, eventId: string | null): EditResult {
  const lastEventId = eventId ?? now.lastEventId
  const next = { ...now, lastEventId }
  switch (event.type) {
    case 'started':
      // The server may replay the command from its beginning.
      return { ...idleEdit, lastEventId, status: 'running', runId: event.edit_id, isDemo: event.is_demo }
    case 'text':
      return { ...next, text: next.text + event.delta }
    case 'titles':
      return { ...next, titles: event.titles }
    case 'tags':
      return { ...next, tags: event.tags }
    case 'picture':
      return { ...next, picture: event.picture }
    case 'claims':
      return { ...next, claims: event.claims }
    case 'error':
      return { ...next, error: new AppError(event.code, { message: event.message }) }
    case 'done':
      return { ...next, status: event.status, token: event.token, image: event.image }
    case 'queued':
      return next
  }
}
