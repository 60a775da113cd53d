import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pathOfFile } from 'local-backend'
import type { Querier } from '#server/adapters/database.ts'

const namedMax = 20

/** Files that rows name and the disk of this machine does not have (I8), as lines of fsck. */
export async function findLostFiles(database: Querier, dataFolder: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; version: string | null }>`
    select bucket_id || '/' || name as name, version from storage.objects order by 1`.execute(database)
  const folder = join(dataFolder, 'files')
  const lost = rows.filter(({ version }) => version === null || !existsSync(pathOfFile(folder, version)))
  const named = lost.slice(0, namedMax).map(({ name }) => `I8: the bytes of file ${name} are not there`)
  return lost.length > namedMax ? [...named, `I8: ${lost.length - namedMax} more like these`] : named
}
