// An address for letters, of a member whose provider gave none (B32): a code is sent there, and whoever reads it has proven the address.
// Whether somebody else has the same address is neither asked nor told.
import { createHmac, randomInt } from 'node:crypto'
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

/**
 * Sends a code to an address. @param ask.sender the address on the net that the call came from
 * @throws AppError unavailable where no mail leaves or the server took none, invalid_request for a member who has an address, too_many_requests
 */
export async function sendEmailCode(
  { config, database, mail }: Pick<Parts, 'config' | 'database' | 'mail'>,
  ask: { memberId: string; sender: string; email: string; language: Language },
): Promise<void> {
  if (!mail) throw new AppError('unavailable')
  const { memberId, email, language } = ask
  // Addresses are counted by a keyed hash: nobody reads in the counters who was written to.
  const hash = (text: string) =>
    createHmac('sha256', config.deletedAccounts.hashKey).update(`email-proof\n${text}`).digest('base64url')
  await countUse(database, `email-proof:${memberId}`, limits.member)
  await countUse(database, `email-proof-to:${hash(email)}`, limits.address)
  await countUse(database, `email-proof-by:${hash(ask.sender)}`, limits.sender)
  const code = String(randomInt(10 ** emailCodeLength)).padStart(emailCodeLength, '0')
  const { rows } = await sql<{ begun: boolean | null }>`
    select private.begin_email_proof(${memberId}::uuid, ${email}, ${code}) as begun`.execute(database)
  if (!rows[0]?.begun) throw new AppError('invalid_request')
  const look = (key: string) =>
    translate(words[language], `letters.proof.${key}`, { site: siteName[language], code })
  const outcome = await mail.send({
    to: email,
    subject: look('subject'),
    ...layOutLetter({ language, paragraphs: [look('about'), look('code')], why: look('why') }),
  })
  if (outcome === 'later') throw new AppError('unavailable')
}

/** Keeps the address when the code is right. Five tries, ten minutes. */
export async function proveEmail(
  { database }: Pick<Parts, 'database'>,
  { memberId, code }: { memberId: string; code: string },
): Promise<EmailProofOutcome> {
  const { rows } = await sql<{ outcome: EmailProofOutcome }>`
    select private.prove_email(${memberId}::uuid, ${code}) as outcome`.execute(database)
  return rows[0]!.outcome
}
