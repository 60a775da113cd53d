import type { ErrorCode } from '#shared/errors.ts'
import type { ReadSource, ToolEvent, ToolStage } from '#shared/tools.ts'

export type StageState = 'waiting' | 'active' | 'done' | 'failed'

/** The screen's state of a run, built from its events alone: the same events always give the same screen. */
export type RunState = {
  status: 'idle' | 'starting' | 'running' | 'done' | 'stopped' | 'failed'
  runId: number | null
  /** Place in line while the site is busy (1: next), 0 when it is written. */
  position: number
  stages: { stage: ToolStage; state: StageState }[]
  /** The files and links that it has read. */
  sources: ReadSource[]
  outline: string[]
  titles: string[]
  /** Markdown. */
  text: string
  tags: string[]
  /** Passages that tell about the sender what the order does not say. */
  assumed: string[]
  /** What the member should know before the text is sent, in the language of the page. */
  advice: string[]
  /** The image above the text, as Markdown. */
  thumbnail: string | null
  /** Why an image could not be generated; the text is complete without it. */
  pictureError: ErrorCode | null
  isDemo: boolean
  savedAt: string | null
  /** The cost of the run and the balance after it, once it has ended. */
  cost: { token: number; image: number; available: number } | null
  failure: { code: ErrorCode; message: string; stage: ToolStage; name?: string } | null
  /** The id of the last event: where the stream resumes after a lost connection. */
  lastEventId: string | null
}

export const idleRun: RunState = {
  status: 'idle',
  runId: null,
  position: 0,
  stages: [],
  sources: [],
  outline: [],
  titles: [],
  text: '',
  tags: [],
  assumed: [],
  advice: [],
  thumbnail: null,
  pictureError: null,
  isDemo: false,
  savedAt: null,
  cost: null,
  failure: null,
  lastEventId: null,
}

export const startingRun: RunState = { ...idleRun, status: 'starting' }

/** The state after one more event. Several text deltas may come in one call, see `addPiece`. */
export function applyEvent(state: RunState, event: ToolEvent, eventId: string | null): RunState {
  const next = { ...state, lastEventId: eventId ?? state.lastEventId }
  switch (event.type) {
    case 'started':
      // The server may replay a run from its beginning, which resets the earlier state.
      return {
        ...startingRun,
        lastEventId: next.lastEventId,
        status: 'running',
        runId: event.run_id,
        isDemo: event.is_demo,
        stages: event.stages.map((stage) => ({ stage, state: 'waiting' })),
      }
    case 'queued':
      return { ...next, position: event.position }
    case 'stage':
      return {
        ...next,
        stages: next.stages.map((entry) =>
          entry.stage === event.stage ? { ...entry, state: event.state } : entry,
        ),
      }
    case 'source':
      return { ...next, sources: [...next.sources, event.source] }
    case 'outline':
      return { ...next, outline: event.sections }
    case 'titles':
      return { ...next, titles: event.titles }
    case 'text':
      return { ...next, text: next.text + event.delta }
    case 'splice':
      return { ...next, text: next.text.slice(0, event.start) + event.text + next.text.slice(event.end) }
    case 'tags':
      return { ...next, tags: event.tags }
    case 'assumed':
      return { ...next, assumed: event.assumed, advice: event.advice ?? [] }
    case 'thumbnail':
      return { ...next, thumbnail: event.picture }
    case 'picture_failed':
      return { ...next, pictureError: event.code }
    case 'error':
      return {
        ...next,
        failure: {
          code: event.code,
          message: event.message,
          stage: event.stage,
          ...(event.name ? { name: event.name } : {}),
        },
        stages: next.stages.map((entry) =>
          entry.stage === event.stage ? { ...entry, state: 'failed' } : entry,
        ),
      }
    case 'done':
      return {
        ...next,
        status: event.status,
        savedAt: event.saved_at,
        cost: { token: event.token, image: event.image, available: event.available },
      }
  }
}
