// The kind of a writing run, for a whole text or a part: how its events reduce to a draft, and how its end is written.
import { sql, type Transaction } from 'kysely'
import { errorMessage } from '#server/error-words.ts'
import { availableBalance } from '#server/metering/ledger.ts'
import type { Tables } from '#server/adapters/tables.ts'
import type { Outcome, RunKind } from '#server/runs/run-kind.ts'
import type { Run } from '#server/runs/run-row.ts'
import type { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { ToolEvent, ToolName, ToolStage } from '#shared/tools.ts'
import { addToDraft, emptyDraft, eventsOfDraft, saveDraft, type ToolDraft } from './tool-draft.ts'
import { toolEvent } from './tool-event.ts'

type EventOf<Type extends ToolEvent['type']> = Extract<ToolEvent, { type: Type }>

export type ToolRunState = {
  started: EventOf<'started'> | null
  draft: ToolDraft
  isStageOver: boolean
  /** Failed optional stages. */
  failedStages: ToolStage[]
  pictureFailed: EventOf<'picture_failed'> | null
  error: EventOf<'error'> | null
  done: EventOf<'done'> | null
}

export type ToolRunInput = {
  tool: ToolName
  /** The language of the member's page: of error messages and of advice. */
  language: Language
  /** The status of the text before a partial rewrite; a failure restores it. */
  partOf: 'done' | 'stopped' | 'failed' | null
  /** Whether it ends after the outline. */
  isOutlineOnly: boolean
}

export const toolKind: RunKind<ToolEvent, ToolRunState, ToolRunInput> = {
  name: 'tool_use',
  event: toolEvent,
  empty: () => ({
    started: null,
    draft: emptyDraft(),
    isStageOver: false,
    failedStages: [],
    pictureFailed: null,
    error: null,
    done: null,
  }),
  apply(state, event) {
    addToDraft(state.draft, event)
    if (event.type === 'started') state.started = event
    if (event.type === 'stage') state.isStageOver = event.state !== 'active'
    if (event.type === 'stage' && event.state === 'failed') state.failedStages.push(event.stage)
    if (event.type === 'picture_failed') state.pictureFailed = event
    if (event.type === 'error') state.error = event
    if (event.type === 'done') state.done = event
    return state
  },
  stageOf: ({ draft }) => draft.stage,
  snapshot: ({ started, draft, isStageOver, failedStages, pictureFailed, error, done }) =>
    [
      started,
      ...stagesUntil(started?.stages ?? [], draft.stage, isStageOver),
      ...failedStages.map((stage): ToolEvent => ({ type: 'stage', stage, state: 'failed' })),
      ...eventsOfDraft(draft),
      pictureFailed,
      error,
      done,
    ].filter((event) => event !== null),
  async setStatus(db, run, status) {
    await db
      .updateTable('tool_use')
      .set({ status })
      .where('id', '=', run.subject_id)
      .where('status', 'in', ['queued', 'running'])
      .execute()
  },
  save: closeText,
}

function stagesUntil(stages: ToolStage[], stage: ToolStage, isOver: boolean): ToolEvent[] {
  const place = stages.indexOf(stage)
  const before = stages.slice(0, Math.max(0, isOver ? place + 1 : place)).map(stageDone)
  return isOver || place < 0 ? before : [...before, { type: 'stage', stage, state: 'active' }]
}

async function closeText(
  trx: Transaction<Tables>,
  run: Run<ToolRunInput>,
  { draft }: ToolRunState,
  outcome: Outcome,
): Promise<ToolEvent[]> {
  const { language, partOf: before } = run.input
  const isDone = outcome.status === 'done'
  const partOf = isDone ? null : before
  await saveDraft(trx, { id: run.subject_id, attempt: run.attempt }, draft, outcome.status === 'failed')
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
    .where('id', '=', run.subject_id)
    .returning(['saved_at', 'title'])
    .executeTakeFirstOrThrow()
  // A member who rewrites one part waits on the page and needs no alarm.
  if (isDone && !before) await raiseAlarm(trx, run, { title: row.title ?? '', isRead: outcome.isWatched })
  const { tokens } = await availableBalance(trx, run.member_id)
  return [
    ...(isDone ? [stageDone('saving'), stageDone('done')] : []),
    ...(outcome.error ? [errorEvent(outcome.error, language, draft.stage)] : []),
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

/** The alarm of a run that was followed to its end is already read. */
async function raiseAlarm(
  trx: Transaction<Tables>,
  run: Run<ToolRunInput>,
  { title, isRead }: { title: string; isRead: boolean },
): Promise<void> {
  const { subject_id: id, attempt, input } = run
  await trx
    .insertInto('user_alarm')
    .values({
      user_id: run.member_id,
      kind: 'tool_execute',
      // Each attempt is its own event.
      source_id: attempt === 1 ? String(id) : `${id}:${attempt}`,
      data: JSON.stringify({ tool: input.tool, title, id }),
      is_read: isRead,
    })
    .execute()
}

const stageDone = (stage: ToolStage): ToolEvent => ({ type: 'stage', stage, state: 'done' })

const errorEvent = (error: AppError, language: Language, stage: ToolStage): ToolEvent => ({
  type: 'error',
  code: error.code,
  message: errorMessage(error, language),
  stage,
  ...(error.detail?.name ? { name: error.detail.name } : {}),
})
