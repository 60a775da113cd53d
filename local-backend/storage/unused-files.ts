import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { codeOf } from '#backend/database.ts'
import { queryAs, service } from './as-caller.ts'
import type { FileStore } from './file-store.ts'

/** Longer than any upload takes: an older file belongs to no request any more. */
const abandonedHours = 24
const sweepMilliseconds = 3_600_000
const sweepMax = 1_000

/** Records that bytes without a row are about to be stored. */
export async function reserveFile(pool: pg.Pool, version: string): Promise<void> {
  await queryAs(pool, service, 'insert into storage.unused_files (version) values ($1)', [version])
}

/**
 * Removes unused bytes. A store that does not respond does not fail the caller's request: the sweep removes the rest
 * later.
 */
export async function removeFiles(
  o: { pool: pg.Pool; files: FileStore; log: (line: object) => void },
  versions: string[],
): Promise<void> {
  const removed: string[] = []
  for (const version of versions) {
    try {
      await o.files.remove(version)
      removed.push(version)
    } catch (error) {
      o.log({ level: 'warn', event: 'storage_file_not_removed', code: codeOf(error) })
    }
  }
  if (removed.length > 0)
    await queryAs(o.pool, service, 'delete from storage.unused_files where version = any ($1::uuid[])', [
      removed,
    ])
}

/** Removes leftovers of crashes: bytes without a row, and incomplete uploads. */
export async function sweepFiles(o: {
  pool: pg.Pool
  files: FileStore
  log: (line: object) => void
}): Promise<void> {
  const abandoned = await queryAs<{ version: string }>(
    o.pool,
    service,
    `select version from storage.unused_files u
     where noticed_at < now() - make_interval(hours => $1)
       and not exists (select from storage.objects o where o.version = u.version::text)
     limit $2`,
    [abandonedHours, sweepMax],
  )
  await removeFiles(
    o,
    abandoned.map(({ version }) => version),
  )
  const oldest = Date.now() - abandonedHours * 3_600_000
  for (const name of await readdir(o.files.incomingFolder)) {
    const path = join(o.files.incomingFolder, name)
    const { mtimeMs } = await stat(path).catch((error: unknown) => {
      // Another process has removed it meanwhile.
      if (codeOf(error) === 'ENOENT') return { mtimeMs: Infinity }
      throw error
    })
    if (mtimeMs < oldest) await rm(path, { force: true })
  }
}

/** Sweeps now and every hour; `stop` ends it and waits for the running sweep. */
export function startSweeping(o: { pool: pg.Pool; files: FileStore; log: (line: object) => void }): {
  stop(): Promise<void>
} {
  const sweep = () =>
    sweepFiles(o).catch((error: unknown) =>
      o.log({ level: 'warn', event: 'storage_not_swept', code: codeOf(error) }),
    )
  let current = sweep()
  const timer = setInterval(() => {
    current = sweep()
  }, sweepMilliseconds).unref()
  return {
    async stop() {
      clearInterval(timer)
      await current
    },
  }
}
