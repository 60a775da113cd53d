import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findOwnDatabase } from './own-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'own-database-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('B19: an operator of one machine needs no database URL: the data folder has it while the product runs', () => {
  expect(findOwnDatabase(folder)).toBeNull()
  writeFileSync(join(folder, 'passwords.json'), '{"owner":"secret"}')
  expect(findOwnDatabase(folder)).toBeNull()
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres', 'postmaster.pid'), '42\n/data\n1700000000\n5433\n\n127.0.0.1\n')
  expect(findOwnDatabase(folder)).toBe('postgres://postgres:secret@127.0.0.1:5433/postgres')
})
