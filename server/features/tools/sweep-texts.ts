// Deletes texts for good when their time in the trash is over, with everything that is unreachable then: versions,
// commands, files.
import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import type { FileStore } from '#server/adapters/file-store.ts'
import { trashDays } from '#shared/retention.ts'

const atOnce = 100

/**
 * Deletes texts and their leftovers, files that were uploaded a day ago and that no request names, and week-old
 * pictures that no text shows. A second run is harmless, also in parallel; the next pass retries failures.
 */
export async function sweepTexts(database: Database, files: FileStore): Promise<void> {
  await database
    .deleteFrom('tool_use')
    .where('deleted_at', '<', sql<string>`now() - make_interval(days => ${trashDays})`)
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

/**
 * A file that another text of its member needs, for example a duplicate, leaves the queue. It is enqueued again with
 * that text.
 */
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
