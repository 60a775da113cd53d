// What people deleted goes for good after a while, and what nobody can reach any more goes with it: versions, commands, files.
import { sql } from 'kysely'
import type { Database } from '#server/outside/database.ts'
import type { FileStore } from '#server/outside/file-store.ts'

/** Much longer than the screen offers to take it back, so that nobody loses what they are just taking back. */
export const keptMinutes = 15
const atOnce = 100

/** Harmless when it runs twice, also at the same time; what fails is tried again by the next one. */
export async function sweepTexts(database: Database, files: FileStore): Promise<void> {
  await database
    .deleteFrom('tool_use')
    .where('deleted_at', '<', sql<string>`now() - make_interval(mins => ${keptMinutes})`)
    .execute()
  for (;;) {
    const paths = await listUnusedFiles(database)
    if (paths.length === 0) return
    await files.remove(paths)
    await database.deleteFrom('private.unused_file').where('path', 'in', paths).execute()
  }
}

/** A file that another text of its member names, a duplicate for example, is not unused: it is noted again when that one goes. */
async function listUnusedFiles(database: Database): Promise<string[]> {
  const isNamed = sql<boolean>`exists (
    select from public.tool_use t where t.user_id = f.user_id and t.request -> 'files' @> jsonb_build_array(jsonb_build_object('path', f.path)))`
  await database.deleteFrom('private.unused_file as f').where(isNamed).execute()
  const rows = await database
    .selectFrom('private.unused_file as f')
    .select('f.path')
    .where(sql<boolean>`not ${isNamed}`)
    .orderBy('f.noted_at')
    .limit(atOnce)
    .execute()
  return rows.map(({ path }) => path)
}
