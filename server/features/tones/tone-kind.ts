// The kind of a tone analysis: how its events reduce to a state, and how its end is written. SQL stores its result as
// the member's tone, together with the row.
import { errorMessage } from '#server/error-words.ts'
import { availableBalance } from '#server/metering/ledger.ts'
import type { RunKind } from '#server/runs/run-kind.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { Manner } from '#shared/manner.ts'
import { postsMin, type ToneEvent, type ToneIcon, type ToneLink } from '#shared/tones.ts'
import { toneEvent } from './tone-event.ts'

export type Tone = {
  title: string
  description: string
  icon: ToneIcon
  result: string
  /** What could be counted in the posts; null when they have too few sentences. */
  manner: Manner | null
}

type ToneRunState = {
  started: ToneEvent | null
  links: ToneLink[]
  isLearning: boolean
  error: ToneEvent | null
  done: ToneEvent | null
}

export const toneKind: RunKind<ToneEvent, ToneRunState, { language: Language }, Tone> = {
  name: 'tone_analysis',
  event: toneEvent,
  empty: () => ({ started: null, links: [], isLearning: false, error: null, done: null }),
  apply(state, event) {
    switch (event.type) {
      case 'started':
        return { ...state, started: event }
      case 'link':
        return { ...state, links: [...state.links, event.link] }
      case 'learning':
        return { ...state, isLearning: true }
      case 'error':
        return { ...state, error: event }
      case 'done':
        return { ...state, done: event }
      case 'queued':
        return state
    }
  },
  snapshot: ({ started, links, isLearning, error, done }) =>
    [
      started,
      ...links.map((link) => ({ type: 'link' as const, link })),
      isLearning ? ({ type: 'learning' } as const) : null,
      error,
      done,
    ].filter((event) => event !== null),
  async save(trx, run, { links }, { status, error, token, usage, durationMs, made }) {
    await trx
      .updateTable('tone_analysis')
      .set({
        ...made,
        manner: made?.manner ? JSON.stringify(made.manner) : null,
        status,
        links: JSON.stringify(links),
        error_code: error?.code ?? null,
        token,
        token_input: usage.input,
        token_output: usage.output,
        duration: durationMs,
      })
      .where('id', '=', run.subject_id)
      .execute()
    const { tokens: available } = await availableBalance(trx, run.member_id)
    return [
      ...(error ? [failureEvent(error, run.input.language)] : []),
      { type: 'done', status, token, available },
    ]
  },
}

const failureEvent = (error: AppError, language: Language): ToneEvent => ({
  type: 'error',
  code: error.code,
  message: errorMessage(
    error.detail ? error : new AppError(error.code, { detail: { count: postsMin } }),
    language,
  ),
})
