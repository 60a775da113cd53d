// Proves an e-mail address when a member's provider gave none or the member wants another (B32). A code is sent to the
// address, and entering it proves the address. Nothing checks or reveals whether another member has the same address.
import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { EmailComposers } from '#server/email-outbox.ts'
import { renderEmail } from '#server/render-email.ts'
import { countUse, type RateLimit } from '#server/adapters/rate-limit.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { emailCodeLength, type EmailProofOutcome } from '#shared/email-proof.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import en from '#shared/messages/en/emails.json' with { type: 'json' }
import ko from '#shared/messages/ko/emails.json' with { type: 'json' }
import { siteName } from '#shared/site.ts'
import { translate } from '#shared/words.ts'

const limits: Record<'member' | 'address' | 'sender', RateLimit> = {
  member: { max: 5, windowSeconds: 3_600 },
  address: { max: 5, windowSeconds: 86_400 },
  sender: { max: 30, windowSeconds: 86_400 },
}
const words = { ko: { emails: ko }, en: { emails: en } }

/** One keyed hash makes codes and the keys of rate limits, so that counters reveal no address. */
const hmacOf = ({ config }: Pick<Dependencies, 'config'>, ...texts: string[]) =>
  createHmac('sha256', config.deletedAccounts.hashKey).update(['email-proof', ...texts].join('\n'))

/** Computed when the e-mail is sent, so that it is stored nowhere. */
function codeOf(deps: Pick<Dependencies, 'config'>, codeKey: string): string {
  const number = hmacOf(deps, 'code', codeKey).digest().readBigUInt64BE() % 10n ** BigInt(emailCodeLength)
  return String(number).padStart(emailCodeLength, '0')
}

export async function hasEmail(
  { database }: Pick<Dependencies, 'database'>,
  memberId: string,
): Promise<boolean> {
  const { email } = await database
    .selectFrom('user')
    .select('email')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return email !== null
}

/**
 * Sends a code to an address. @param ask.sender the client address of the call
 * @throws AppError unavailable on a machine without e-mail, invalid_field for the current address, too_many_requests
 */
export async function sendEmailCode(
  deps: Pick<Dependencies, 'config' | 'database' | 'mail' | 'queue'>,
  ask: { memberId: string; sender: string; email: string; language: Language },
): Promise<void> {
  const { database } = deps
  if (!deps.mail) throw new AppError('unavailable')
  const { memberId, email, language } = ask
  const hash = (text: string) => hmacOf(deps, text).digest('base64url')
  await countUse(database, `email-proof:${memberId}`, limits.member)
  await countUse(database, `email-proof-to:${hash(email)}`, limits.address)
  await countUse(database, `email-proof-by:${hash(ask.sender)}`, limits.sender)
  const codeKey = randomUUID()
  await database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ begun: boolean }>`
      select private.begin_email_proof(${memberId}::uuid, ${email}, ${codeOf(deps, codeKey)}, ${codeKey}::uuid,
        ${language}) as begun`.execute(trx)
    if (!rows[0]?.begun) throw new AppError('invalid_field', { field: 'email', detail: { rule: 'invalid' } })
    await deps.queue.send(trx, 'send-emails', {})
  })
}

export const emailCode: EmailComposers['email_code'] = ({ language, payload, config }) => {
  const look = (key: string) =>
    translate(words[language], `emails.proof.${key}`, {
      site: siteName[language],
      code: codeOf({ config }, payload.code_key),
    })
  return {
    subject: look('subject'),
    ...renderEmail({ language, paragraphs: [look('about'), look('code')], why: look('why') }),
  }
}

/**
 * Stores the address when the code is right, and informs the previous one. The limits are five tries and ten minutes.
 */
export async function proveEmail(
  { database, queue }: Pick<Dependencies, 'database' | 'queue'>,
  { memberId, code }: { memberId: string; code: string },
): Promise<EmailProofOutcome> {
  return database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ outcome: EmailProofOutcome }>`
      select private.prove_email(${memberId}::uuid, ${code}) as outcome`.execute(trx)
    const { outcome } = rows[0]!
    if (outcome === 'done') await queue.send(trx, 'send-emails', {})
    return outcome
  })
}
