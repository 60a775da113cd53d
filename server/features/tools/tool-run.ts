// A run of any writing tool: its row, its events, its end.
import { sql, type Transaction } from 'kysely'
import { errorMessage } from '#server/error-words.ts'
import { availableBalance } from '#server/metering/ledger.ts'
import type { Meter } from '#server/metering/meter.ts'
import type { PictureMeter } from '#server/metering/picture-meter.ts'
import { runSettings, startRun, type Outcome } from '#server/metering/metered-run.ts'
import type { LiveRun } from '#server/metering/run-keeper.ts'
import { refusalWithFacts } from '#server/metering/refusal-with-facts.ts'
import type { RunKey } from '#server/metering/run-key.ts'
import type { Tables } from '#server/outside/tables.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { OutputLanguage, ToolEvent, ToolName, ToolStage } from '#shared/tools.ts'
import { addToDraft, emptyDraft, eventsOfDraft, keepDraft, type ToolDraft } from './tool-draft.ts'

export type ToolOrder = {
  memberId: string
  tool: ToolName
  /** What the member asked for, as it is kept. */
  request: object
  outputLanguage: OutputLanguage
  /** Of the error words that go out while it runs. */
  language: Language
  /** In the member's tokens. */
  ceiling: number
  /** Pictures that it may make, each one image credit. */
  images: number
  stages: ToolStage[]
  /** The text to be written again, with what of it is kept; null for a new one. */
  again: {
    id: number
    kept: ToolDraft
    /** How the text stood before, when only a part of it is written anew: it stands so again if that fails. */
    partOf?: 'done' | 'stopped' | 'failed'
  } | null
  /** Makes the text; everything made goes out through `emit` at once, so that a failure keeps what exists. */
  write(
    meter: Meter,
    emit: (event: ToolEvent) => void,
    kept: ToolDraft,
    signal: AbortSignal,
    pictures: PictureMeter,
  ): Promise<void>
}

/**
 * Starts writing. The run goes on whatever becomes of the caller.
 * @returns the run, to be followed
 * @throws AppError no_tokens and no_image_credits with detail, request_in_progress with the run's id, not_found for texts of others
 */
export async function startToolRun(parts: Parts, order: ToolOrder): Promise<LiveRun> {
  const draft = emptyDraft()
  try {
    return await startRun<ToolEvent>(runSettings(parts, parts.model), {
      spender: order.memberId,
      ceiling: order.ceiling,
      images: {
        model: parts.pictures,
        count: order.images,
        timeoutMs: parts.config.pictures.timeoutSeconds * 1000,
      },
      async open(trx) {
        const key = order.again
          ? await reopenRow(trx, order, order.again.id)
          : await insertRow(trx, parts, order)
        return { key, events: [startedEvent(parts, order, key.id)] }
      },
      async onWaiting(db, key, position) {
        await db
          .updateTable('tool_use')
          .set({ status: position > 0 ? 'queued' : 'running' })
          .where('id', '=', key.id)
          .where('status', 'in', ['queued', 'running'])
          .execute()
        return [{ type: 'queued', position }]
      },
      async work(meter, emit, signal, _beside, pictures) {
        const send = (event: ToolEvent) => {
          const clean = withoutNul(event)
          addToDraft(draft, clean)
          emit(clean)
        }
        const kept = order.again?.kept ?? emptyDraft()
        eventsOfDraft(kept).forEach(send)
        await order.write(meter, send, kept, signal, pictures)
      },
      close: (trx, key, outcome) => closeRow(trx, { key, order, draft, outcome }),
    })
  } catch (error) {
    throw await refusalWithFacts(parts.database, error, order)
  }
}

function startedEvent(parts: Parts, order: ToolOrder, runId: number): ToolEvent {
  return {
    type: 'started',
    run_id: runId,
    stages: order.stages,
    ceiling: order.ceiling,
    is_demo: parts.model.isDemo,
  }
}

