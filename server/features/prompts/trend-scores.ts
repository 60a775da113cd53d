import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'

const signalsAtOnce = 20_000

/** Adds all engagement since the last run to the trend scores; the formula is next to `private.trend_of`. */
export async function refreshTrendScores(db: Database): Promise<void> {
  let added = signalsAtOnce
  while (added === signalsAtOnce) {
    const { rows } = await sql<{ added: number }>`
      select private.refresh_trend_scores(${signalsAtOnce}) as added`.execute(db)
    added = rows[0]?.added ?? 0
  }
}

/** Deletes engagement records after two days. */
export async function forgetPromptEngagement(db: Database): Promise<void> {
  await sql`select private.purge_prompt_engagement()`.execute(db)
}
