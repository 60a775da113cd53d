// The console's own rules: who gets in, what stays of what is done, and that nothing is done twice.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createMember,
  createTestDatabase,
  type TestDatabase,
  type TestMember,
} from '#scripts/testing/database.ts'
import { runAs, type Actor } from './as-actor.ts'
import { liftedSession } from './console-cases.ts'

let database: TestDatabase
let client: pg.Client
const connect = async () => {
  const made = new pg.Client({ connectionString: database.adminUrl })
  await made.connect()
  return made
}
beforeAll(async () => {
  database = await createTestDatabase()
  client = await connect()
})
afterAll(async () => {
  await client.end()
  await database.close()
})

type Person = TestMember & { actor: Actor }
async function person(role: 'member' | 'operator' | 'owner', isBlock = false): Promise<Person> {
  const made = await createMember(database.adminUrl, { isBlock, token: 0 })
  await client.query(`update public."user" set role = $2 where id = $1`, [made.id, role])
  return { ...made, actor: { role: 'authenticated', ...liftedSession(made) } }
}
const call = (who: Person, text: string, values: unknown[] = [], on = client) =>
  runAs(on, who.actor, `select ${text} as result`, values, true).then(({ rows }) => rows[0].result)
const refused = (code: string, message: string) => expect.objectContaining({ code, message })
const forbidden = refused('42501', 'forbidden')
const setRole = (who: Person, member: Person, role: string, on = client) =>
  call(who, 'public.operator_set_role($1, $2)', [member.id, role], on)
const one = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows[0]
const lastAct = () => one('select * from private.operator_log order by id desc limit 1')

it('B19, security 14, sql P1: each function of the console refuses a visitor, a member, a blocked operator, one without a second factor and one whose session ended', async () => {
  const owner = await person('owner')
  const [gone, over, foreign] = [await person('owner'), await person('owner'), await person('owner')]
  await client.query('delete from auth.sessions where id = $1', [gone.sessionId])
  await client.query(`update auth.sessions set not_after = now() - interval '1 second' where id = $1`, [
    over.sessionId,
  ])
  const strangers: Actor[] = [
    { role: 'anon' },
    (await person('member')).actor,
    (await person('operator', true)).actor,
    { ...owner.actor, aal: 'aal1' },
    { role: 'authenticated', id: owner.id, aal: 'aal2' },
    { ...foreign.actor, sessionId: owner.sessionId },
    gone.actor,
    over.actor,
  ]
  const { rows } = await client.query<{ name: string; call: string }>(`
    select p.proname as name, format('public.%I(%s)', p.proname,
      (select coalesce(string_agg('null::' || t::regtype, ', ' order by place), '') from unnest(p.proargtypes::oid[]) with ordinality as a (t, place))) as call
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname like 'operator\\_%' order by 1`)
  expect(rows.length).toBeGreaterThan(20)
  for (const { name, call: text } of rows) {
    for (const stranger of strangers)
      await expect(runAs(client, stranger, `select ${text}`), name).rejects.toMatchObject({ code: '42501' })
  }
  expect((await runAs(client, owner.actor, 'select public.operator_read_overview()')).rowCount).toBe(1)
  await client.query(`update public."user" set role = 'member' where id = $1`, [(await person('owner')).id])
})

it('B19: the tables behind the console give an operator nothing that a member would not get', async () => {
  const [{ actor }, member] = [await person('operator'), await createMember(database.adminUrl)]
  for (const row of [
    `contact (user_id, type, email, title, description, language) values ($1, 'etc', 'a@example.com', 't', 'd', 'ko')`,
    `prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id) values ('t', 'd', 'p', 'ko', $1, 1, 1)`,
    `prompt_report (prompt_id, user_id, reason) select id, $1, 'other' from public.prompt where user_id = $1`,
    `tool_use (user_id, tool, request, language, model, status) values ($1, 'article', '{}', 'Korean', 'demo', 'done')`,
    `prompt_use (prompt, prompt_type_id, prompt_model_id, user_id, status) values ('p', 1, 1, $1, 'done')`,
  ])
    await client.query(`insert into public.${row}`, [member.id])
  const owners = {
    user: 'id',
    user_usage: 'id',
    token_history: 'user_id',
    contact: 'user_id',
    prompt: 'user_id',
    prompt_version: '(select p.user_id from public.prompt p where p.id = prompt_id)',
    prompt_report: 'user_id',
    tool_use: 'user_id',
    prompt_use: 'user_id',
  }
  for (const [table, owner] of Object.entries(owners)) {
    const ofMember = `select from public."${table}" where ${owner} = '${member.id}'`
    expect((await client.query(ofMember)).rowCount, table).toBe(1)
    expect(
      (await runAs(client, actor, `select from public."${table}" where ${owner} <> '${actor.id}'`)).rowCount,
      table,
    ).toBe(0)
  }
  for (const table of ['operator_log', 'invite'])
    await expect(runAs(client, actor, `select * from private.${table}`), table).rejects.toMatchObject({
      code: '42501',
    })
})

