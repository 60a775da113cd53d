// The kind of a prompt run: how its events reduce to answers, and how its end is written.
import { errorMessage } from '#server/error-words.ts'
import { availableBalance } from '#server/metering/ledger.ts'
import type { Outcome, RunKind } from '#server/runs/run-kind.ts'
import type { AppError, ErrorCode } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { PromptEvent } from '#shared/prompts-run.ts'
import { contentMaxLength } from '#shared/tools.ts'
import { closeAnswers, countPromptUse, setAnswersStatus, type AnswerEnd } from './prompt-run-rows.ts'
import { promptEvent } from './prompt-event.ts'

type EventOf<Type extends PromptEvent['type']> = Extract<PromptEvent, { type: Type }>

type PromptRunState = {
  started: EventOf<'started'> | null
  /** In the order of the run's answers. */
  answers: { id: number; text: string; end: EventOf<'answer'> | null }[]
  error: PromptEvent | null
  done: PromptEvent | null
}

export type PromptRunInput = {
  /** The language of error messages in events. */
  language: Language
  /** Whether it counts as a use of its prompt: a follow-up question does not. */
  isUse: boolean
}

export const promptKind: RunKind<PromptEvent, PromptRunState, PromptRunInput> = {
  name: 'prompt_use',
  event: promptEvent,
  empty: () => ({ started: null, answers: [], error: null, done: null }),
  apply(state, event) {
    switch (event.type) {
      case 'started':
        return {
          ...state,
          started: event,
          answers: event.answers.map(({ id }) => ({ id, text: '', end: null })),
        }
      case 'text':
      case 'answer': {
        const answer = state.answers[placeOf(state, event.model)]
        if (answer && event.type === 'text') answer.text += event.delta
        if (answer && event.type === 'answer') answer.end = event
        return state
      }
      case 'error':
        return { ...state, error: event }
      case 'done':
        return { ...state, done: event }
      case 'queued':
        return state
    }
  },
  snapshot: ({ started, answers, error, done }) =>
    [
      started,
      ...(started?.answers ?? []).flatMap(({ model }, index): PromptEvent[] => {
        const { text, end } = answers[index]!
        return [...(text ? [{ type: 'text' as const, model, delta: text }] : []), ...(end ? [end] : [])]
      }),
      error,
      done,
    ].filter((event) => event !== null),
  setStatus: (db, run, status) => setAnswersStatus(db, run.subject_id, status),
  async save(trx, run, state, outcome) {
    const ends = state.answers.map((answer, index) => endOf(answer, outcome, index))
    await closeAnswers(trx, ends)
    const hasAnswer = ends.some(({ status, result }) => status !== 'failed' && result.trim() !== '')
    if (run.input.isUse && hasAnswer) await countPromptUse(trx, run.subject_id)
    const { tokens } = await availableBalance(trx, run.member_id)
    const { status, token, error } = outcome
    return [
      ...(error ? [errorEvent(error, run.input.language)] : []),
      { type: 'done', status, token, available: tokens },
    ]
  },
}

const placeOf = ({ started }: PromptRunState, model: string): number =>
  started?.answers.findIndex((answer) => answer.model === model) ?? -1

/** A cancelled run ends its unfinished answers; a failed run fails all of them. */
function endOf(
  { id, text, end }: PromptRunState['answers'][number],
  outcome: Outcome,
  index: number,
): AnswerEnd {
  const isFailed = outcome.status === 'failed' || end?.status === 'failed'
  const meter = outcome.meters[index]
  const code: ErrorCode | null = end?.code ?? outcome.error?.code ?? null
  return {
    id,
    status: isFailed ? 'failed' : (end?.status ?? 'stopped'),
    result: text.slice(0, contentMaxLength),
    errorCode: isFailed ? code : null,
    token: isFailed ? 0 : (meter?.price() ?? 0),
    usage: meter?.usage() ?? { input: 0, output: 0 },
    durationMs: meter?.durationMs() ?? 0,
  }
}

const errorEvent = (error: AppError, language: Language): PromptEvent => ({
  type: 'error',
  code: error.code,
  message: errorMessage(error, language),
})
