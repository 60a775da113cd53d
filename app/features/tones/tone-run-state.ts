import type { ToneEvent, ToneLink } from '#shared/tones.ts'
import type { FollowedState } from '#app/session/use-followed-run.ts'

/** An analysis as its screen knows it, built from its events alone. */
export type ToneRunState = FollowedState & {
  /** Place in line while the site is busy (1: next), 0 when it goes on. */
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
      // A follower elsewhere is told everything from the beginning again.
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