it('calls of a day are counted up to their limit, also by processes at once, and operators alone read them', async () => {
  const [operator, member] = [await person('operator'), await person('member')]
  const count = (on: pg.Client, limit: number | null) =>
    on.query<{ is_free: boolean }>('select private.count_daily_call($1, $2) as is_free', ['search', limit])
  const other = await connect()
  const freeOfSix = async (on: pg.Client) => {
    let free = 0
    for (let call = 0; call < 6; call++) if ((await count(on, 10)).rows[0]!.is_free) free++
    return free
  }
  const [here, there] = await Promise.all([freeOfSix(client), freeOfSix(other)])
  await other.end()
  expect(here + there).toBe(10)
  await client.query(`insert into private.daily_call values (private.korean_day() - 1, 'datalab', 7)`)
  expect(await call(operator, 'public.operator_read_daily_calls()')).toEqual({ search: 10 })
  expect((await count(client, null)).rows[0]!.is_free).toBe(true)
  await expect(call(member, 'public.operator_read_daily_calls()')).rejects.toEqual(forbidden)
})

it('B19: owners make operators, operators make nobody, and nobody changes the own role', async () => {
  const [owner, operator, member] = [await person('owner'), await person('operator'), await person('member')]
  await expect(setRole(operator, member, 'operator')).rejects.toEqual(forbidden)
  await expect(setRole(operator, operator, 'owner')).rejects.toEqual(forbidden)
  await expect(setRole(owner, owner, 'member')).rejects.toEqual(forbidden)
  await expect(setRole(owner, member, 'king')).rejects.toEqual(refused('P0001', 'invalid_request'))
  await setRole(owner, member, 'operator')
  expect(await lastAct()).toMatchObject({
    operator_id: owner.id,
    act: 'member_role',
    member_id: member.id,
    details: { before: 'member', after: 'operator' },
  })
  expect(await call(member, 'public.operator_read_overview()')).toMatchObject({ prompts: expect.any(Number) })
})

it('B19: the last owner stays: two owners cannot take the role from each other at once, nor lose it by a block or by leaving', async () => {
  await client.query(`alter table public."user" disable trigger user_last_owner`)
  await client.query(`update public."user" set role = 'member' where role = 'owner'`)
  await client.query(`alter table public."user" enable trigger user_last_owner`)
  const [anna, berta] = [await person('owner'), await person('owner')]
  const other = await connect()
  const results = await Promise.allSettled([
    setRole(anna, berta, 'member'),
    setRole(berta, anna, 'member', other),
  ])
  await other.end()
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { rows } = await client.query<{ id: string }>(`select id from public."user" where role = 'owner'`)
  expect(rows).toHaveLength(1)
  const [{ id } = { id: '' }] = rows
  for (const change of ['is_block = true', 'is_active = false', `role = 'operator'`])
    await expect(
      client.query(`update public."user" set ${change} where id = $1`, [id]),
      change,
    ).rejects.toMatchObject({
      message: 'forbidden',
    })
  await expect(client.query(`delete from auth.users where id = $1`, [id])).rejects.toMatchObject({
    message: 'forbidden',
  })
})

it('B19: the log is only ever added to, whoever asks', async () => {
  const owner = await person('owner')
  await setRole(owner, await person('member'), 'operator')
  const { id } = await lastAct()
  for (const attempt of [
    `update private.operator_log set act = 'nothing' where id = ${id}`,
    `delete from private.operator_log where id = ${id}`,
    'truncate private.operator_log',
  ])
    await expect(client.query(attempt), attempt).rejects.toMatchObject({ message: 'history_is_immutable' })
  const lines = await call(await person('operator'), 'public.operator_list_log()')
  expect(lines[0]).toMatchObject({ id: Number(id), act: 'member_role', operator: owner.nickname })
})

