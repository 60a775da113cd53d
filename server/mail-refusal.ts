// Unsubscribes an address. Only its keyed hash is stored, and the link of an e-mail contains that hash with our
// signature.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Language } from '#shared/language.ts'
import { consentVersions } from '#shared/consents.ts'
import { isMemberId } from '#shared/mail-refusal.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import { sql } from 'kysely'

type Key = Pick<Dependencies, 'config'>

/** @param what separates hashes of different purposes */
export function hmacOf({ config }: Key, what: string, text: string): string {
  return createHmac('sha256', config.deletedAccounts.hashKey).update(`${what}\n${text}`).digest('base64url')
}

export const hashAddress = (key: Key, address: string): string =>
  hmacOf(key, 'mail-address', address.toLowerCase())
export const hashSender = (key: Key, address: string): string => hmacOf(key, 'mail-sender', address)

/** The signed token in the link of an e-mail. */
export const refusalToken = (key: Key, addressHash: string): string =>
  `${addressHash}.${hmacOf(key, 'mail-refusal', addressHash)}`

const newsToken = (key: Key, memberId: string): string =>
  `${memberId}.${hmacOf(key, 'news-refusal', memberId)}`

/** The unsubscribe links of a news e-mail: the page for a person, and the URL for mail programs (RFC 8058). */
export function newsRefusal(
  key: Key,
  memberId: string,
  language: Language,
): { page: string; oneClick: string } {
  const { publicOrigin: origin, apiBase } = key.config
  const query = new URLSearchParams({ token: newsToken(key, memberId) }).toString()
  return {
    page: `${origin}/${language}/mail/refuse?${query}`,
    oneClick: `${origin}${apiBase}/mail/refuse?${query}`,
  }
}

/**
 * Blocks further invitations to this address, or news to this member; a repeat changes nothing.
 * @throws AppError not_found for a token that is not ours
 */
export async function refuseMail(
  deps: Pick<Dependencies, 'config' | 'database'>,
  token: string,
): Promise<void> {
  const [subject = ''] = token.split('.')
  const isNews = isMemberId(subject)
  if (!isSame(token, isNews ? newsToken(deps, subject) : refusalToken(deps, subject)))
    throw new AppError('not_found')
  await (
    isNews
      ? sql`select private.record_consent(u.id, 'news', ${consentVersions.news}, false)
          from public."user" u where u.id = ${subject}::uuid and u.is_active`
      : sql`insert into private.mail_refusal (address_hash) values (${subject}) on conflict do nothing`
  ).execute(deps.database)
}

function isSame(given: string, expected: string): boolean {
  const [one, two] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === two.length && timingSafeEqual(one, two)
}
