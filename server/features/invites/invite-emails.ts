// Invitations by e-mail (O01, O02): written in one transaction, one e-mail per address.
import { sql } from 'kysely'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import { inviteMailLimits } from '#shared/invites.ts'
import type { Language } from '#shared/language.ts'
import { hashAddress, hashSender } from '#server/mail-refusal.ts'

/**
 * Accepts invitations. The response does not reveal whether an address was invited before or has unsubscribed.
 * @param ask.addresses validated and unique; `sender` is the client address of the call
 * @throws AppError invalid_field for the member's own address, too_many_requests with the time to retry, unavailable on
 * a machine without e-mail
 */
export async function inviteByMail(
  deps: Pick<Dependencies, 'config' | 'database' | 'queue' | 'mail'>,
  ask: { memberId: string; sender: string; addresses: string[]; language: Language },
): Promise<void> {
  if (!deps.mail) throw new AppError('unavailable')
  const { email } = await deps.database
    .selectFrom('user')
    .select('email')
    .where('id', '=', ask.memberId)
    .executeTakeFirstOrThrow()
  const own = ask.addresses.indexOf(email?.toLowerCase() ?? '')
  if (own >= 0) throw new AppError('invalid_field', { field: `emails.${own}`, detail: { rule: 'invalid' } })
  const hashes = ask.addresses.map((address) => hashAddress(deps, address))
  await deps.database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ until: string | null }>`
      select private.add_invite_emails(${ask.memberId}::uuid, ${hashSender(deps, ask.sender)},
        ${ask.addresses}::text[], ${hashes}::text[], ${ask.language}, ${inviteMailLimits.memberDay}::integer,
        ${inviteMailLimits.senderDay}::integer) as until`.execute(trx)
    const { until } = rows[0]!
    if (until !== null) throw new AppError('too_many_requests', { detail: { until } })
    await deps.queue.send(trx, 'send-emails', {})
  })
}
