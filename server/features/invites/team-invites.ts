// Invitations to a team (B07): one e-mail with a secret; the database has only its hash.
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { translateDatabaseError } from '#server/adapters/database.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import { inviteMailLimits, teamInviteLimits, teamPath } from '#shared/invites.ts'
import type { Language } from '#shared/language.ts'
import { plans } from '#shared/payments.ts'
import { hashAddress, hashSender } from '#server/mail-refusal.ts'
import { teamSecret } from './compose-invitation.ts'

/**
 * Invites an address to the member's team and sends the e-mail, if this machine sends any.
 * @param ask.sender the client address of the call
 * @returns the link, so that the owner can also share it in another way
 * @throws AppError invalid_field for the own address; team_needed, team_full, team_already_invited; too_many_requests
 * with the time to retry
 */
export async function inviteToTeam(
  deps: Pick<Dependencies, 'config' | 'database' | 'queue' | 'mail'>,
  ask: { ownerId: string; sender: string; email: string; language: Language },
): Promise<{ link: string }> {
  const { email, language } = ask
  const own = await deps.database
    .selectFrom('user')
    .select('email')
    .where('id', '=', ask.ownerId)
    .executeTakeFirstOrThrow()
  if (own.email?.toLowerCase() === email)
    throw new AppError('invalid_field', { field: 'email', detail: { rule: 'invalid' } })
  const secretKey = randomUUID()
  const secret = teamSecret(deps, secretKey)
  const hash = createHash('sha256').update(secret).digest('hex')
  await deps.database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ free_from: string | null }>`
      select free_from from private.add_team_seat(${ask.ownerId}::uuid, ${email}, ${hashAddress(deps, email)},
        ${hashSender(deps, ask.sender)}, ${hash}, ${secretKey}::uuid, ${language}, ${teamInviteLimits.validDays}::integer,
        ${plans.team.seats - 1}::integer, ${inviteMailLimits.memberDay}::integer, ${inviteMailLimits.senderDay}::integer,
        ${teamInviteLimits.addressDay}::integer)`
      .execute(trx)
      .catch((error: unknown) => {
        throw translateDatabaseError(error)
      })
    const { free_from: until } = rows[0]!
    if (until !== null) throw new AppError('too_many_requests', { detail: { until } })
    if (deps.mail) await deps.queue.send(trx, 'send-emails', {})
  })
  return { link: deps.config.publicOrigin + teamPath(language, secret) }
}
