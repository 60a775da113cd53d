// A run's row in private.run: opened with its hold, ended with its charge. See supabase/schemas/05_ledger.sql.
import { sql } from 'kysely'
import type { Querier } from '#server/adapters/database.ts'
import { callDatabase } from '#server/metering/call-database.ts'
import { AppError } from '#shared/errors.ts'
import type { RunStatus } from '#shared/tools.ts'

/** The table whose row a run works on. */
export type RunKindName = 'tool_use' | 'tool_edit' | 'prompt_use' | 'tone_analysis' | 'keyword_search'

export type Run<Input = unknown> = {
  id: number
  kind: RunKindName
  /** The row that it works on, which another attempt may work on again. */
  subject_id: number
  attempt: number
  member_id: string
  /** What is needed to write its end when its process is gone. */
  input: Input
  status: RunStatus
  /** What its events add up to, for a day after its end; null before and later. */
  state: unknown
}

/** What a run has used: for one that was handed over, in the processes that it has left. */
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
/** A reader may have seen events that a crash kept from being stored: what recovery adds must come after all of them. */
const idsOfRecovery = 900_000

export const firstEventId = (attempt: number): number => attempt * idsPerAttempt + 1
export const firstRecoveryId = (attempt: number): number => firstEventId(attempt) + idsOfRecovery

type NewRun<Input> = {
  kind: RunKindName
  subjectId: number
  attempt: number
  memberId: string
  /** The most that it may cost. */
  tokens: number
  images: number
  model: string
  input: Input
  leaseSeconds: number
}

/**
 * Opens a run: sets aside the most that it may cost, and with it the right to be the member's only run.
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
 * Ends a run and charges what it used, never more than was held.
 * @returns what was charged, or null when it had ended before
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

/** @throws AppError not_found for runs of others */
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

/** The newest attempt at a row. @throws AppError not_found for those of others */
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

/** What the member is having made at this moment, or null. */
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

/** A run whose lease has run out, for whoever takes it first; null when somebody else was faster. */
export async function takeLostRun(
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

/** Leaves a run for another process to go on with. What it sent must be stored by then. */
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

/** Takes a run that was handed over: from now on it is lost like any other when nobody renews its lease. */
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

/** What is known of a run only at its end. */
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
