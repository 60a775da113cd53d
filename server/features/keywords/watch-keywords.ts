// The weekly look-up of saved keywords. The database says which are due, in an order that is fair to members.
import { sql } from 'kysely'
import type { Dependencies } from '#server/dependencies.ts'
import { dailyCallLimits } from '#shared/daily-calls.ts'
import { mayWatch, watchEach, type WatchDependencies } from './watch-each.ts'

/** Looks up what is due, and announces last week's changes. A second run is harmless. */
export async function watchKeywords(deps: WatchDependencies): Promise<void> {
  const { database, keywords: source } = deps
  if (mayWatch(deps)) {
    const { rows: due } = await sql<{ key: string; keyword: string }>`
      select key, keyword from private.list_due_keywords(${source.isSample}, ${dailyCallLimits.weekly_lookup})`.execute(
      database,
    )
    await watchEach(deps, 'weekly_lookup', due, (each) => lookUp(deps, each))
  }
  await sql`select private.announce_keyword_changes()`.execute(database)
}

async function lookUp(
  { database, keywords: source }: Pick<Dependencies, 'database' | 'keywords'>,
  { key, keyword }: { key: string; keyword: string },
): Promise<void> {
  const found = await source.readVolume(keyword, new Date())
  const figures = {
    pc_searches: found?.pc_searches ?? null,
    mobile_searches: found?.mobile_searches ?? null,
    competition: found?.competition ?? null,
  }
  await sql`select private.store_keyword_volume(${key}, ${source.isSample}, ${JSON.stringify(figures)}::jsonb)`.execute(
    database,
  )
}
