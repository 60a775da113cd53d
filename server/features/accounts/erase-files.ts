// The later part of a deletion: files, which are no rows, and expired tokens.
import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import type { FileStore } from '#server/adapters/file-store.ts'

const buckets = ['document', 'image', 'video'] as const
const atOnce = 100

/**
 * Deletes every file that the member uploaded or generated, except pictures of published prompts. A second run is
 * harmless.
 */
export async function eraseFiles(database: Database, files: FileStore, userId: string): Promise<void> {
  await eraseMadePictures(database, files, userId)
  for (const bucket of buckets) {
    let after = ''
    for (;;) {
      const names = await listFiles(database, { bucket, userId, after })
      if (names.length === 0) break
      await files.remove(names, bucket)
      after = names.at(-1)!
    }
  }
}

/** A condition: no prompt that stays uses the file. @param path its column */
const isNoPrompts = (userId: string, path: string) =>
  sql<boolean>`not exists (select from public.prompt p where p.user_id = ${userId}::uuid and right(p.photo, length(${sql.ref(path)})) = ${sql.ref(path)})`

/** Includes files that a crash left without an owner. */
async function eraseMadePictures(database: Database, files: FileStore, userId: string): Promise<void> {
  for (;;) {
    const rows = await database
      .selectFrom('private.made_picture')
      .select('path')
      .where('user_id', '=', userId)
      .where(isNoPrompts(userId, 'path'))
      .limit(atOnce)
      .execute()
    if (rows.length === 0) return
    const paths = rows.map(({ path }) => path)
    await files.remove(paths, 'image')
    await database.deleteFrom('private.made_picture').where('path', 'in', paths).execute()
  }
}

async function listFiles(
  database: Database,
  wanted: { bucket: string; userId: string; after: string },
): Promise<string[]> {
  const rows = await database
    .selectFrom('storage.objects as o')
    .select('o.name')
    .where('o.owner_id', '=', wanted.userId)
    .where('o.bucket_id', '=', wanted.bucket)
    .where('o.name', '>', wanted.after)
    .where(
      sql<boolean>`not exists (select from public.prompt p where p.user_id = ${wanted.userId}::uuid and right(p.photo, length(o.name)) = o.name)`,
    )
    .orderBy('o.name')
    .limit(atOnce)
    .execute()
  return rows.map(({ name }) => name)
}

/** Deletes expired tokens. The hashes of deleted accounts stay, because they prevent a second sign-up gift. */
export async function forgetDeletionTokens(database: Database): Promise<void> {
  await database
    .deleteFrom('private.deletion_token')
    .where('expires_at', '<', sql<string>`now()`)
    .execute()
}
