// Reads links for members within rate limits per member and for the whole site.
import type { Database } from './database.ts'
import type { LinkReader, LinkText } from './link-reader.ts'
import { countUse } from './rate-limit.ts'

export const linkLimits = {
  member: { max: 60, windowSeconds: 600 },
  /** Limit for the pages that research and briefs find for a member. */
  found: { max: 240, windowSeconds: 600 },
  /** Limit of requests to one host from the whole site: a small host bears them. */
  host: { max: 300, windowSeconds: 60 },
} as const

/**
 * @throws AppError too_many_requests when the member, or all members at this host, made too many requests; and as
 * `LinkReader`
 */
export async function readMemberLink(
  { database, links }: { database: Database; links: LinkReader },
  url: string,
  {
    memberId,
    signal,
    isFound = false,
    ...limits
  }: { memberId: string; signal: AbortSignal; isFound?: boolean; deadlineMs?: number },
): Promise<LinkText> {
  await (isFound
    ? countUse(database, `found:${memberId}`, linkLimits.found)
    : countUse(database, `member:${memberId}`, linkLimits.member))
  const beforeHost = (host: string) => countUse(database, `host:${host}`, linkLimits.host)
  return links.read({ url, memberId, beforeHost, isFound, ...limits }, signal)
}
