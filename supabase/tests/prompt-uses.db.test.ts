// A member's runs of prompts: the list, deleting, and the text that is made of a result.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createMember,
  createTestDatabase,
  type TestDatabase,
  type TestMember,
} from '#scripts/testing/database.ts'
import { runAs } from './as-actor.ts'

let database: TestDatabase
let admin: pg.Client
beforeAll(async () => {
  database = await createTestDatabase({ planted: /^I4: prompt_use .* without a run$/ })
  admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await database.close()
})

const makeMember = () => createMember(database.adminUrl)
type Use = {
  parent?: string
  status?: string
  result?: string
  token?: number
  isComparison?: boolean
  againOf?: string
}
async function makeUse(member: TestMember, use: Use = {}): Promise<string> {
  const { rows } = await admin.query(
    `insert into public.prompt_use (prompt, title, prompt_type_id, prompt_model_id, user_id, status, result, token, prompt_use_id, is_comparison, regenerated_from_id)
     values ('p', case when $5::bigint is null then '소개문' else '' end, 1, 1, $1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      member.id,
      use.status ?? 'done',
      use.result ?? '결과',
      use.token ?? 10,
      use.parent ?? null,
      use.isComparison ?? false,
      use.againOf ?? null,
    ],
  )
  return rows[0].id
}
const as = (member: TestMember, sql: string, values: unknown[] = []) =>
  runAs(admin, { role: 'authenticated', id: member.id }, sql, values, true)
const list = async (member: TestMember, after: number | null = null) =>
  (await as(member, 'select public.list_prompt_uses($1) as page', [after])).rows[0].page

it('P25: only runs without a parent are listed, thirty a page, newest first, with what the whole conversation cost', async () => {
  const [member, other] = [await makeMember(), await makeMember()]
  await makeUse(other)
  const ids = []
  for (let index = 0; index < 31; index++) ids.push(Number(await makeUse(member)))
  const newest = String(ids.at(-1))
  await makeUse(member, { parent: newest, token: 5, isComparison: true })
  const followUp = await makeUse(member, { parent: newest, token: 7 })
  await makeUse(member, { parent: newest, token: 3, againOf: followUp, status: 'running' })
  const first = await list(member)
  expect(first.total).toBe(31)
  expect(first.lines.map((line: { id: number }) => line.id)).toEqual(ids.toReversed().slice(0, 30))
  expect(first.lines[0]).toMatchObject({
    title: '소개문',
    model: 'gpt',
    excerpt: '결과',
    token: 25,
    follow_ups: 1,
    comparisons: 1,
    status: 'running',
  })
  const second = await list(member, first.lines.at(-1).id)
  expect(second.lines.map((line: { id: number }) => line.id)).toEqual([ids[0]])
})

it('P25: one run loads its children in their order', async () => {
  const member = await makeMember()
  const id = await makeUse(member)
  const children = [await makeUse(member, { parent: id }), await makeUse(member, { parent: id })]
  const { rows } = await as(
    member,
    'select id from public.prompt_use where id = $1 or prompt_use_id = $1 order by created_at, id',
    [id],
  )
  expect(rows.map((row) => row.id)).toEqual([id, ...children])
})

it('P27, row 106: runs are deleted by a list of ids with all that belongs to them, the own ones only, and none that goes on; they are restored the same way', async () => {
  const [member, other] = [await makeMember(), await makeMember()]
  const [mine, second, foreign] = [await makeUse(member), await makeUse(member), await makeUse(other)]
  const child = await makeUse(member, { parent: mine })
  const running = await makeUse(member, { status: 'running' })
  const followed = await makeUse(member)
  await makeUse(member, { parent: followed, status: 'queued' })
  const all = [mine, second, foreign, child, running, followed]
  const call = async (who: TestMember, name: string, ids: string[]) =>
    (await as(who, `select id from public.${name}($1) as id order by id`, [ids])).rows.map(({ id }) => id)
  const seenBy = async (who: TestMember) =>
    (await as(who, 'select id from public.prompt_use where id = any ($1) order by id', [all])).rows.map(
      ({ id }) => id,
    )
  // An answer of a conversation does not go without it.
  expect(await call(member, 'delete_prompt_uses', [child])).toEqual([])
  expect(await call(member, 'delete_prompt_uses', all)).toEqual([mine, second])
  expect([await seenBy(member), await seenBy(other)]).toEqual([[running, followed], [foreign]])
  expect((await list(member)).total).toBe(2)
  await expect(as(member, 'select public.edit_prompt_result($1, $2)', [mine, 'Korean'])).rejects.toThrow(
    'not_found',
  )
  expect(await call(other, 'restore_prompt_uses', all)).toEqual([])
  expect(await call(member, 'restore_prompt_uses', all)).toEqual([mine, second])
  expect(await seenBy(member)).toEqual([mine, second, child, running, followed])
  await expect(call(member, 'delete_prompt_uses', [])).rejects.toThrow('select_history')
  await expect(as(member, 'delete from public.prompt_use')).rejects.toMatchObject({ code: '42501' })
})

it('a result becomes a text of the member’s once, and nobody else’s', async () => {
  const [member, other] = [await makeMember(), await makeMember()]
  const id = await makeUse(member, { result: '# 결과' })
  const edit = async (who: TestMember, use = id, language = 'Korean') =>
    (await as(who, 'select public.edit_prompt_result($1, $2) as id', [use, language])).rows[0].id
  const text = await edit(member)
  expect(await edit(member)).toBe(text)
  const { rows } = await admin.query('select * from public.tool_use where id = $1', [text])
  expect(rows).toMatchObject([
    {
      user_id: member.id,
      tool: 'document',
      status: 'done',
      title: '소개문',
      content: '# 결과',
      language: 'Korean',
      token: '0',
      request: { topic: '소개문', prompt_use: Number(id) },
    },
  ])
  await expect(edit(other)).rejects.toThrow('not_found')
  await expect(edit(member, await makeUse(member, { result: '' }))).rejects.toThrow('no_content')
  await expect(edit(member, await makeUse(member, { status: 'running' }))).rejects.toThrow(
    'request_in_progress',
  )
  await expect(edit(member, await makeUse(member), 'Klingon')).rejects.toThrow('invalid_request')
})

it('screens 6: the heading of an answer becomes the title of its text, and stands there once', async () => {
  const member = await makeMember()
  const id = await makeUse(member, { result: '# **가을** 산책\n\n## 준비\n물 한 병.' })
  const text = (await as(member, `select public.edit_prompt_result($1, 'Korean') as id`, [id])).rows[0].id
  const { rows } = await admin.query('select title, content from public.tool_use where id = $1', [text])
  expect(rows).toEqual([{ title: '가을 산책', content: '## 준비\n물 한 병.' }])
})

it('P23: a member cannot write a run, its cost or its end', async () => {
  const member = await makeMember()
  const id = await makeUse(member)
  for (const change of ['token = 0', `status = 'done'`, `result = 'x'`, 'prompt_use_id = null'])
    await expect(as(member, `update public.prompt_use set ${change} where id = $1`, [id])).rejects.toThrow(
      'denied',
    )
  await expect(
    as(
      member,
      `insert into public.prompt_use (prompt, prompt_type_id, prompt_model_id, user_id) values ('p', 1, 1, $1)`,
      [member.id],
    ),
  ).rejects.toThrow('denied')
})
