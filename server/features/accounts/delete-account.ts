// Deletes an account in two calls: a token that is valid for minutes, then everything personal in one transaction.
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { wrapError } from '#server/adapters/database.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { hashIdentities, storeInvitedIdentities } from './deleted-identity.ts'

type Leaver = { id: string; sessionId: string }

const tokenMinutes = 10
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Issues a token that deletes the account once, from the same session (A36). A new token replaces the previous one.
 * @throws AppError subscription_active, debt_remaining, request_in_progress: these block the deletion;
 * member_delete_failed
 */
export async function issueDeletionToken(
  deps: Pick<Dependencies, 'database'>,
  leaver: Leaver,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const row = {
    session_id: leaver.sessionId,
    token_hash: hashOf(token),
    expires_at: new Date(Date.now() + tokenMinutes * 60_000).toISOString(),
  }
  await wrapError('member_delete_failed', () =>
    deps.database.transaction().execute(async (trx) => {
      await sql`select private.require_deletable(${leaver.id}::uuid)`.execute(trx)
      await trx
        .insertInto('private.deletion_token')
        .values({ user_id: leaver.id, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
    }),
  )
  return token
}

/**
 * Deletes the account (A35): rows and sessions at once, files by a job that this transaction sends.
 * @returns the time after which the same person may sign up again
 * @throws AppError deletion_expired for a token that is old, used or of another session; else as issueDeletionToken
 */
export async function deleteAccount(
  deps: Pick<Dependencies, 'database' | 'queue' | 'config'>,
  leaver: Leaver & { token: string },
): Promise<{ until: string }> {
  const { days, hashKey } = deps.config.deletedAccounts
  const until = new Date(Date.now() + days * 86_400_000).toISOString()
  await wrapError('member_delete_failed', () =>
    deps.database.transaction().execute(async (trx) => {
      const hashes = await hashIdentities(trx, leaver.id, hashKey)
      await storeInvitedIdentities(trx, leaver.id, hashes)
      await sql`select private.delete_account(${leaver.id}::uuid, ${leaver.sessionId}::uuid, ${hashOf(leaver.token)},
        ${hashes}::text[], ${until}::timestamptz)`.execute(trx)
      await deps.queue.send(trx, 'erase-files', { userId: leaver.id })
    }),
  )
  return { until }
}
