import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createMember,
  openTestDatabase,
  type OpenTestDatabase,
  type TestMember,
} from '#scripts/testing/database.ts'
import { runAs, type Actor } from './as-actor.ts'

let database: OpenTestDatabase
let client: pg.Client
let own: TestMember
let other: TestMember
beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
  own = await createMember(database.adminUrl)
  other = await createMember(database.adminUrl)
})
afterAll(() => database.close())

it('T20, T21, R31, B24, security 30: a link exists only after the first save, opens the text to visitors and closes again', async () => {
  const member: Actor = { role: 'authenticated', id: own.id }
  const {
    rows: [{ id }],
  } = await client.query(
    `insert into public.tool_use (user_id, tool, request, language, model, status, title, content) values ($1, 'article', '{"topic":"secret"}', 'Korean', 'demo', 'stopped', '제목', '본문') returning id`,
    [own.id],
  )
  await expect(runAs(client, member, 'select public.share_tool_use($1)', [id])).rejects.toThrow(
    'share_after_save',
  )
  const save = `select public.save_text($1, 0, '제목', '고친 본문', '{}', is_explicit => $2)`
  await runAs(client, member, save, [id, false], true)
  await expect(runAs(client, member, 'select public.share_tool_use($1)', [id])).rejects.toThrow(
    'share_after_save',
  )
  await runAs(client, member, save, [id, true], true)
  const shared = await runAs(client, member, 'select public.share_tool_use($1) as share_id', [id], true)
  const read = () =>
    runAs(client, { role: 'anon' }, 'select * from public.read_shared_text($1)', [shared.rows[0].share_id])
  expect((await read()).rows).toMatchObject([{ title: '제목', content: '고친 본문' }])
  // 122 random bits (RFC 9562, version 4): neither the text's own number nor a neighbour leads to it.
  const share: string = shared.rows[0].share_id
  expect(share).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const next = share.slice(0, -1) + (share.endsWith('0') ? '1' : '0')
  for (const guess of [next, `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`])
    expect(
      (await runAs(client, { role: 'anon' }, 'select * from public.read_shared_text($1)', [guess])).rowCount,
    ).toBe(0)
  expect(Object.keys((await read()).rows[0]).sort()).toEqual([
    'content',
    'is_demo',
    'language',
    'tags',
    'thumbnail',
    'title',
    'tool',
    'updated_at',
  ])
  await runAs(client, member, 'select public.unshare_tool_use($1)', [id], true)
  expect((await read()).rowCount).toBe(0)
})

it("O18: sharing or closing somebody else's text is refused", async () => {
  const {
    rows: [{ id }],
  } = await client.query(
    `insert into public.tool_use (user_id, tool, request, language, model, status, saved_at) values ($1, 'article', '{}', 'Korean', 'demo', 'done', now()) returning id`,
    [other.id],
  )
  const member: Actor = { role: 'authenticated', id: own.id }
  await expect(runAs(client, member, 'select public.share_tool_use($1)', [id])).rejects.toThrow('not_found')
  await expect(runAs(client, member, 'select public.unshare_tool_use($1)', [id])).rejects.toThrow('not_found')
})

it('A10, security 20: the invite look-up gives nickname and photo for one exact code only', async () => {
  const {
    rows: [{ recommend_code }],
  } = await client.query('select recommend_code from public."user" where id = $1', [other.id])
  const find = (code: string) =>
    runAs(client, { role: 'anon' }, 'select * from public.find_inviter($1)', [code])
  expect((await find(recommend_code)).rows).toEqual([{ nickname: other.nickname, photo: null }])
  expect((await find(recommend_code.toLowerCase())).rowCount).toBe(1)
  for (const code of ['', '%', '________', recommend_code.slice(0, 7) + '%', 'like.*'])
    expect((await find(code)).rowCount).toBe(0)
})
