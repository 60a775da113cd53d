import type { ErrorCode } from '#shared/errors.ts'
import type { PromptAnswer, PromptEvent } from '#shared/prompts-run.ts'
import type { RunStatus } from '#shared/tools.ts'
import type { FollowedState, RunKind } from '#app/session/use-followed-run.ts'

/** An answer while it is written. */
export type LiveAnswer = PromptAnswer & {
  /** Markdown. */
  text: string
  status: RunStatus
  token: number
  code: ErrorCode | null
}

/** The screen's state of a run, built from its events alone. */
export type PromptRunState = FollowedState & {
  answers: LiveAnswer[]
  /** Place in line while the site is busy (1: next), 0 when it is written. */
  position: number
  isDemo: boolean
  leftOut: number
  failure: ErrorCode | null
  cost: { token: number; available: number } | null
}

const idle: PromptRunState = {
  status: 'idle',
  runId: null,
  lastEventId: null,
  answers: [],
  position: 0,
  isDemo: false,
  leftOut: 0,
  failure: null,
  cost: null,
}
const starting: PromptRunState = { ...idle, status: 'starting' }

/** How to follow runs of prompts. */
export const promptRuns: RunKind<PromptEvent, PromptRunState> = {
  idle,
  starting,
  apply: applyPromptEvent,
  isSameText: (first, second) =>
    first.type === 'text' && second.type === 'text' && first.model === second.model,
  eventsPath: (runId) => `/ai/use/prompt/run/${runId}/events`,
  stopPath: '/ai/use/prompt/stop',
}

function applyPromptEvent(state: PromptRunState, event: PromptEvent, eventId: string | null): PromptRunState {
  const next = { ...state, lastEventId: eventId ?? state.lastEventId }
  switch (event.type) {
    case 'started':
      // The server may replay a run from its beginning, which resets the earlier state.
      return {
        ...starting,
        lastEventId: next.lastEventId,
        status: 'running',
        runId: event.run_id,
        isDemo: event.is_demo,
        leftOut: event.left_out,
        answers: event.answers.map((answer) => ({
          ...answer,
          text: '',
          status: 'running',
          token: 0,
          code: null,
        })),
      }
    case 'queued':
      return { ...next, position: event.position }
    case 'text':
      return changeAnswer(next, event.model, (answer) => ({ ...answer, text: answer.text + event.delta }))
    case 'answer':
      return changeAnswer(next, event.model, (answer) => ({
        ...answer,
        status: event.status,
        token: event.token,
        code: event.code ?? null,
      }))
    case 'error':
      return { ...next, failure: event.code }
    case 'done':
      return {
        ...next,
        status: event.status,
        cost: { token: event.token, available: event.available },
        answers: next.answers.map((answer) =>
          answer.status === 'running' ? { ...answer, status: event.status, code: next.failure } : answer,
        ),
      }
  }
}

const changeAnswer = (
  state: PromptRunState,
  model: string,
  change: (answer: LiveAnswer) => LiveAnswer,
): PromptRunState => ({
  ...state,
  answers: state.answers.map((answer) => (answer.model === model ? change(answer) : answer)),
})
