// Runs a prompt on the engine: one answer, or one of each model side by side, under one hold and with one settlement.
import { errorMessage } from '#server/error-words.ts'
import { logFailure } from '#server/log-failure.ts'
import { availableBalance } from '#server/metering/ledger.ts'
import type { Meter } from '#server/metering/meter.ts'
import { runSettings, startRun, type Outcome } from '#server/metering/metered-run.ts'
import { refusalWithFacts } from '#server/metering/refusal-with-facts.ts'
import type { LiveRun } from '#server/metering/run-keeper.ts'
import type { Model } from '#server/outside/models.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { PromptModelName } from '#shared/prompts.ts'
import type { PromptRunForm } from '#shared/prompts-run-form.ts'
import {
  estimatePromptRun,
  modelsSideBySide,
  promptModelNames,
  promptRunLimits,
  type PromptEvent,
} from '#shared/prompts-run.ts'
import { contentMaxLength } from '#shared/tools.ts'
import type { ModelName } from '#shared/usage.ts'
import { promptMessage, type PromptMessage } from './prompt-message.ts'
import {
  closeAnswers,
  countPromptUse,
  insertAnswers,
  markWaiting,
  type AnswerEnd,
} from './prompt-run-rows.ts'
import { readAsked } from './read-asked.ts'

type Request = {
  memberId: string
  form: PromptRunForm
  /** Of the error words that go out while it runs. */
  language: Language
}

/** An answer while it is made. */
type Answer = {
  id: number
  model: PromptModelName
  source: Model
  result: string
  end: 'done' | 'failed' | null
  error: AppError | null
  meter: Meter | null
  durationMs: number
}

/**
 * Starts a run, which goes on whatever becomes of the caller.
 * @throws AppError prompt_not_found, not_found, invalid_field, prompt_too_long, no_tokens with detail, request_in_progress with the
 * run that is in the way, prompt_use_create_failed
 */
export async function startPromptRun(parts: Parts, { memberId, form, language }: Request): Promise<LiveRun> {
  const order = await readAsked(parts.database, memberId, form, connectedModels(parts))
  const message = promptMessage(order.asked, order.earlier)
  const answers = order.models.map((model): Answer => ({
    id: 0,
    model,
    source: parts.promptModels[model],
    result: '',
    end: null,
    error: null,
    meter: null,
    durationMs: 0,
  }))
  const ceilingOf = (names: ModelName[]) => estimatePromptRun(message.asked, '', names).ceiling
  const [first, ...beside] = answers
  const ceiling = ceilingOf(answers.map(({ source }) => source.name))
  try {
    return await startRun<PromptEvent>(runSettings(parts, first!.source), {
      spender: memberId,
      ceiling,
      beside: beside.map(({ source }) => ({ model: source, ceiling: ceilingOf([source.name]) })),
      async open(trx) {
        const rows = await insertAnswers(
          trx,
          memberId,
          order,
          answers.map(({ model, source }) => ({ model, by: source.name, isDemo: source.isDemo })),
        )
        rows.forEach(({ id }, index) => (answers[index]!.id = id))
        const runId = rows[0]!.id
        const started: PromptEvent = {
          type: 'started',
          run_id: runId,
          answers: rows,
          ceiling,
          is_demo: answers.some(({ source }) => source.isDemo),
          left_out: message.leftOut,
        }
        return { key: { table: 'prompt_use', id: runId, attempt: 1 }, events: [started] }
      },
      async onWaiting(db, key, position) {
        await markWaiting(db, key.id, position > 0)
        return [{ type: 'queued', position }]
      },
      async work(meter, emit, signal, others) {
        const meters = [meter, ...others]
        answers.forEach((answer, index) => (answer.meter = meters[index]!))
        const written = await Promise.allSettled(
          answers.map((answer) => writeAnswer(answer, { message, emit, signal })),
        )
        signal.throwIfAborted()
        const failed = written.find((each) => each.status === 'rejected')
        if (failed) throw failed.reason
        if (answers.every(({ end }) => end === 'failed')) throw answers[0]!.error!
      },
      async close(trx, key, outcome) {
        const ends = answers.map((answer) => endOf(answer, outcome))
        await closeAnswers(trx, ends)
        const isUse = order.parentId === null && ends.some(({ status }) => status !== 'failed')
        if (isUse && answers.some(({ result }) => result.trim() !== '')) await countPromptUse(trx, key.id)
        const { tokens } = await availableBalance(trx, memberId)
        return [
          ...(outcome.error ? [errorEvent(outcome.error, language)] : []),
          { type: 'done', status: outcome.status, token: outcome.token, available: tokens },
        ]
      },
    })
  } catch (error) {
    throw toRefusal(await refusalWithFacts(parts.database, error, { memberId, ceiling }))
  }
}

/** The models whose answers can stand side by side here. */
const connectedModels = (parts: Parts): PromptModelName[] => {
  const names = promptModelNames.map((name) => [name, parts.promptModels[name].name])
  return modelsSideBySide(Object.fromEntries(names) as Record<PromptModelName, ModelName>)
}

type Writing = {
  message: PromptMessage
  emit: (event: PromptEvent) => void
  signal: AbortSignal
}

/** One answer, from its first word to its end. A failure is its own affair: the other answers go on, and it is not charged. */
async function writeAnswer(answer: Answer, { message, emit, signal }: Writing): Promise<void> {
  const startedAt = performance.now()
  const meter = answer.meter!
  const end = (status: 'done' | 'failed') => {
    answer.end = status
    answer.durationMs = Math.round(performance.now() - startedAt)
    emit({
      type: 'answer',
      model: answer.model,
      status,
      token: meter.price(),
      ...(answer.error ? { code: answer.error.code } : {}),
    })
  }
  try {
    const { instructions, turns, prompt } = message
    const call = { instructions, turns, prompt, outputTokensMax: promptRunLimits.answerTokens }
    await meter.text(call, (delta) => {
      answer.result += delta
      emit({ type: 'text', model: answer.model, delta })
    })
    if (answer.result.trim() === '') throw new AppError('model_refused')
    end('done')
  } catch (error) {
    if (signal.aborted) {
      answer.durationMs = Math.round(performance.now() - startedAt)
      throw error
    }
    if (!(error instanceof AppError)) logFailure('prompt: an answer failed', error)
    answer.error =
      error instanceof AppError ? error : new AppError('prompt_use_create_failed', { cause: error })
    meter.waive()
    end('failed')
  }
}

/** A run that was stopped ends the answers that were still being written; one that failed takes all of them along. */
function endOf(answer: Answer, outcome: Outcome): AnswerEnd {
  const isFailed = outcome.status === 'failed' || answer.end === 'failed'
  return {
    id: answer.id,
    status: isFailed ? 'failed' : (answer.end ?? 'stopped'),
    result: answer.result.slice(0, contentMaxLength),
    errorCode: isFailed ? ((answer.error ?? outcome.error)?.code ?? null) : null,
    token: isFailed ? 0 : (answer.meter?.price() ?? 0),
    usage: answer.meter?.usage() ?? { input: 0, output: 0 },
    durationMs: answer.durationMs || outcome.durationMs,
  }
}

export const errorEvent = (error: AppError, language: Language): PromptEvent => ({
  type: 'error',
  code: error.code,
  message: errorMessage(error, language),
})

/** What the database refuses has its own words; anything else means that the run could not be made (P30). */
function toRefusal(error: unknown): unknown {
  if (error instanceof AppError) return error
  logFailure('prompt: a run could not be made', error)
  return new AppError('prompt_use_create_failed', { cause: error })
}