it('B19, M12: a gift is given once, however often it is asked for at once, and the ledger shows it', async () => {
  const [operator, member] = [await person('operator'), await person('member')]
  const gift = randomUUID()
  const give = async () => {
    const own = await connect()
    try {
      return await call(operator, `public.operator_give($1, 5000, 3, $2, 'thanks')`, [member.id, gift], own)
    } finally {
      await own.end()
    }
  }
  const given = await Promise.all([give(), give(), give()])
  expect(given.filter(Boolean)).toHaveLength(1)
  expect(await one('select token, image from public.user_usage where id = $1', [member.id])).toEqual({
    token: '5000',
    image: '3',
  })
  expect(
    await one('select kind, idempotency_key from public.token_history where user_id = $1', [member.id]),
  ).toEqual({
    kind: 'operator',
    idempotency_key: `operator:${gift}`,
  })
  for (const wrong of ['0, 0', '-1, 0', '10000001, 0', '0, 10001', 'null, 1'])
    await expect(
      call(operator, `public.operator_give($1, ${wrong}, $2, 'x')`, [member.id, randomUUID()]),
      wrong,
    ).rejects.toEqual(refused('P0001', 'invalid_field'))
  await expect(
    call(operator, `public.operator_give($1, 1, 0, $2, ' ')`, [member.id, randomUUID()]),
  ).rejects.toEqual(refused('P0001', 'check_required_fields'))
  await expect(
    call(operator, `public.operator_give($1, 1, 0, $2, 'x')`, [operator.id, randomUUID()]),
  ).rejects.toEqual(forbidden)
})

it('sql P1: what one operator and all together give a day is bounded, also when it is given at once, and benefits count as well', async () => {
  const [operator, other, owner] = [await person('operator'), await person('operator'), await person('owner')]
  const member = await person('member')
  const give = async (who: Person, tokens: number, images = 0) => {
    const own = await connect()
    try {
      return await call(
        who,
        `public.operator_give($1, $2, $3, $4, 'x')`,
        [member.id, tokens, images, randomUUID()],
        own,
      )
    } finally {
      await own.end()
    }
  }
  const limit = refused('P0001', 'daily_limit')
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => give(operator, 4_000_000)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await expect(give(operator, 2_000_001)).rejects.toEqual(limit)
  await expect(give(operator, 0, 10_000)).resolves.toBe(true)
  await expect(give(operator, 0, 1)).rejects.toEqual(limit)
  await give(other, 10_000_000)
  await give(owner, 10_000_000)
  // What others gave before in this file counts too: the site's bound is reached.
  await expect(give(await person('operator'), 2_000_000)).rejects.toEqual(refused('P0001', 'site_limit'))
  await client.query(
    'update private.gift_rule set site_gifts = 100000, site_tokens = 1e12, operator_gifts = 1',
  )
  await expect(
    call(operator, `public.operator_give_benefit($1, 'pro', 1, 'day', now())`, [member.id]),
  ).rejects.toEqual(limit)
  await client.query('update private.gift_rule set operator_gifts = 100')
})

it('sql P1: who looked at members stands in the log, without what was looked for', async () => {
  const [operator, member] = [await person('operator'), await person('member')]
  await call(operator, 'public.operator_list_members($1)', [member.nickname])
  expect(await lastAct()).toMatchObject({
    operator_id: operator.id,
    act: 'list_members',
    member_id: null,
    details: { count: 1, is_search: true },
  })
  await call(operator, 'public.operator_read_member($1)', [member.id])
  expect(await lastAct()).toMatchObject({
    operator_id: operator.id,
    act: 'read_member',
    member_id: member.id,
  })
  await call(operator, 'public.operator_list_orders($1)', [member.id])
  expect(await lastAct()).toMatchObject({ act: 'read_orders', member_id: member.id })
  await call(operator, `public.operator_list_movements($1, 'token')`, [member.id])
  expect(await lastAct()).toMatchObject({ act: 'read_movements', member_id: member.id })
  await call(operator, 'public.operator_list_questions(true)')
  expect(await lastAct()).toMatchObject({ act: 'list_questions', member_id: null })
  const { rows } = await client.query(
    `insert into public.contact (type, user_id, email, title, description, language)
     values ('etc', $1, 'asker@example.com', 'Why?', 'Because', 'en') returning id`,
    [member.id],
  )
  await call(operator, 'public.operator_read_question($1)', [rows[0].id])
  expect(await lastAct()).toMatchObject({
    operator_id: operator.id,
    act: 'read_question',
    subject_id: rows[0].id,
    member_id: member.id,
  })
  // Looking is no decision: asking again after a lost answer is still known.
  const ofMember = await call(operator, 'public.operator_list_log(null, $1)', [member.id])
  expect(ofMember).toEqual([])
})

