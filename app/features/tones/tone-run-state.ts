import type { ToneEvent, ToneLink } from '#shared/tones.ts'
import type { FollowedState, RunKind } from '#app/session/use-followed-run.ts'

/** The screen's state of an analysis, built from its events alone. */
export type ToneRunState = FollowedState & {
  /** The queue position while the site is busy (1: next), 0 when the analysis runs. */
  position: number
  urls: string[]
  links: ToneLink[]
  isLearning: boolean
}

const idle: ToneRunState = {
  status: 'idle',
  runId: null,
  lastEventId: null,
  position: 0,
  urls: [],
  links: [],
  isLearning: false,
}

/** How to follow an analysis. It continues when the user leaves the page. */
export const toneRuns: RunKind<ToneEvent, ToneRunState> = {
  idle,
  starting: { ...idle, status: 'starting' },
  apply: applyToneEvent,
  eventsPath: (id) => `/auth/user/tone/${id}/events`,
  stopPath: '/auth/user/tone/stop',
}

function applyToneEvent(state: ToneRunState, event: ToneEvent, eventId: string | null): ToneRunState {
  const next = { ...state, lastEventId: eventId ?? state.lastEventId }
  switch (event.type) {
    case 'started':
      // The server replays all events from the beginning to a client elsewhere.
      return {
        ...idle,
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
