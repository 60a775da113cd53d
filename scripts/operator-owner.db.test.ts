import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connectDatabase, type Database } from '#server/adapters/database.ts'
import { OperatorMistake } from './operator-import.ts'
import { makeOwner } from './operator-owner.ts'
import { createMember, createTestDatabase, type TestDatabase } from './testing/database.ts'

let test: TestDatabase
let database: Database
beforeAll(async () => {
  test = await createTestDatabase()
  database = connectDatabase(test.url, { connectionsMax: 1 })
})
afterAll(async () => {
  await database.destroy()
  await test.close()
})

it('B19: the first owner is named at a terminal by the address, or by the id where two accounts have that address', async () => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const [anna, kakao, blocked] = [
    await createMember(test.adminUrl),
    await createMember(test.adminUrl, { provider: 'kakao' }),
    await createMember(test.adminUrl, { isBlock: true }),
  ]
  await sql`update public."user" set email = 'Anna@Example.com' where id in (${anna.id}, ${kakao.id}, ${blocked.id})`.execute(
    database,
  )
  await expect(makeOwner(database, ['anna@example.com'])).rejects.toThrow(kakao.id)
  for (const mistake of [[], ['a', 'b'], ['nobody@example.com'], [blocked.id], ["' or true --"]])
    await expect(makeOwner(database, mistake), mistake.join(' ')).rejects.toThrow(OperatorMistake)
  await makeOwner(database, [anna.id])
  await makeOwner(database, [anna.id])
  expect(lines).toEqual([expect.stringContaining('is an owner now'), expect.stringContaining('already')])
  const owners = await database.selectFrom('user').select('id').where('role', '=', 'owner').execute()
  expect(owners).toEqual([{ id: anna.id }])
  const { rows } = await sql<{ act: string; operator_id: string | null; member_id: string }>`
    select act, operator_id, member_id from private.operator_log`.execute(database)
  expect(rows).toEqual([{ act: 'member_role', operator_id: null, member_id: anna.id }])
  vi.restoreAllMocks()
})
