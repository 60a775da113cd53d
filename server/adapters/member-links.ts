// Reading links for members, within what one person and all of them together may ask for.
import type { Database } from './database.ts'
import type { LinkReader, LinkText } from './link-reader.ts'
import { countUse } from './rate-limit.ts'

export const linkLimits = {
  member: { max: 60, windowSeconds: 600 },
  /** Pages that research found for a member. */
  found: { max: 240, windowSeconds: 600 },
  /** Of the whole site: what a small host bears without noticing. */
  host: { max: 300, windowSeconds: 60 },
} as const

/** @throws AppError too_many_requests when the member, or everybody at this host, has asked too often; and as `LinkReader` */
export async function readMemberLink(
  { database, links }: { database: Database; links: LinkReader },
  url: string,
  { memberId, signal, isFound = false }: { memberId: string; signal: AbortSignal; isFound?: boolean },
): Promise<LinkText> {
  await (isFound
    ? countUse(database, `found:${memberId}`, linkLimits.found)
    : countUse(database, `member:${memberId}`, linkLimits.member))
  const beforeHost = (host: string) => countUse(database, `host:${host}`, linkLimits.host)
  return links.read({ url, memberId, beforeHost }, signal)
}
