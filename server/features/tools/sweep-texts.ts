// What people deleted goes for good after a while, and what nobody can reach any more goes with it: versions, commands, files.
import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import type { FileStore } from '#server/adapters/file-store.ts'

/** Much longer than the screen offers to take it back, so that nobody loses what they are just taking back. */
export const keptMinutes = 15
const atOnce = 100

/** Texts, what they leave behind, files that were sent a day ago and named by no request, and pictures that were made a week ago and are shown by no text. Harmless when it runs twice, also at the same time; what fails is tried again by the next one. */
export async function sweepTexts(database: Database, files: FileStore): Promise<void> {
  await database
    .deleteFrom('tool_use')
    .where('deleted_at', '<', sql<string>`now() - make_interval(mins => ${keptMinutes})`)
    .execute()
  for (;;) {
    for (const bucket of ['document', 'image', 'video'] as const) await removeUnused(database, files, bucket)
    const { rows } = await sql<{ noted: number; looked: number }>`
      select private.enqueue_unnamed_files(${atOnce}::integer) as noted,
        private.enqueue_unused_pictures(${atOnce}::integer) as looked`.execute(database)
    if (!rows[0]?.noted && !rows[0]?.looked) return
  }
}

async function removeUnused(
  database: Database,
  files: FileStore,
  bucket: 'document' | 'image' | 'video',
): Promise<void> {
  for (;;) {
    const paths = await listUnusedFiles(database, bucket)
    if (paths.length === 0) return
    await files.remove(paths, bucket)
    await database.deleteFrom('private.file_deletion_queue').where('path', 'in', paths).execute()
  }
}

/** A file that another text of its member needs, a duplicate for example, is not unused: it is noted again when that one goes. */
async function listUnusedFiles(
  database: Database,
  bucket: 'document' | 'image' | 'video',
): Promise<string[]> {
  const isNeeded = sql<boolean>`private.needs_file(f.user_id, f.bucket, f.path)`
  await database
    .deleteFrom('private.file_deletion_queue as f')
    .where('f.bucket', '=', bucket)
    .where(isNeeded)
    .execute()
  const rows = await database
    .selectFrom('private.file_deletion_queue as f')
    .select('f.path')
    .where('f.bucket', '=', bucket)
    .where(sql<boolean>`not ${isNeeded}`)
    .orderBy('f.queued_at')
    .limit(atOnce)
    .execute()
  return rows.map(({ path }) => path)
}
