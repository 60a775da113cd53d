// Invitations by e-mail (O01, O02): taken on in one transaction with the jobs that send them, one letter per address.
import { sql } from 'kysely'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import { inviteMailLimits } from '#shared/invites.ts'
import type { Language } from '#shared/language.ts'
import { composeInvitation } from './compose-invitation.ts'
import { hashAddress, hashSender, refusalToken } from '#server/mail-refusal.ts'

/**
 * Takes invitations on. Whether an address was invited before or wants no mail is told to nobody.
 * @param ask.addresses checked and each once; `sender` is the address on the net that the call came from
 * @throws AppError invalid_field for the member's own address, too_many_requests with the time from which on there is room again,
 * unavailable where no mail leaves
 */
export async function inviteByMail(
  parts: Pick<Parts, 'config' | 'database' | 'queue' | 'mail'>,
  ask: { memberId: string; sender: string; addresses: string[]; language: Language },
): Promise<void> {
  if (!parts.mail) throw new AppError('unavailable')
  const { email } = await parts.database
    .selectFrom('user')
    .select('email')
    .where('id', '=', ask.memberId)
    .executeTakeFirstOrThrow()
  const own = ask.addresses.indexOf(email?.toLowerCase() ?? '')
  if (own >= 0) throw new AppError('invalid_field', { field: `emails.${own}`, detail: { rule: 'invalid' } })
  const hashes = ask.addresses.map((address) => hashAddress(parts, address))
  await parts.database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; free_from: string | null }>`
      select id, free_from from private.add_invite_mails(${ask.memberId}::uuid, ${hashSender(parts, ask.sender)},
        ${ask.addresses}::text[], ${hashes}::text[], ${ask.language}, ${inviteMailLimits.memberDay}::integer,
        ${inviteMailLimits.senderDay}::integer)`.execute(trx)
    for (const { id, free_from: until } of rows) {
      if (until !== null) throw new AppError('too_many_requests', { detail: { until } })
      await parts.queue.send(trx, 'send-invite-mail', { id })
    }
  })
}

type Begun = { address: string; address_hash: string; language: Language; nickname: string; code: string }

/** Sends one of them, never twice. @throws Error when it is to be tried again */
export async function sendInviteMail(
  parts: Pick<Parts, 'config' | 'database' | 'mail'>,
  id: number,
): Promise<void> {
  if (!parts.mail) return
  const { rows } = await sql<Begun>`select * from private.begin_invite_mail(${id}::bigint)`.execute(
    parts.database,
  )
  const [begun] = rows
  if (!begun) return
  const token = refusalToken(parts, begun.address_hash)
  const { publicOrigin: origin, apiBase } = parts.config
  const letter = composeInvitation({ ...begun, origin, apiBase, token })
  const outcome = await parts.mail.send({ ...letter, to: begun.address })
  if (outcome === 'later') {
    await sql`update private.invite_mail set sending_at = null where id = ${id}::bigint`.execute(
      parts.database,
    )
    throw new Error('the mail server did not take an invitation')
  }
  await sql`update private.invite_mail set address = null where id = ${id}::bigint`.execute(parts.database)
}
