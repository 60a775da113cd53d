// Recovers an account whose authenticator is lost: by codes that were shown once, or by an owner's removal after a
// wait.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { logFailure } from '#server/log-failure.ts'
import type { Database } from '#server/adapters/database.ts'
import { countUse } from '#server/adapters/rate-limit.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { readRecoveryCode, recoveryCodesCount } from '#shared/accounts.ts'
import { AppError } from '#shared/errors.ts'

/** Without letters and digits that look alike (Crockford's base 32). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const codeLength = 16
/** Guesses of one member. A code has 80 bits, so the limit only prevents noise in the log. */
const guesses = { max: 10, windowSeconds: 3_600 }

/**
 * Creates codes in place of all earlier ones, each valid once. They are shown only here.
 * @returns codes of four groups: `k3m9-…`
 */
export async function makeRecoveryCodes(
  { database }: Pick<Dependencies, 'database'>,
  memberId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodesCount }, newCode)
  await sql`select private.set_recovery_codes(${memberId}::uuid, ${codes}::text[])`.execute(database)
  return codes.map((code) => code.match(/.{4}/g)!.join('-'))
}

const newCode = (): string =>
  [...randomBytes(codeLength)].map((byte) => alphabet[byte % alphabet.length]).join('')

/**
 * Removes the second factor of a member with a valid code, and informs the member. The session continues without a
 * factor.
 * @throws AppError invalid_field for a code that is not (or no longer) theirs, too_many_requests
 */
export async function recoverAccount(
  deps: Pick<Dependencies, 'database' | 'authAdmin'>,
  { memberId, code }: { memberId: string; code: string },
): Promise<void> {
  await countUse(deps.database, `recover:${memberId}`, guesses)
  const { rows } = await sql<{ is_right: boolean }>`
    select private.has_recovery_code(${memberId}::uuid, ${readRecoveryCode(code)}) as is_right`.execute(
    deps.database,
  )
  if (!rows[0]?.is_right) throw new AppError('invalid_field', { field: 'code', detail: { rule: 'invalid' } })
  await removeSecondFactor(deps, memberId, 'recovered')
}

/** Removes the factors that owners requested to remove, after the wait. A failed removal is retried. */
export async function removeDueFactors(deps: Pick<Dependencies, 'database' | 'authAdmin'>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select private.list_due_factor_removals() as id`.execute(
    deps.database,
  )
  for (const { id } of rows)
    await removeSecondFactor(deps, id, 'removed').catch((error: unknown) =>
      logFailure('a second factor could not be removed', error),
    )
}

/** Calls the auth service first, because it may fail; our own rows change after it. */
async function removeSecondFactor(
  { database, authAdmin }: { database: Database; authAdmin: Dependencies['authAdmin'] },
  memberId: string,
  state: 'recovered' | 'removed',
): Promise<void> {
  await authAdmin.removeFactors(memberId)
  await sql`select private.end_second_factor(${memberId}::uuid, ${state})`.execute(database)
}
