import { randomUUID } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from '#backend/database.ts'
import { createOperator } from '#backend/testing/sign-in.ts'
import { startStorageBackend, type StorageBackend } from '#backend/testing/storage-backend.ts'
import { query, runOnce } from '#backend/testing/test-backend.ts'
import { createDiskFiles } from './disk-files.ts'
import { sweepFiles } from './unused-files.ts'

let backend: StorageBackend

beforeAll(async () => {
  backend = await startStorageBackend()
})
afterAll(() => backend.stop())

const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)

async function sweep(): Promise<void> {
  const pool = createPool(backend.database.authenticatorUrl, 1, () => {})
  await sweepFiles({
    pool,
    files: await createDiskFiles(backend.folder),
    log: (line) => backend.logs.push(line),
  })
  await pool.end()
}

/** Simulates a crash between bytes and row: bytes that are reserved but have no row. */
async function leaveOrphan(): Promise<string> {
  const version = randomUUID()
  const files = await createDiskFiles(backend.folder)
  const path = join(files.incomingFolder, randomUUID())
  await writeFile(path, 'orphan')
  await files.put(version, path, 6)
  await runOnce(backend.database.adminUrl, `insert into storage.unused_files (version) values ('${version}')`)
  return version
}

it('leftovers of a crash are removed after a day, and running uploads and files with a row never', async () => {
  const [old, fresh] = [await leaveOrphan(), await leaveOrphan()]
  await createOperator(backend).storage.from('own').upload('kept.txt', 'kept', { contentType: 'text/plain' })
  const [kept] = await query<{ version: string }>(
    backend.database.adminUrl,
    'select version from storage.objects',
  )
  await runOnce(
    backend.database.adminUrl,
    `insert into storage.unused_files (version, noticed_at) values ('${kept?.version}', now() - interval '2 days');
     update storage.unused_files set noticed_at = now() - interval '2 days' where version = '${old}'`,
  )
  await sweep()
  const files = await backend.listFiles()
  expect(files).not.toContain(old)
  expect(files).toContain(fresh)
  expect(files).toContain(kept?.version)
})

it('partial uploads are removed from the disk after a day', async () => {
  const incoming = join(backend.folder, 'incoming')
  await writeFile(join(incoming, 'half'), 'half of an')
  await writeFile(join(incoming, 'new'), 'under way')
  await utimes(join(incoming, 'half'), twoDaysAgo, twoDaysAgo)
  await sweep()
  expect(await readdir(incoming)).toEqual(['new'])
})