async function insertRow(trx: Transaction<Tables>, parts: Parts, order: ToolOrder): Promise<RunKey> {
  const { id } = await trx
    .insertInto('tool_use')
    .values({
      user_id: order.memberId,
      tool: order.tool,
      status: 'running',
      stage: 'request',
      request: JSON.stringify(order.request),
      language: order.outputLanguage,
      model: parts.model.name,
      is_demo: parts.model.isDemo,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { table: 'tool_use', id, attempt: 1 }
}

async function reopenRow(trx: Transaction<Tables>, order: ToolOrder, id: number): Promise<RunKey> {
  const row = await trx
    .updateTable('tool_use')
    .set((eb) => ({
      status: 'running',
      stage: 'request',
      error_code: null,
      picture_error: null,
      attempt: eb('attempt', '+', 1),
      request: JSON.stringify(order.request),
      // One section anew reads nothing; the text still stands on what was read for it.
      ...(order.again?.partOf ? {} : { sources: '[]' }),
    }))
    .where('id', '=', id)
    .where('user_id', '=', order.memberId)
    .where('status', 'not in', ['queued', 'running'])
    .returning('attempt')
    .executeTakeFirst()
  if (!row) throw new AppError('request_in_progress')
  return { table: 'tool_use', id, attempt: row.attempt }
}

type Closing = { key: RunKey; order: ToolOrder; draft: ToolDraft; outcome: Outcome }

async function closeRow(
  trx: Transaction<Tables>,
  { key, order, draft, outcome }: Closing,
): Promise<ToolEvent[]> {
  const isDone = outcome.status === 'done'
  const partOf = isDone ? undefined : order.again?.partOf
  await keepDraft(trx, key, draft, outcome.status === 'failed')
  const row = await trx
    .updateTable('tool_use')
    .set((eb) => ({
      status: partOf ?? outcome.status,
      stage: isDone || partOf === 'done' ? 'done' : draft.stage,
      error_code: partOf ? null : (outcome.error?.code ?? null),
      picture_error: draft.pictureError,
      token: eb('token', '+', outcome.token),
      image: eb('image', '+', outcome.image),
      token_input: eb('token_input', '+', outcome.usage.input),
      token_output: eb('token_output', '+', outcome.usage.output),
      duration: outcome.durationMs,
      ...(isDone ? { saved_at: sql<string>`now()` } : {}),
    }))
    .where('id', '=', key.id)
    .returning(['saved_at', 'title'])
    .executeTakeFirstOrThrow()
  // Whoever has one part written anew waits in front of it.
  if (isDone && !order.again?.partOf) await raiseAlarm(trx, { key, order, title: row.title ?? '' })
  const { tokens } = await availableBalance(trx, order.memberId)
  return [
    ...(isDone ? [stageDone('saving'), stageDone('done')] : []),
    ...(outcome.error ? [errorEvent(outcome.error, order.language, draft.stage)] : []),
    {
      type: 'done',
      status: outcome.status,
      token: outcome.token,
      image: outcome.image,
      available: tokens,
      saved_at: row.saved_at,
    },
  ]
}

async function raiseAlarm(
  trx: Transaction<Tables>,
  { key, order, title }: { key: RunKey; order: ToolOrder; title: string },
): Promise<void> {
  await trx
    .insertInto('user_alarm')
    .values({
      user_id: order.memberId,
      kind: 'tool_execute',
      // Each time it is written is an event of its own.
      source_id: key.attempt === 1 ? String(key.id) : `${key.id}:${key.attempt}`,
      data: JSON.stringify({ tool: order.tool, title, id: key.id }),
    })
    .execute()
}

const stageDone = (stage: ToolStage): ToolEvent => ({ type: 'stage', stage, state: 'done' })

export const errorEvent = (error: AppError, language: Language, stage: ToolStage): ToolEvent => ({
  type: 'error',
  code: error.code,
  message: errorMessage(error, language),
  stage,
  ...(error.detail?.name ? { name: error.detail.name } : {}),
})

/** Postgres cannot keep U+0000 in a text, and no reader misses it. */
function withoutNul(event: ToolEvent): ToolEvent {
  if (event.type !== 'text' || !event.delta.includes('\0')) return event
  return { ...event, delta: event.delta.replaceAll('\0', '') }
}
