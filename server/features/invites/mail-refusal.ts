// "Do not write to me again": an address is known only by its keyed hash, which a letter's link carries with our signature.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import { sql } from 'kysely'

type Key = Pick<Parts, 'config'>

/** @param what keeps hashes of different things apart */
export function hmacOf({ config }: Key, what: string, text: string): string {
  return createHmac('sha256', config.deletedAccounts.hashKey).update(`${what}\n${text}`).digest('base64url')
}

export const hashAddress = (key: Key, address: string): string =>
  hmacOf(key, 'mail-address', address.toLowerCase())
export const hashSender = (key: Key, address: string): string => hmacOf(key, 'mail-sender', address)

/** What a letter's link says to be believed. */
export const refusalToken = (key: Key, addressHash: string): string =>
  `${addressHash}.${hmacOf(key, 'mail-refusal', addressHash)}`

/** Nobody invites this address any more; saying so again changes nothing. @throws AppError not_found for a token that is not ours */
export async function refuseMail(parts: Pick<Parts, 'config' | 'database'>, token: string): Promise<void> {
  const [hash = ''] = token.split('.')
  const expected = Buffer.from(refusalToken(parts, hash))
  const given = Buffer.from(token)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new AppError('not_found')
  await sql`insert into private.mail_refusal (address_hash) values (${hash}) on conflict do nothing`.execute(
    parts.database,
  )
}
