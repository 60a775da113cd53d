// A machine's data, saved with npm run backup after a power failure, works on another machine.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { createMember } from './testing/database.ts'
import { end, endAll, newFolder, start } from './testing/started-product.ts'

afterAll(endAll)

const run = (script: string, dataFolder: string, ...words: string[]) => {
  const { DATABASE_URL: _, S3_BUCKET: __, ...env } = process.env
  return spawnSync(process.execPath, [`scripts/${script}.ts`, ...words], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...env, DATA_FOLDER: dataFolder },
    encoding: 'utf8',
  })
}

function adminUrl(dataFolder: string): string {
  const password = readFileSync(join(dataFolder, 'postgres-password'), 'utf8')
  const port = readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://supabase_admin:${password}@127.0.0.1:${port}/postgres`
}

/** Counts the rows of every table with members' data. */
async function countRows(dataFolder: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: adminUrl(dataFolder) })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'auth', 'storage') order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int from ${name}`)
    counts[name] = rows[0]!.count
  }
  await client.end()
  return counts
}

it('backed up after a crash and restored into an empty machine, everything is there and no rule is broken', async () => {
  const [home, backup, elsewhere] = [newFolder(), join(newFolder(), 'backup'), newFolder()]
  const first = await start(home, { JOBS: 'off' })
  const { id, nickname } = await createMember(adminUrl(home), { image: 3 })
  const { secretKey } = JSON.parse(readFileSync(join(home, 'keys.json'), 'utf8')) as { secretKey: string }
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const path = `${'a'.repeat(32)}/I1795000000000.svg`
  const stored = await createClient(first.origin, secretKey)
    .storage.from('image')
    .upload(path, bytes, { contentType: 'image/svg+xml' })
  expect(stored.error).toBeNull()

  expect(run('backup', home, backup)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      `A backup is made while Munjang is stopped, and process ${first.child.pid}`,
    ),
  })
  const before = await countRows(home)
  await end(first.child, 'SIGKILL')
  expect(run('backup', home, backup)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('keep it where nobody else reads'),
  })

  mkdirSync(join(elsewhere, 'restoring'))
  await expect(start(elsewhere)).rejects.toThrow('was cut off')
  expect(run('restore', elsewhere, backup)).toMatchObject({ status: 0, stderr: '' })
  const second = await start(elsewhere, { JOBS: 'off' })
  expect(await countRows(elsewhere)).toEqual(before)
  expect(before).toMatchObject({ 'public."user"': 2, 'storage.objects': 1, 'public.token_history': 1 })
  const file = await fetch(`${second.origin}/storage/v1/object/public/image/${path}`)
  expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes)
  const members = await createClient(second.origin, secretKey).from('user').select('nickname').eq('id', id)
  expect(members.data).toEqual([{ nickname }])
  expect(run('fsck', elsewhere)).toMatchObject({ status: 0, stdout: expect.stringContaining('All is well') })
  await end(second.child, 'SIGTERM')
})
