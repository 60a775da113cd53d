// The content of a backup and the refused cases, on data that only looks like a database: it is files to both commands.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BackupRefused, makeBackup, restoreBackup } from './engine/backup.ts'
import { takeDataFolder } from './engine/data-folder.ts'

let root: string
let data: string
let backup: string
let fresh: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'backup-test-'))
  ;[data, backup, fresh] = ['data', 'backup', 'fresh'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  put('postgres/PG_VERSION', '18\n')
  put('postgres/base/1/1259', 'rows'.repeat(50_000))
  put('postgres/postmaster.pid', '999999999\n')
  mkdirSync(join(data, 'postgres/pg_notify'), { mode: 0o700 })
  put('files/files/1a/1a111111-1111-4111-8111-111111111111', 'a file of a member')
  for (const secret of ['keys.json', 'passwords.json', 'postgres-password']) put(secret, `{"${secret}":1}`)
  put('engine/18.4.0/native/bin/postgres', 'a program')
  put('postgres.log', 'started')
  put('running.json', '{"pid": 999999999, "bornAt": null, "address": "http://localhost:3000"}')
})
afterEach(() => rmSync(root, { recursive: true }))

function put(path: string, text: string): void {
  const file = join(data, path)
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  writeFileSync(file, text, { mode: 0o600 })
}
const everything = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[])
    .toSorted()
    .filter((path) => path !== 'backup.json')
    .map((path) => {
      const facts = statSync(join(folder, path))
      const text = facts.isFile() ? readFileSync(join(folder, path), 'utf8') : null
      return [path, (facts.mode & 0o777).toString(8), text]
    })

it('database, files, keys and passwords are restored unchanged, and other accounts cannot read them in between', async () => {
  // An account that may read other accounts' files must not read these.
  chmodSync(join(data, 'files/files'), 0o755)
  const { files } = await makeBackup(data, backup)
  expect(files).toBe(6)
  for (const [path, mode] of everything(backup))
    expect([path, mode]).toEqual([path, statSync(join(backup, path!)).isFile() ? '600' : '700'])
  expect(statSync(backup).mode & 0o777).toBe(0o700)
  expect(existsSync(join(data, 'running.json'))).toBe(false)

  await restoreBackup(backup, fresh)
  for (const name of ['engine', 'postgres.log']) rmSync(join(data, name), { recursive: true })
  rmSync(join(data, 'postgres/postmaster.pid'))
  expect(everything(fresh)).toEqual(everything(data))
})

it('neither command works on data in use, and nothing of it changes', async () => {
  const release = takeDataFolder(data, 'http://localhost:3000')
  const refusal = new RegExp(
    `while Munjang is stopped, and process ${process.pid} \\(http://localhost:3000\\) is using`,
  )
  await expect(makeBackup(data, backup)).rejects.toThrow(refusal)
  expect(existsSync(backup)).toBe(false)
  release()
  await makeBackup(data, backup)
  const releaseFresh = takeDataFolder(fresh, 'http://localhost:3001')
  await expect(restoreBackup(backup, fresh)).rejects.toThrow('http://localhost:3001')
  expect(readdirSync(fresh)).toEqual(['running.json'])
  releaseFresh()
})

it('nothing is overwritten, by a backup or by a restore, and a backup is never inside the data', async () => {
  mkdirSync(backup)
  writeFileSync(join(backup, 'letter.txt'), 'mine')
  await expect(makeBackup(data, backup)).rejects.toThrow('is not empty: nothing is overwritten')
  rmSync(join(backup, 'letter.txt'))
  await expect(makeBackup(data, join(data, 'backups'))).rejects.toThrow('outside of the data')
  await expect(makeBackup(data, root)).rejects.toThrow(BackupRefused)
  await expect(makeBackup(fresh, backup)).rejects.toThrow('There is no data')
  await makeBackup(data, backup)

  mkdirSync(fresh)
  writeFileSync(join(fresh, 'keys.json'), 'of another life')
  await expect(restoreBackup(backup, fresh)).rejects.toThrow('There is data in')
  expect(everything(fresh)).toEqual([['keys.json', expect.any(String), 'of another life']])
})

it('an incomplete and a damaged backup are refused with a reason, and leave an empty folder', async () => {
  await makeBackup(data, backup)
  const list = join(backup, 'backup.json')
  const good = readFileSync(list, 'utf8')
  mkdirSync(fresh)
  const refused = async (message: string | RegExp) => {
    await expect(restoreBackup(backup, fresh)).rejects.toThrow(message)
    expect(readdirSync(fresh)).toEqual([])
  }
  rmSync(list)
  await refused('is no complete backup')
  writeFileSync(list, good.slice(0, -20))
  await refused('backup.json cannot be read')
  writeFileSync(list, good.replace('"keys.json"', '"../keys.json"'))
  await refused('names files outside of it')
  writeFileSync(list, good.replace(`"${process.platform}-`, '"plan9-'))
  await refused('made on plan9-')
  writeFileSync(list, good.replace('"postgres":"18"', '"postgres":"17"'))
  await refused(/holds data of Postgres 17; this version of Munjang brings \d+/)
  writeFileSync(list, good)
  const page = join(backup, 'postgres/base/1/1259')
  const rows = readFileSync(page, 'utf8')
  writeFileSync(page, `${rows.slice(0, -1)}x`)
  await refused('postgres/base/1/1259 is not what was backed up. Nothing was restored.')
  rmSync(page)
  await refused('postgres/base/1/1259 is missing. Nothing was restored.')
  writeFileSync(page, rows)
  await restoreBackup(backup, fresh)
})

it('an interrupted restore is repeated by the next one', async () => {
  await makeBackup(data, backup)
  mkdirSync(join(fresh, 'restoring/postgres'), { recursive: true })
  writeFileSync(join(fresh, 'keys.json'), '{"half"')
  await restoreBackup(backup, fresh)
  expect(readFileSync(join(fresh, 'keys.json'), 'utf8')).toBe('{"keys.json":1}')
  expect(readdirSync(fresh).toSorted()).toEqual([
    'files',
    'keys.json',
    'passwords.json',
    'postgres',
    'postgres-password',
  ])
})
