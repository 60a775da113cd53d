// Texts that a member brings: made by the member alone, within limits, and never at a cost.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createMember,
  openTestDatabase,
  type OpenTestDatabase,
  type TestMember,
} from '#scripts/testing/database.ts'
import { contentMaxLength, outputLanguages, titleMaxLength } from '#shared/tools.ts'
import { runAs, type Actor } from './as-actor.ts'

let database: OpenTestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
})
afterAll(() => database.close())

const create = async (actor: Actor, title: string | null, content: string | null, language = 'Korean') => {
  const { rows } = await runAs(
    client,
    actor,
    'select public.create_own_text($1, $2, $3) as id',
    [title, content, language],
    true,
  )
  return Number(rows[0].id)
}
const actorOf = ({ id }: TestMember): Actor => ({ role: 'authenticated', id })
const asOwner = (text: string, values: unknown[]) => client.query(text, values)

it('a member’s own text is finished, saved, editable and shareable, and cost nothing', async () => {
  const member = await createMember(database.adminUrl)
  const id = await create(actorOf(member), ' 내 글 ', '## 처음')
  const { rows } = await asOwner(
    `select user_id, tool, status, title, content, token, request, saved_at is not null as is_saved, edited_at is not null as is_edited
     from public.tool_use where id = $1`,
    [id],
  )
  expect(rows).toEqual([
    {
      user_id: member.id,
      tool: 'own',
      status: 'done',
      title: '내 글',
      content: '## 처음',
      token: '0',
      request: { own: true },
      is_saved: true,
      is_edited: true,
    },
  ])
  await runAs(client, actorOf(member), 'select public.save_text($1, 0, $2, $3, $4)', [id, 'a', 'b', []], true)
  const share = await runAs(client, actorOf(member), 'select public.share_tool_use($1) as link', [id], true)
  const shared = await runAs(
    client,
    { role: 'anon' },
    'select tool, content from public.read_shared_text($1)',
    [share.rows[0].link],
  )
  expect(shared.rows).toEqual([{ tool: 'own', content: 'b' }])
  const listed = await runAs(client, actorOf(member), `select title from public.list_texts(of_tool => 'own')`)
  expect(listed.rows).toEqual([{ title: 'a' }])
  const blank = await create(actorOf(member), '', '')
  const { rows: empty } = await asOwner('select title, saved_at from public.tool_use where id = $1', [blank])
  expect(empty).toEqual([{ title: null, saved_at: null }])
})

it('visitors and blocked members create no text, and nobody inserts one past the function', async () => {
  const [member, blocked] = [
    await createMember(database.adminUrl),
    await createMember(database.adminUrl, { isBlock: true }),
  ]
  await expect(create({ role: 'anon' }, 'x', 'x')).rejects.toThrow('permission denied')
  await expect(create(actorOf(blocked), 'x', 'x')).rejects.toThrow('user_blocked')
  await expect(
    runAs(
      client,
      actorOf(member),
      `insert into public.tool_use (user_id, tool, request, language, model) values ($1, 'own', '{}', 'Korean', 'own')`,
      [member.id],
    ),
  ).rejects.toThrow('permission denied')
})

it('the limits of title, content and language hold for every client', async () => {
  const actor = actorOf(await createMember(database.adminUrl))
  await create(actor, 'x'.repeat(titleMaxLength), '가'.repeat(contentMaxLength))
  const refused: Parameters<typeof create>[] = [
    [actor, 'x'.repeat(titleMaxLength + 1), ''],
    [actor, '', '가'.repeat(contentMaxLength + 1)],
    [actor, null, ''],
    [actor, '', null],
    [actor, '', '', 'Klingon'],
  ]
  for (const each of refused) await expect(create(...each)).rejects.toThrow('invalid_request')
  for (const language of outputLanguages) await create(actor, '', 'x', language)
})

it('there are a hundred a day, and none where the member keeps as much text as one may', async () => {
  const member = await createMember(database.adminUrl)
  await asOwner(
    `insert into public.tool_use (user_id, tool, request, language, model, status)
     select $1, 'own', '{"own": true}', 'Korean', 'own', 'done' from generate_series(1, 99)`,
    [member.id],
  )
  await create(actorOf(member), 'x', 'x')
  await expect(create(actorOf(member), 'x', 'x')).rejects.toThrow('too_many_requests')
  const other = await createMember(database.adminUrl)
  await create(actorOf(other), 'x', 'a'.repeat(1_000))
  await asOwner(
    `create or replace function private.text_quota_bytes() returns bigint
     language sql immutable set search_path = '' as 'select 10::bigint'`,
    [],
  )
  await expect(create(actorOf(other), 'x', 'x')).rejects.toThrow('texts_full')
})
