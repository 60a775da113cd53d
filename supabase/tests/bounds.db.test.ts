// What one member may store and how often, whoever calls: by the tables themselves, past every screen.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createMember,
  openTestDatabase,
  type OpenTestDatabase,
  type TestMember,
} from '#scripts/testing/database.ts'
import { runAs, type Actor } from './as-actor.ts'
import { makePrompt } from './make-prompt.ts'

let database: OpenTestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await openTestDatabase({ planted: /^I4: tool_use .* without a run$/ })
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
    `select public.stash_text_version(${id}, 't', 'c', $1)`,
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

it('sql P9, attacks 10: thirty prompts, twenty reports and a hundred copies a day hold for calls at the same moment', async () => {
  const [member, author] = [await join(), await join()]
  const connections = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const own = new pg.Client({ connectionString: database.adminUrl })
      await own.connect()
      return own
    }),
  )
  /** @returns how many of `count` calls, eight at a time, went well */
  async function race(count: number, call: (place: number) => [string, unknown[]]): Promise<number> {
    let next = 0
    let done = 0
    await Promise.all(
      connections.map(async (own) => {
        for (let place = next++; place < count; place = next++) {
          const outcome = await runAs(own, actorOf(member), ...call(place), true).then(
            () => 'done',
            (error: Error) => error.message,
          )
          expect(['done', refused.message]).toContain(outcome)
          if (outcome === 'done') done++
        }
      }),
    )
    return done
  }
  expect(await race(45, () => [register, [member.id]])).toBe(30)
  const others: number[] = []
  for (let count = 0; count < 30; count++) others.push(Number(await makePrompt(client, { user: author.id })))
  expect(
    await race(30, (place) => [
      `insert into public.prompt_report (prompt_id, user_id, reason) values ($1, $2, 'other')`,
      [others[place], member.id],
    ]),
  ).toBe(20)
  const texts = await Promise.all(Array.from({ length: 8 }, () => makeText(member)))
  await client.query(
    `insert into public.tool_use (user_id, tool, request, language, model, status, title, content, copy_of)
     select $1, 'article', '{}', 'Korean', 'demo', 'done', 't', 'c', $2 from generate_series(1, 95)`,
    [member.id, texts[0]],
  )
  expect(await race(16, (place) => ["select public.duplicate_text($1, 'copy')", [texts[place % 8]]])).toBe(5)
  await Promise.all(connections.map((own) => own.end()))
})

it('sql P11: a block hides what its member published, with the name; the author puts it back afterwards', async () => {
  const author = await join()
  const id = await makePrompt(client, { user: author.id })
  const seen = async () => {
    const { rows } = await runAs(client, { role: 'anon' }, 'select public.read_prompt($1) as prompt', [id])
    return rows[0].prompt !== null
  }
  const block = (isBlocked: boolean) =>
    client.query('update public."user" set is_block = $2 where id = $1', [author.id, isBlocked])
  expect(await seen()).toBe(true)
  await block(true)
  expect(await seen()).toBe(false)
  await block(false)
  expect(await seen()).toBe(false)
  await runAs(client, actorOf(author), 'select public.hide_prompt($1, false)', [id], true)
  expect(await seen()).toBe(true)
})

it('sql P3: deleting a user of the sign-in takes nothing out of the ledger of a team or out of the payments', async () => {
  const [owner, seat, nobody] = [
    await join(),
    await join(),
    await createMember(database.adminUrl, { token: 0 }),
  ]
  await client.query(
    `insert into public.token_history (user_id, spender_id, kind, amount, balance_after, idempotency_key) values ($1, $2, 'use', -10, 0, 'of-a-seat')`,
    [owner.id, seat.id],
  )
  const destroy = ({ id }: TestMember) => client.query('delete from auth.users where id = $1', [id])
  for (const member of [owner, seat]) await expect(destroy(member)).rejects.toThrow('foreign key')
  const { rows } = await client.query(
    `select u.token = (select sum(h.amount) from public.token_history h where h.user_id = u.id) as is_whole
     from public.user_usage u where u.id = $1`,
    [owner.id],
  )
  expect(rows).toEqual([{ is_whole: true }])
  await destroy(nobody)
  const { rows: cascades } = await client.query(
    `select c.conrelid::regclass::text as name from pg_constraint c where c.contype = 'f' and c.confdeltype = 'c'
       and c.conrelid::regclass::text ~ '^(token_history|image_history|subscription|payment_(order|debt)|private.payment(_refund)?)$'`,
  )
  expect(cascades).toEqual([])
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
    `select public.stash_text_version(${id}, 't', 'kept', '{}')`,
    `insert into public.prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id, review_status)
     values ('t', 'd', 'p', 'ko', '${member.id}', 1, 1, 'draft')`,
  ]
  for (const call of calls)
    await expect(runAs(client, actorOf(member), call), call).rejects.toMatchObject(full)
  const stranger = await join()
  await runAs(client, actorOf(stranger), register, [stranger.id])
})

it('a window of a day is not swept before its end', async () => {
  await client.query(
    `insert into private.use_count (key, window_started_at, count) values ('day:swept', now() - interval '25 hours', 3), ('day:open', now() - interval '23 hours', 3)`,
  )
  // Each use sweeps with a chance of two in a hundred.
  await client.query(`select private.count_use('sweep:' || n, 9, 60) from generate_series(1, 2000) n`)
  const { rows } = await client.query(`select key from private.use_count where key like 'day:%'`)
  expect(rows).toEqual([{ key: 'day:open' }])
})