it('R22, B19: a member is blocked with a reason and loses every session; operators are for owners alone to block', async () => {
  const [owner, operator, equal, member] = [
    await person('owner'),
    await person('operator'),
    await person('operator'),
    await person('member'),
  ]
  const block = (who: Person, whom: Person, reason: string, isBlocked = true) =>
    call(who, 'public.operator_block_member($1, $2, $3)', [whom.id, isBlocked, reason])
  await expect(block(operator, member, '')).rejects.toEqual(refused('P0001', 'check_required_fields'))
  await expect(block(operator, equal, 'x')).rejects.toEqual(forbidden)
  await expect(block(operator, operator, 'x')).rejects.toEqual(forbidden)
  await block(operator, member, 'spam')
  expect(
    await one(`select is_block, blocked_at is not null as at from public."user" where id = $1`, [member.id]),
  ).toEqual({
    is_block: true,
    at: true,
  })
  expect((await client.query('select from auth.sessions where user_id = $1', [member.id])).rowCount).toBe(0)
  await expect(block(operator, member, 'again')).rejects.toEqual(refused('P0001', 'not_found'))
  await block(operator, member, 'a mistake', false)
  await block(owner, equal, 'left the company')
  expect(await lastAct()).toMatchObject({ act: 'member_block', details: { reason: 'left the company' } })
})

it('B33, M12: a benefit is one at a time, has its end from its duration, and ends when an operator says so', async () => {
  const [operator, member] = [await person('operator'), await person('member')]
  const give = (values: string) => call(operator, `public.operator_give_benefit($1, ${values})`, [member.id])
  for (const wrong of [
    `'pro', 0, 'day', now()`,
    `'pro', 1, 'week', now()`,
    `'pro', 1, 'day', now() - interval '3 days'`,
    `'gold', 1, 'day', now()`,
  ])
    await expect(give(wrong), wrong).rejects.toEqual(refused('P0001', 'invalid_field'))
  await give(`'pro', 2, 'month', now()`)
  await expect(give(`'pro', 1, 'day', now()`)).rejects.toEqual(refused('P0001', 'benefit_active'))
  const benefit = await one(
    `select type, type_detail, end_at = start_at + interval '2 months' as is_whole from public.user_benefit where id = $1`,
    [member.id],
  )
  expect(benefit).toEqual({ type: 'plan', type_detail: 'pro', is_whole: true })
  const seen = () => call(operator, 'public.operator_read_member($1)', [member.id])
  const own = () => call(member, 'public.read_usage()', [])
  const { plan_until: until } = (await own()) as { plan_until: string }
  expect(await own()).toMatchObject({ id: member.id, plan: 'pro' })
  expect(Date.parse(until)).toBeGreaterThan(Date.now())
  expect(await seen()).toMatchObject({ plan: 'pro' })
  expect(await call(operator, 'public.operator_list_members($1)', [member.id])).toMatchObject([
    { plan: 'pro' },
  ])
  await call(operator, 'public.operator_end_benefit($1)', [member.id])
  await expect(call(operator, 'public.operator_end_benefit($1)', [member.id])).rejects.toEqual(
    refused('P0001', 'not_found'),
  )
  expect(await own()).toMatchObject({ plan: 'starter', plan_until: null })
  await give(`'basic', 1, 'year', now() + interval '1 day'`)
  expect(await seen()).toMatchObject({ plan: 'starter', benefit: { type_detail: 'basic' } })
})

it('B19: members are found by the beginning of name or address and by id, by state, thirty a page; nothing that they wrote is told', async () => {
  const operator = await person('operator')
  const names = Array.from({ length: 33 }, (_, index) => `pag_${index}`)
  for (const nickname of names) await createMember(database.adminUrl, { nickname, token: 0 })
  const list = async (search: string, state: string | null = null, after: string | null = null) =>
    (await call(operator, 'public.operator_list_members($1, $2, $3)', [search, state, after])) as {
      id: string
      nickname: string
    }[]
  const first = await list('PAG_')
  const rest = await list('pag_', null, first[29]!.id)
  expect(first).toHaveLength(31)
  expect(new Set([...first.slice(0, 30), ...rest].map(({ nickname }) => nickname))).toEqual(new Set(names))
  expect(await list('pag%')).toEqual([])
  expect(await list(operator.id)).toMatchObject([{ id: operator.id }])
  expect((await list('', 'operators')).map(({ id }) => id)).toContain(operator.id)
  const member = await person('member')
  await client.query(
    `insert into public.tool_use (user_id, tool, request, language, model, status, title, content) values ($1, 'article', '{}', 'Korean', 'demo', 'done', 'canary', 'canary')`,
    [member.id],
  )
  const told = await call(operator, 'public.operator_read_member($1)', [member.id])
  expect(told).toMatchObject({ nickname: member.nickname, texts: 1, token: 0 })
  expect(JSON.stringify(told)).not.toContain('canary')
})
