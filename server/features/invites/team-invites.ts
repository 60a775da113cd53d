// Invitations to a team (B07): one letter with a secret, which the database knows as a hash only.
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { translateDatabaseError } from '#server/outside/database.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import { inviteMailLimits, teamInviteLimits, teamPath } from '#shared/invites.ts'
import type { Language } from '#shared/language.ts'
import { plans } from '#shared/payments.ts'
import { composeTeamInvitation } from './compose-invitation.ts'
import { hashAddress, hashSender, hmacOf, refusalToken } from '#server/mail-refusal.ts'

type Keys = Pick<Parts, 'config'>

/** Made anew when the letter is written, so that it waits nowhere: neither in the queue nor in the table. */
const secretOf = (parts: Keys, letterKey: string): string => hmacOf(parts, 'team-seat', letterKey)

/**
 * Invites an address to the member's team and sends the letter, where mail leaves at all.
 * @param ask.sender the address on the net that the call came from
 * @returns the link, for the owner to send along another way
 * @throws AppError invalid_field for the own address; team_needed, team_full, team_already_invited; too_many_requests with the time from which
 * on there is room again
 */
export async function inviteToTeam(
  parts: Pick<Parts, 'config' | 'database' | 'queue' | 'mail'>,
  ask: { ownerId: string; sender: string; email: string; language: Language },
): Promise<{ link: string }> {
  const { email, language } = ask
  const own = await parts.database
    .selectFrom('user')
    .select('email')
    .where('id', '=', ask.ownerId)
    .executeTakeFirstOrThrow()
  if (own.email?.toLowerCase() === email)
    throw new AppError('invalid_field', { field: 'email', detail: { rule: 'invalid' } })
  const letterKey = randomUUID()
  const secret = secretOf(parts, letterKey)
  const hash = createHash('sha256').update(secret).digest('hex')
  await parts.database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; free_from: string | null }>`
      select id, free_from from private.add_team_seat(${ask.ownerId}::uuid, ${email}, ${hashAddress(parts, email)},
        ${hashSender(parts, ask.sender)}, ${hash}, ${letterKey}::uuid, ${language}, ${teamInviteLimits.validDays}::integer,
        ${plans.team.seats - 1}::integer, ${inviteMailLimits.memberDay}::integer, ${inviteMailLimits.senderDay}::integer,
        ${teamInviteLimits.addressDay}::integer)`
      .execute(trx)
      .catch((error: unknown) => {
        throw translateDatabaseError(error)
      })
    const { id, free_from: until } = rows[0]!
    if (until !== null) throw new AppError('too_many_requests', { detail: { until } })
    if (parts.mail) await parts.queue.send(trx, 'send-team-mail', { id })
  })
  return { link: parts.config.publicOrigin + teamPath(language, secret) }
}

type Begun = { email: string; letter_key: string; language: Language; nickname: string }

/** Sends the letter of a seat, never twice. @throws Error when it is to be tried again */
export async function sendTeamMail(
  parts: Pick<Parts, 'config' | 'database' | 'mail'>,
  id: number,
): Promise<void> {
  if (!parts.mail) return
  const { rows } = await sql<Begun>`select * from private.begin_team_mail(${id}::bigint)`.execute(
    parts.database,
  )
  const [begun] = rows
  if (!begun) return
  const letter = composeTeamInvitation({
    ...begun,
    origin: parts.config.publicOrigin,
    apiBase: parts.config.apiBase,
    token: refusalToken(parts, hashAddress(parts, begun.email)),
    secret: secretOf(parts, begun.letter_key),
  })
  const outcome = await parts.mail.send({ ...letter, to: begun.email })
  if (outcome !== 'later') return
  await sql`update private.team_seat set sending_at = null where id = ${id}::bigint`.execute(parts.database)
  throw new Error('the mail server did not take an invitation to a team')
}
