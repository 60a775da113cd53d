// Where a member's blog is among the first hundred posts: asked for by the member, or daily by the job.
import { sql } from 'kysely'
import type { Querier } from '#server/adapters/database.ts'
import { countUse } from '#server/adapters/rate-limit.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { isPostOf } from '#shared/blog-address.ts'
import { dailyCallLimits } from '#shared/daily-calls.ts'
import { AppError } from '#shared/errors.ts'
import { rankRequests, type FoundPost } from '#shared/keywords.ts'
import { mayWatch, watchEach, type WatchDependencies } from './watch-each.ts'

/** The daily check of every keyword with a blog. A second run is harmless. */
export async function checkRanks(deps: WatchDependencies): Promise<void> {
  if (!mayWatch(deps)) return
  const { isSample } = deps.keywords
  const { rows: due } = await sql<{ key: string; keyword: string }>`
    select key, keyword from private.list_due_ranks(${isSample}, ${dailyCallLimits.rank_check})`.execute(
    deps.database,
  )
  await watchEach(deps, 'rank_check', due, (each) => checkForAll(deps, each))
}

/** One search serves every member who watches the keyword. */
async function checkForAll(
  { database, keywords: source }: WatchDependencies,
  { key, keyword }: { key: string; keyword: string },
): Promise<void> {
  const posts = await source.readPosts(keyword, new Date())
  const watched = await database
    .selectFrom('saved_keyword')
    .select(['id', 'blog'])
    .where('key', '=', key)
    .where('is_sample', '=', source.isSample)
    .where('removed_at', 'is', null)
    .where('blog', '<>', '')
    .execute()
  for (const { id, blog } of watched) await store(database, { id, blog, posts, announces: true })
}

/**
 * Checks a saved keyword of the member at once.
 * @returns the best post, or null when none is among the first hundred
 * @throws AppError not_found without a blog; service_closed on a public site with samples only; too_many_requests;
 * keyword_unavailable
 */
export async function checkRank(
  deps: Pick<Dependencies, 'config' | 'database' | 'keywords'>,
  { memberId, id }: { memberId: string; id: number },
): Promise<FoundPost | null> {
  const { database, keywords: source } = deps
  const saved = await database
    .selectFrom('saved_keyword')
    .select(['keyword', 'blog'])
    .where('id', '=', id)
    .where('user_id', '=', memberId)
    .where('is_sample', '=', source.isSample)
    .where('removed_at', 'is', null)
    .where('blog', '<>', '')
    .executeTakeFirst()
  if (!saved) throw new AppError('not_found')
  if (!mayWatch(deps)) throw new AppError('service_closed')
  await countUse(database, `rank:${memberId}`, rankRequests)
  const posts = await source.readPosts(saved.keyword, new Date())
  return store(database, { id, blog: saved.blog, posts, announces: false })
}

/** Longer titles and links are no part of a post that anybody reads. */
const titleMax = 300
const linkMax = 1000

async function store(
  db: Querier,
  found: { id: number; blog: string; posts: readonly FoundPost[]; announces: boolean },
): Promise<FoundPost | null> {
  const { id, blog, posts, announces } = found
  const best = posts.find(({ link }) => link.length <= linkMax && isPostOf(link, blog)) ?? null
  const title = best && Array.from(best.title).slice(0, titleMax).join('')
  await sql`select private.store_rank(${id}, ${blog}, ${best?.position ?? null}::integer, ${title}, ${best?.link ?? null}, ${announces})`.execute(
    db,
  )
  return best
}
