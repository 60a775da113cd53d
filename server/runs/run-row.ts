// A run's row in private.run: opened with its hold, ended with its charge. See supabase/schemas/05_ledger.sql.
import { sql } from 'kysely'
import type { Querier } from '#server/adapters/database.ts'
import { callDatabase } from '#server/metering/call-database.ts'
import { AppError } from '#shared/errors.ts'
import type { RunStatus } from '#shared/tools.ts'

/** The table with the row that a run works on. */
export type RunKindName = 'tool_use' | 'tool_edit' | 'prompt_use' | 'tone_analysis' | 'keyword_search'

export type Run<Input = unknown> = {
  id: number
  kind: RunKindName
  /** The row that it works on. A later attempt may work on the same row. */
  subject_id: number
  attempt: number
  member_id: string
  /** The data that is needed to write its end when its process is gone. */
  input: Input
  status: RunStatus
  /** The state from its events, stored for a day after its end; null before and later. */
  state: unknown
}

/** The usage of a run: for one that was handed over, in its earlier processes. */
export type Spent = {
  /** In the member's tokens. */
  token: number
  image: number
  usage: { input: number; output: number }
  durationMs: number
}
export const nothingSpent = (): Spent => ({
  token: 0,
  image: 0,
  usage: { input: 0, output: 0 },
  durationMs: 0,
})
export type EndedStatus = 'done' | 'stopped' | 'failed'

const columns = ['id', 'kind', 'subject_id', 'attempt', 'member_id', 'input', 'status', 'state'] as const

const idsPerAttempt = 1_000_000
/**
 * A reader may have received events that a crash left unstored. The events of recovery must have higher ids than those.
 */
const idsOfRecovery = 900_000

export const firstEventId = (attempt: number): number => attempt * idsPerAttempt + 1
export const firstRecoveryId = (attempt: number): number => firstEventId(attempt) + idsOfRecovery

type NewRun<Input> = {
  kind: RunKindName
  subjectId: number
  attempt: number
  memberId: string
  /** Its maximum cost. */
  tokens: number
  images: number
  model: string
  input: Input
  leaseSeconds: number
}

/**
 * Opens a run: holds its maximum cost, and makes it the member's only run.
 * @throws AppError request_in_progress, no_tokens, no_image_credits, user_or_usage_failed
 */
export async function openRun<Input extends object>(trx: Querier, run: NewRun<Input>): Promise<Run<Input>> {
  const { kind, subjectId, attempt, memberId, input } = run
  const row = await callDatabase<{ id: number }>(
    trx,
    sql`select private.open_run(${kind}, ${subjectId}::bigint, ${attempt}::integer, ${memberId}::uuid, ${run.tokens}::bigint,
      ${run.images}::bigint, ${run.model}, ${JSON.stringify(input)}::jsonb, ${run.leaseSeconds}::integer) as id`,
  )
  return {
    id: row!.id,
    kind,
    subject_id: subjectId,
    attempt,
    member_id: memberId,
    input,
    status: 'running',
    state: null,
  }
}

/**
 * Ends a run and charges its usage, never more than the hold.
 * @returns the charge, or null when it had ended before
 */
export async function settleRun(
  trx: Querier,
  end: { id: number; status: EndedStatus; tokens: number; images: number },
): Promise<{ token: number; image: number } | null> {
  const charged = await callDatabase<{ token: number; image: number }>(
    trx,
    sql`select token, image from private.settle_run(${end.id}::bigint, ${end.status}, ${end.tokens}::bigint, ${end.images}::bigint)`,
  )
  return charged ?? null
}

/** @throws AppError not_found for other members' runs */
export async function readRun(db: Querier, id: number, memberId: string): Promise<Run> {
  const run = await db
    .selectFrom('private.run')
    .select(columns)
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!run) throw new AppError('not_found')
  return run
}

/** The newest attempt at a row. @throws AppError not_found for other members' rows */
export async function readRunOf(
  db: Querier,
  { kind, subjectId, memberId }: { kind: RunKindName; subjectId: number; memberId: string },
): Promise<Run> {
  const run = await db
    .selectFrom('private.run')
    .select(columns)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!run) throw new AppError('not_found')
  return run
}

/** The member's live run, or null. */
export async function findLiveRun(
  db: Querier,
  memberId: string,
): Promise<Pick<Run, 'id' | 'kind' | 'subject_id'> | null> {
  const run = await db
    .selectFrom('private.run')
    .select(['id', 'kind', 'subject_id'])
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return run ?? null
}

/** Claims a run whose lease has expired; null when another process was faster. */
export async function claimOrphanedRun(
  trx: Querier,
  id: number,
): Promise<(Run & { isHandedOver: boolean; spent: Spent }) | null> {
  const run = await trx
    .selectFrom('private.run')
    .select([...columns, 'handed_over_at', 'token', 'image', 'token_input', 'token_output', 'duration'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('lease_until', '<', sql<string>`now()`)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!run) return null
  const { token, image, token_input: input, token_output: output, duration } = run
  return {
    ...run,
    isHandedOver: run.handed_over_at !== null,
    spent: { token, image, usage: { input, output }, durationMs: duration },
  }
}

/** Hands a run over to another process. Its events must be stored by then. */
export async function handOverRun(trx: Querier, id: number, spent: Spent): Promise<void> {
  await trx
    .updateTable('private.run')
    .set({
      token: spent.token,
      image: spent.image,
      token_input: spent.usage.input,
      token_output: spent.usage.output,
      duration: spent.durationMs,
      handed_over_at: sql<string>`now()`,
      lease_until: sql<string>`now()`,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Claims a run that was handed over. From now on it is orphaned like any other when its lease is not renewed. */
export async function takeOverRun(trx: Querier, id: number, leaseSeconds: number): Promise<void> {
  await trx
    .updateTable('private.run')
    .set({
      handed_over_at: null,
      lease_until: sql<string>`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where('id', '=', id)
    .execute()
}

/** Records the facts of a run that exist only at its end. */
export async function completeRun(
  trx: Querier,
  id: number,
  end: {
    state: unknown
    stage: string | null
    usage: { input: number; output: number }
    durationMs: number
    errorCode: string | null
  },
): Promise<void> {
  await trx
    .updateTable('private.run')
    .set({
      state: JSON.stringify(end.state),
      stage: end.stage,
      token_input: end.usage.input,
      token_output: end.usage.output,
      duration: end.durationMs,
      error_code: end.errorCode,
    })
    .where('id', '=', id)
    .execute()
}

export async function markQueued(db: Querier, id: number, status: 'queued' | 'running'): Promise<void> {
  await db
    .updateTable('private.run')
    .set({ status })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}
