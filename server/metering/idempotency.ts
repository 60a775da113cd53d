// The Idempotency-Key of requests that cost something: a repeat gets the stored response, and the work runs once.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { logFailure } from '#server/log-failure.ts'
import type { Database } from '#server/adapters/database.ts'
import { AppError } from '#shared/errors.ts'

/** A process that died while it answered leaves its key open. After this time the request may run again. */
const abandonedAfter = '2 minutes'

export type IdempotentRequest = {
  memberId: string
  /** The Idempotency-Key of the caller. Without one the work always runs. */
  key: string | undefined
  /** Method, path and body, which must be equal for the same response. */
  content: unknown
}
type Claim = { memberId: string; key: string; fingerprint: Buffer }

/**
 * Runs `work` once for a member's key, and returns the stored result for as long as the key exists (a day). Failures
 * are not stored: the next request retries.
 * @throws AppError invalid_request for a key above 255 characters, idempotency_key_reused for other content,
 * request_in_progress while the first request runs; errors of `work`
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
  await storeAnswer(database, claim, answer)
  return answer
}

/** @returns null when the caller has to run the work, else the stored response */
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

/** The work is done, so a response that cannot be stored is still returned. */
async function storeAnswer(database: Database, { memberId, key }: Claim, answer: object): Promise<void> {
  try {
    await sql`update private.idempotent_request set answer = ${JSON.stringify(answer)}::json
      where member_id = ${memberId}::uuid and key = ${key}`.execute(database)
  } catch (error) {
    logFailure('idempotency: an answer could not be saved', error)
  }
}

async function forgetKey(database: Database, { memberId, key }: Claim): Promise<void> {
  await sql`delete from private.idempotent_request
    where member_id = ${memberId}::uuid and key = ${key} and answer is null`.execute(database)
}

/** Deletes keys older than a day; runs once a day. */
export async function forgetIdempotencyKeys(database: Database): Promise<void> {
  await sql`delete from private.idempotent_request where created_at < now() - interval '1 day'`.execute(
    database,
  )
}
