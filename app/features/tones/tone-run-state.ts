import type { ToneEvent, ToneLink } from '#shared/tones.ts'
import type { FollowedState } from '#app/session/use-followed-run.ts'

/** The screen's state of an analysis, built from its events alone. */
export type ToneRunState = FollowedState & {
  /** The queue position while the site is busy (1: next), 0 when the analysis runs. */
  position: number
  urls: string[]
  links: ToneLink[]
  isLearning: boolean
}

export const idleTone: ToneRunState = {
  status: 'idle',
  runId: null,
  lastEventId: null,
  position: 0,
  urls: [],
  links: [],
  isLearning: false,
}

export function applyToneEvent(state: ToneRunState, event: ToneEvent, eventId: string | null): ToneRunState {
  const next = { ...state, lastEventId: eventId ?? state.lastEventId }
  switch (event.type) {
    case 'started':
      // The server replays all events from the beginning to a client elsewhere.
      return {
        ...idleTone,
        lastEventId: next.lastEventId,
        status: 'running',
        runId: event.analysis_id,
        urls: event.urls,
      }
    case 'queued':
      return { ...next, position: event.position }
    case 'link':
      return { ...next, links: [...next.links, event.link] }
    case 'learning':
      return { ...next, isLearning: true }
    case 'error':
      return next
    case 'done':
      return { ...next, status: event.status }
  }
}
