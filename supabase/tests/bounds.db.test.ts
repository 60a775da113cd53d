// What one member may store and how often, whoever calls: by the tables themselves, past every screen.
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
beforeAll(async () => {
  database = await openTestDatabase({ planted: /^I4: tool_use .* without a hold$/ })
  client = database.client
})
afterAll(() => database.close())

const actorOf = ({ id }: TestMember): Actor => ({ role: 'authenticated', id })
const join = () => createMember(database.adminUrl)
const register = `insert into public.prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id, review_status)
  values ('t', 'd', 'p', 'ko', $1, 1, 1, 'draft') returning id`
const refused = { message: 'too_many_requests' }

async function makeText({ id }: TestMember, content = 'text'): Promise<string> {
  const { rows } = await client.query(
    `insert into public.tool_use (user_id, tool, request, language, model, status, title, content)
     values ($1, 'article', '{}', 'Korean', 'demo', 'done', 't', $2) returning id`,
    [id, content],
  )
  return rows[0].id
}

it("sql P2, attacks 10: a prompt's picture is a path of our own storage or nothing", async () => {
  const author = await join()
  const { rows } = await runAs(client, actorOf(author), register, [author.id], true)
  const setPhoto = (photo: string | null) =>
    runAs(client, actorOf(author), 'update public.prompt set photo = $2 where id = $1', [rows[0].id, photo])
  const own = `/storage/v1/object/public/image/${'a'.repeat(32)}/I1700000000000.png`
  for (const photo of [own, null]) await setPhoto(photo)
  for (const photo of [
    'javascript:alert(1)',
    'https://evil.example/x.png',
    `https://evil.example${own}`,
    `${own}?x=${'x'.repeat(9_000_000)}`,
    `/storage/v1/object/public/image/../${'a'.repeat(32)}/I1700000000000.png`,
    '',
  ])
    await expect(setPhoto(photo), photo.slice(0, 60)).rejects.toMatchObject({ code: '23514' })
})

it('sql P2: a tag is at most a hundred letters, in a text and in what is kept beside it', async () => {
  const member = await join()
  const id = await makeText(member)
  const calls = [
    `select public.save_text(${id}, 0, 't', 'c', $1, false)`,
    `select public.keep_text(${id}, 't', 'c', $1)`,
  ]
  for (const call of calls) {
    await runAs(client, actorOf(member), call, [['x'.repeat(100)]])
    await expect(runAs(client, actorOf(member), call, [['x'.repeat(101)]]), call).rejects.toMatchObject({
      code: '23514',
    })
  }
})

it('sql P2: a prompt takes a hundred states a day, also through the table', async () => {
  const author = await join()
  const { rows } = await runAs(client, actorOf(author), register, [author.id], true)
  const change = (title: string) =>
    runAs(
      client,
      actorOf(author),
      'update public.prompt set title = $2 where id = $1',
      [rows[0].id, title],
      true,
    )
  for (let number = 2; number <= 100; number++) await change(`state ${number}`)
  await expect(change('one more')).rejects.toMatchObject(refused)
})

it('sql P2: copies and versions end where a member keeps as much text as one may; a save that keeps none goes on', async () => {
  const member = await join()
  const id = await makeText(member)
  await client.query(`create or replace function private.text_quota_bytes() returns bigint
    language sql immutable set search_path = '' as 'select 100::bigint'`)
  await makeText(member, Array.from({ length: 100 }, (_, at) => `${at}`).join(' '))
  const full = { message: 'texts_full' }
  const calls = [
    `select public.duplicate_text(${id}, 'copy')`,
    `select public.keep_text(${id}, 't', 'kept', '{}')`,
    `insert into public.prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id, review_status)
     values ('t', 'd', 'p', 'ko', '${member.id}', 1, 1, 'draft')`,
  ]
  for (const call of calls)
    await expect(runAs(client, actorOf(member), call), call).rejects.toMatchObject(full)
  const stranger = await join()
  await runAs(client, actorOf(stranger), register, [stranger.id])
})
