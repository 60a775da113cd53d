// Runs a prompt: one answer, or one per model in parallel, under one hold and with one settlement.
import { logFailure } from '#server/log-failure.ts'
import type { Meter } from '#server/metering/meter.ts'
import { writeToEnd } from '#server/metering/write-to-end.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { runSettings, startRun } from '#server/runs/execute-run.ts'
import { addErrorDetail } from '#server/runs/add-error-detail.ts'
import type { LiveRun } from '#server/runs/run-registry.ts'
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
import type { ModelName } from '#shared/usage.ts'
import { promptKind } from './prompt-kind.ts'
import { promptMessage, type PromptMessage } from './prompt-message.ts'
import { insertAnswers } from './prompt-run-rows.ts'
import { resolvePromptRequest } from './resolve-prompt-request.ts'

type Request = {
  memberId: string
  form: PromptRunForm
  /** The language of error messages during the run. */
  language: Language
}

/**
 * Starts a run, which does not depend on the caller's connection.
 * @throws AppError prompt_not_found, not_found, invalid_field, prompt_too_long, no_tokens with detail,
 * request_in_progress with the blocking run, prompt_use_create_failed
 */
export async function startPromptRun(
  deps: Dependencies,
  { memberId, form, language }: Request,
): Promise<LiveRun> {
  const order = await resolvePromptRequest(deps.database, memberId, form, connectedModels(deps))
  const message = promptMessage(order.asked, order.earlier)
  const answers = order.models.map((model) => ({ model, source: deps.promptModels[model] }))
  const ceilingOf = (names: ModelName[]) => estimatePromptRun(message.asked, '', names).ceiling
  const [first, ...parallel] = answers
  const ceiling = ceilingOf(answers.map(({ source }) => source.name))
  try {
    return await startRun(runSettings(deps, first!.source), {
      kind: promptKind,
      memberId,
      ceiling,
      parallel: parallel.map(({ source }) => ({ model: source, ceiling: ceilingOf([source.name]) })),
      input: { language, isUse: order.parentId === null },
      async open(trx) {
        const rows = await insertAnswers(
          trx,
          memberId,
          order,
          answers.map(({ model, source }) => ({ model, by: source.name, isDemo: source.isDemo })),
        )
        const id = rows[0]!.id
        return {
          subjectId: id,
          attempt: 1,
          started: {
            type: 'started' as const,
            run_id: id,
            answers: rows,
            ceiling,
            is_demo: answers.some(({ source }) => source.isDemo),
            left_out: message.leftOut,
          },
        }
      },
      async work({ meter, others, emit, signal }) {
        const meters = [meter, ...others]
        const written = await Promise.allSettled(
          answers.map(({ model }, index) =>
            writeAnswer({ model, meter: meters[index]!, message, emit, signal }),
          ),
        )
        signal.throwIfAborted()
        const failures = written.map((each) => {
          if (each.status === 'rejected') throw each.reason
          return each.value
        })
        if (failures.every((failure) => failure !== null)) throw failures[0]!
      },
    })
  } catch (error) {
    throw toRefusal(await addErrorDetail(deps.database, error, { memberId, ceiling }))
  }
}

/** The models that can answer in parallel here. */
const connectedModels = (deps: Dependencies): PromptModelName[] => {
  const names = promptModelNames.map((name) => [name, deps.promptModels[name].name])
  return modelsSideBySide(Object.fromEntries(names) as Record<PromptModelName, ModelName>)
}

type Writing = {
  model: PromptModelName
  meter: Meter
  message: PromptMessage
  emit: (event: PromptEvent) => void
  signal: AbortSignal
}

/**
 * Writes one answer, from its first delta to its end. A failure stays local: the other answers continue, and it is not
 * charged.
 * @returns its error, or null
 */
async function writeAnswer({ model, meter, message, emit, signal }: Writing): Promise<AppError | null> {
  const { instructions, turns, prompt } = message
  const end = (status: 'done' | 'stopped' | 'failed', error?: AppError) =>
    emit({ type: 'answer', model, status, token: meter.price(), ...(error ? { code: error.code } : {}) })
  try {
    const call = { instructions, turns, prompt, outputTokensMax: promptRunLimits.answerTokens }
    let isEmpty = true
    const reason = await writeToEnd(call, {
      begun: '',
      write: meter.text,
      canAfford: meter.canAfford,
      onDelta(delta) {
        isEmpty &&= delta.trim() === ''
        emit({ type: 'text', model, delta })
      },
    })
    if (isEmpty) throw new AppError('model_refused')
    end(reason === 'complete' ? 'done' : 'stopped')
    return null
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof AppError)) logFailure('prompt: an answer failed', error)
    const problem =
      error instanceof AppError ? error : new AppError('prompt_use_create_failed', { cause: error })
    meter.waive()
    end('failed', problem)
    return problem
  }
}

/** Refusals of the database have their own codes; any other error means that the run could not be created (P30). */
function toRefusal(error: unknown): unknown {
  if (error instanceof AppError) return error
  logFailure('prompt: a run could not be made', error)
  return new AppError('prompt_use_create_failed', { cause: error })
}
