import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'

/**
 * Writes the e-mails that remind readers of news of their consent, two years after it and every two years again
 * (정보통신망법 제50조의8). A second run is harmless.
 */
export async function remindNewsConsents(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ written: number }>`select private.remind_news_consents() as written`.execute(
      database,
    )
    if (rows[0]!.written === 0) return
  }
}
