// The Idempotency-Key of requests that cost something: the same request again gets the same answer, and nothing is started twice.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { logFailure } from '#server/log-failure.ts'
import type { Database } from '#server/adapters/database.ts'
import { AppError } from '#shared/errors.ts'

/** A process that died while it answered leaves its key open; after this the request may be made anew. */
const abandonedAfter = '2 minutes'

export type IdempotentRequest = {
  memberId: string
  /** What the caller sent as Idempotency-Key; without one the work is simply done. */
  key: string | undefined
  /** Method, path and body: what has to be the same for the same answer. */
  content: unknown
}
type Claim = { memberId: string; key: string; fingerprint: Buffer }

/**
 * Does `work` once for a member's key, and gives what it gave for as long as the key is known (a day). Failures are not kept: the
 * next request tries again.
 * @throws AppError invalid_request for a key above 255 characters, idempotency_key_reused for other content,
 * request_in_progress while the first request is being answered; and what `work` throws
 */
export async function doOnce<Answer extends object>(
  database: Database,
  { memberId, key, content }: IdempotentRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!key) return work()
  if (key.length > 255) throw new AppError('invalid_request')
  const fingerprint = createHash('sha256').update(JSON.stringify(content)).digest()
  const claim = { memberId, key, fingerprint }
  const known = await claimKey<Answer>(database, claim)
  if (known) return known
  const answer = await work().catch(async (error: unknown) => {
    await forgetKey(database, claim)
    throw error
  })
  await keepAnswer(database, claim, answer)
  return answer
}

/** @returns null when the key is the caller's to answer, else what was answered */
async function claimKey<Answer>(
  database: Database,
  { memberId, key, fingerprint }: Claim,
): Promise<Answer | null> {
  const { rows: claimed } = await sql`
    insert into private.idempotent_request as k (member_id, key, fingerprint)
    values (${memberId}::uuid, ${key}, ${fingerprint})
    on conflict (member_id, key) do update set fingerprint = excluded.fingerprint, created_at = now()
      where k.answer is null and k.created_at < now() - ${abandonedAfter}::interval
    returning key`.execute(database)
  if (claimed.length > 0) return null
  const { rows } = await sql<{ fingerprint: Buffer; answer: Answer | null }>`
    select fingerprint, answer from private.idempotent_request where member_id = ${memberId}::uuid and key = ${key}
  `.execute(database)
  const [known] = rows
  if (known && !known.fingerprint.equals(fingerprint)) throw new AppError('idempotency_key_reused')
  if (!known?.answer) throw new AppError('request_in_progress')
  return known.answer
}

/** What was done is done: an answer that cannot be kept still goes to whoever asked. */
async function keepAnswer(database: Database, { memberId, key }: Claim, answer: object): Promise<void> {
  try {
    await sql`update private.idempotent_request set answer = ${JSON.stringify(answer)}::json
      where member_id = ${memberId}::uuid and key = ${key}`.execute(database)
  } catch (error) {
    logFailure('idempotency: an answer could not be kept', error)
  }
}

async function forgetKey(database: Database, { memberId, key }: Claim): Promise<void> {
  await sql`delete from private.idempotent_request
    where member_id = ${memberId}::uuid and key = ${key} and answer is null`.execute(database)
}

/** Keys of more than a day ago, once a day. */
export async function forgetIdempotencyKeys(database: Database): Promise<void> {
  await sql`delete from private.idempotent_request where created_at < now() - interval '1 day'`.execute(
    database,
  )
}
