// An address for letters, where a member's provider gave none or the member wants another (B32): a code is sent there, and whoever reads it has proven the address.
// Whether somebody else has the same address is neither asked nor told.
import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { layOutLetter } from '#server/lay-out-letter.ts'
import { countUse, type RateLimit } from '#server/outside/rate-limit.ts'
import type { Parts } from '#server/parts.ts'
import { emailCodeLength, type EmailProofOutcome } from '#shared/email-proof.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import en from '#shared/messages/en/letters.json' with { type: 'json' }
import ko from '#shared/messages/ko/letters.json' with { type: 'json' }
import { siteName } from '#shared/site.ts'
import { translate } from '#shared/words.ts'

const limits: Record<'member' | 'address' | 'sender', RateLimit> = {
  member: { max: 5, windowSeconds: 3_600 },
  address: { max: 5, windowSeconds: 86_400 },
  sender: { max: 30, windowSeconds: 86_400 },
}
const words = { ko: { letters: ko }, en: { letters: en } }

/** Addresses are counted by a keyed hash, so that nobody reads in the counters who was written to, and codes are made by one. */
const hmacOf = ({ config }: Pick<Parts, 'config'>, ...texts: string[]) =>
  createHmac('sha256', config.deletedAccounts.hashKey).update(['email-proof', ...texts].join('\n'))

/** Made anew when the letter is written, so that it waits nowhere: neither in the queue nor in the table. */
function codeOf(parts: Pick<Parts, 'config'>, letterKey: string): string {
  const number = hmacOf(parts, 'code', letterKey).digest().readBigUInt64BE() % 10n ** BigInt(emailCodeLength)
  return String(number).padStart(emailCodeLength, '0')
}

export async function hasEmail({ database }: Pick<Parts, 'database'>, memberId: string): Promise<boolean> {
  const { email } = await database
    .selectFrom('user')
    .select('email')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return email !== null
}

/**
 * Has a code sent to an address. @param ask.sender the address on the net that the call came from
 * @throws AppError unavailable where no mail leaves, invalid_field for the address that stands, too_many_requests
 */
export async function sendEmailCode(
  parts: Pick<Parts, 'config' | 'database' | 'mail' | 'queue'>,
  ask: { memberId: string; sender: string; email: string; language: Language },
): Promise<void> {
  const { database } = parts
  if (!parts.mail) throw new AppError('unavailable')
  const { memberId, email, language } = ask
  const hash = (text: string) => hmacOf(parts, text).digest('base64url')
  await countUse(database, `email-proof:${memberId}`, limits.member)
  await countUse(database, `email-proof-to:${hash(email)}`, limits.address)
  await countUse(database, `email-proof-by:${hash(ask.sender)}`, limits.sender)
  const letterKey = randomUUID()
  await database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ begun: boolean | null }>`
      select private.begin_email_proof(${memberId}::uuid, ${email}, ${codeOf(parts, letterKey)}, ${letterKey}::uuid,
        ${language}) as begun`.execute(trx)
    if (!rows[0]?.begun) throw new AppError('invalid_field', { field: 'email', detail: { rule: 'invalid' } })
    await parts.queue.send(trx, 'send-email-code', { letterKey })
  })
}

type Begun = { address: string; language: Language }

/** Sends the letter with a code, never twice. What became of it: public.read_email_proof(). @throws Error when it is to be tried again */
export async function sendCodeLetter(
  parts: Pick<Parts, 'config' | 'database' | 'mail'>,
  letterKey: string,
): Promise<void> {
  if (!parts.mail) return
  const { rows } = await sql<Begun>`select * from private.begin_code_letter(${letterKey}::uuid)`.execute(
    parts.database,
  )
  const [begun] = rows
  if (!begun) return
  const { address, language } = begun
  const look = (key: string) =>
    translate(words[language], `letters.proof.${key}`, {
      site: siteName[language],
      code: codeOf(parts, letterKey),
    })
  const outcome = await parts.mail.send({
    to: address,
    subject: look('subject'),
    ...layOutLetter({ language, paragraphs: [look('about'), look('code')], why: look('why') }),
  })
  const failure = outcome === 'sent' ? null : outcome
  await sql`select private.end_code_letter(${letterKey}::uuid, ${failure}::text)`.execute(parts.database)
  if (outcome === 'later') throw new Error('the mail server did not take a code')
}

/** Keeps the address when the code is right, and has the one before told. Five tries, ten minutes. */
export async function proveEmail(
  { database, queue }: Pick<Parts, 'database' | 'queue'>,
  { memberId, code }: { memberId: string; code: string },
): Promise<EmailProofOutcome> {
  return database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ outcome: EmailProofOutcome; letter_key: string | null }>`
      select * from private.prove_email(${memberId}::uuid, ${code})`.execute(trx)
    const { outcome, letter_key: letterKey } = rows[0]!
    if (letterKey !== null) await queue.send(trx, 'send-address-letter', { letterKey })
    return outcome
  })
}
