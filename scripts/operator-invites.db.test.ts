import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connectDatabase, type Database } from '#server/adapters/database.ts'
import { inviteReward } from '#shared/invites.ts'
import { OperatorMistake } from './operator-import.ts'
import { workOnInvites } from './operator-invites.ts'
import { createMember, createTestDatabase, type TestDatabase, type TestMember } from './testing/database.ts'

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

const query = async <Row>(text: string, values: unknown[]): Promise<Row[]> =>
  (await database.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
const join = () => createMember(test.adminUrl, { token: 0 })
const finish = (friend: TestMember, inviter: TestMember) =>
  query('select private.finish_sign_up($1, (select u.recommend_code from public."user" u where u.id = $2))', [
    friend.id,
    inviter.id,
  ])
const tokensOf = async ({ id }: TestMember) =>
  (await query<{ token: number }>('select token from public.user_usage where id = $1', [id]))[0]!.token

it('B28, security 65: an operator changes the limit of the day, lists rewards that wait and gives each once', async () => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const [inviter, first, second] = [await join(), await join(), await join()]
  await workOnInvites(database, ['limit', '1'])
  await finish(first, inviter)
  await finish(second, inviter)
  expect([await tokensOf(inviter), await tokensOf(second)]).toEqual([inviteReward.tokens, 0])

  lines.length = 0
  await workOnInvites(database, [])
  expect(lines[0]).toBe('1 rewards wait:')
  expect(lines[1]).toContain(`"${inviter.nickname}", 2 friends so far, invited "${second.nickname}"`)
  const number = lines[1]!.split(' ')[0]!
  await workOnInvites(database, ['release', number])
  expect([await tokensOf(inviter), await tokensOf(second)]).toEqual([
    2 * inviteReward.tokens,
    inviteReward.tokens,
  ])
  await expect(workOnInvites(database, ['release', number])).rejects.toThrow('does not wait')
  const mistakes = [
    ['release'],
    ['release', 'x'],
    ['limit'],
    ['limit', '-1'],
    ['limit', '100001'],
    ['give', '1'],
  ]
  for (const mistake of mistakes)
    await expect(workOnInvites(database, mistake), mistake.join(' ')).rejects.toThrow(OperatorMistake)
  vi.restoreAllMocks()
})
