// Starts a run of a writing tool: its row, and its tools.
import type { Transaction } from 'kysely'
import type { Meter } from '#server/metering/meter.ts'
import type { PictureMeter } from '#server/metering/picture-meter.ts'
import type { Tables } from '#server/adapters/tables.ts'
import type { Dependencies } from '#server/dependencies.ts'
import {
  resumeRun,
  runSettings,
  startRun,
  type HandedOverRun,
  type RunPlan,
} from '#server/runs/execute-run.ts'
import type { LiveRun } from '#server/runs/run-registry.ts'
import { addErrorDetail } from '#server/runs/add-error-detail.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { OutputLanguage, ToolEvent, ToolName, ToolStage } from '#shared/tools.ts'
import { emptyDraft, eventsOfDraft, type ToolDraft } from './tool-draft.ts'
import { toolKind, type ToolRunInput, type ToolRunState } from './tool-kind.ts'

export type ToolOrder = {
  memberId: string
  tool: ToolName
  /** The member's request, as it is stored. */
  request: object
  outputLanguage: OutputLanguage
  /** The language of the member's page: of error messages and of advice. */
  language: Language
  /** In the member's tokens. */
  ceiling: number
  /** The maximum number of its pictures, each one image credit. */
  images: number
  stages: ToolStage[]
  /** Whether it ends after the outline. */
  isOutlineOnly: boolean
  /** The text to write again, with the part of it that stays; null for a new one. */
  again: {
    id: number
    savedDraft: ToolDraft
    /** The status of the text before a partial rewrite; a failure restores it. */
    partOf?: 'done' | 'stopped' | 'failed'
  } | null
  /** Writes the text. Every output is emitted at once, so that a failure leaves the existing part. */
  write(
    meter: Meter,
    emit: (event: ToolEvent) => void,
    savedDraft: ToolDraft,
    signal: AbortSignal,
    pictures: PictureMeter,
  ): Promise<void>
}

/**
 * Starts writing. The run does not depend on the caller's connection.
 * @returns the run, to be followed
 * @throws AppError no_tokens and no_image_credits with detail, request_in_progress with the run's id, not_found for
 * other members' texts
 */
export async function startToolRun(deps: Dependencies, order: ToolOrder): Promise<LiveRun> {
  const { again } = order
  const savedDraft = again?.savedDraft ?? emptyDraft()
  const plan = planRun(deps, order, savedDraft)
  try {
    return await startRun(runSettings(deps, deps.model), {
      ...plan,
      async open(trx) {
        const row = again ? await reopenRow(trx, order, again.id) : await insertRow(trx, deps, order)
        return {
          subjectId: row.id,
          attempt: row.attempt,
          started: {
            type: 'started' as const,
            run_id: row.id,
            stages: order.stages,
            ceiling: order.ceiling,
            is_demo: deps.model.isDemo,
          },
        }
      },
      work(tools) {
        eventsOfDraft(savedDraft).forEach(tools.emit)
        return plan.work(tools)
      },
    })
  } catch (error) {
    throw await addErrorDetail(deps.database, error, order)
  }
}

/** Continues a text that another process left unfinished. */
export const resumeToolRun = (
  deps: Dependencies,
  order: ToolOrder,
  left: HandedOverRun<ToolRunInput, ToolRunState>,
): LiveRun => resumeRun(runSettings(deps, deps.model), planRun(deps, order, left.state.draft), left)

const planRun = (
  deps: Dependencies,
  order: ToolOrder,
  savedDraft: ToolDraft,
): RunPlan<ToolEvent, ToolRunState, ToolRunInput, void> => ({
  kind: toolKind,
  memberId: order.memberId,
  ceiling: order.ceiling,
  images: {
    model: deps.pictures,
    count: order.images,
    timeoutMs: deps.config.pictures.timeoutSeconds * 1000,
  },
  input: {
    tool: order.tool,
    language: order.language,
    partOf: order.again?.partOf ?? null,
    isOutlineOnly: order.isOutlineOnly,
  },
  // A partial rewrite shows nothing before its end, so it fails and the text stays unchanged.
  canResume: !order.again?.partOf,
  work: ({ meter, emit, signal, pictures }) => order.write(meter, emit, savedDraft, signal, pictures),
})

type Attempt = { id: number; attempt: number }

async function insertRow(trx: Transaction<Tables>, deps: Dependencies, order: ToolOrder): Promise<Attempt> {
  const { id } = await trx
    .insertInto('tool_use')
    .values({
      user_id: order.memberId,
      tool: order.tool,
      status: 'running',
      stage: 'request',
      request: JSON.stringify(order.request),
      language: order.outputLanguage,
      model: deps.model.name,
      is_demo: deps.model.isDemo,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, attempt: 1 }
}

async function reopenRow(trx: Transaction<Tables>, order: ToolOrder, id: number): Promise<Attempt> {
  const row = await trx
    .updateTable('tool_use')
    .set((eb) => ({
      status: 'running',
      stage: 'request',
      error_code: null,
      picture_error: null,
      attempt: eb('attempt', '+', 1),
      request: JSON.stringify(order.request),
      // A section rewrite reads no sources; the text still rests on those of its own run.
      ...(order.again?.partOf ? {} : { sources: '[]' }),
    }))
    .where('id', '=', id)
    .where('user_id', '=', order.memberId)
    .where('status', 'not in', ['queued', 'running'])
    .returning('attempt')
    .executeTakeFirst()
  if (!row) throw new AppError('request_in_progress')
  return { id, attempt: row.attempt }
}
