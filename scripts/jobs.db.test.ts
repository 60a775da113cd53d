import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'jobs-'))
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.close()
})

function listJobs(env: NodeJS.ProcessEnv) {
  const script = fileURLToPath(new URL('jobs.ts', import.meta.url))
  const { DATABASE_URL: _others, ...rest } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    env: { ...rest, DATA_FOLDER: folder, ...env },
    encoding: 'utf8',
  })
  return { status, says: stdout + stderr }
}

it('B19: failed jobs are read from the named database, and without one a message says where its URL comes from', () => {
  expect(listJobs({ DATABASE_URL: database.url })).toEqual({
    status: 0,
    says: 'No job has failed for good.\n',
  })
  const { status, says } = listJobs({})
  expect(status).toBe(1)
  expect(says).toMatch(/DATABASE_URL .* start the product first/)
})

it('B19: while a product runs on this machine, its database is found', () => {
  // As `npm start` leaves it, but for the port, where nothing answers.
  writeFileSync(join(folder, 'passwords.json'), '{"owner":"secret"}')
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres', 'postmaster.pid'), '42\n/data\n1700000000\n1\n\n127.0.0.1\n')
  expect(listJobs({}).says).toContain('ECONNREFUSED 127.0.0.1:1')
})
