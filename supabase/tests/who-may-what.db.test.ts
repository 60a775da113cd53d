// The truth table: every table, actor and operation (security 14). A table that is not listed fails the test until somebody decides.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createMember,
  openTestDatabase,
  type OpenTestDatabase,
  type TestMember,
} from '#scripts/testing/database.ts'
import { outcomeOf, runAs, type Actor } from './as-actor.ts'
import { liftedSession } from './console-cases.ts'
import { paymentProbes } from './payment-probes.ts'
import { probes } from './truth-probes.ts'
import { truth } from './truth-table.ts'

let database: OpenTestDatabase
let client: pg.Client
let own: TestMember
let other: TestMember
let cases: [Actor, target: string][]
let primaryKeys: Map<string, string>

beforeAll(async () => {
  database = await openTestDatabase({ planted: /^I4: tool_edit .* without a run$/ })
  client = database.client
  own = await createMember(database.adminUrl)
  other = await createMember(database.adminUrl)
  const [paying, blocked, deleted, guarded, operator] = [
    await createMember(database.adminUrl, { plan: 'pro' }),
    await createMember(database.adminUrl, { isBlock: true }),
    await createMember(database.adminUrl),
    await createMember(database.adminUrl),
    await createMember(database.adminUrl),
  ]
  const author = await createMember(database.adminUrl, { nickname: 'author' })
  for (const title of ['first', 'second']) {
    await client.query(
      `insert into public.prompt (title, description, prompt, language, is_show, user_id, prompt_model_id, prompt_category_sub_id)
       values ($1, 'd', 'canary-of-the-prompt-text', 'ko', true, $2, 1, 1)`,
      [title, author.id],
    )
  }
  for (const table of ['article', 'notice'])
    await client.query(`insert into public.${table} ${probes[table]!.insert.replace('mine', 'first')}`)
  for (const { id } of [own, other, paying, blocked, deleted, guarded]) await giveOneRowEverywhere(id)
  // Without the triggers of an account deletion, which take the rows away that are asked for here.
  await client.query('set session_replication_role = replica')
  await client.query(`update public."user" set provider = 'deleted', is_active = false where id = $1`, [
    deleted.id,
  ])
  await client.query('set session_replication_role = origin')
  await client.query(`update public."user" set role = 'operator' where id = $1`, [operator.id])
  for (const { id } of [guarded, operator])
    await client.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', 'app', now(), now())`,
      [id],
    )
  const member = ({ id }: TestMember): Actor => ({ role: 'authenticated', id })
  cases = [
    [{ role: 'anon' }, other.id],
    [member(own), own.id],
    [member(own), other.id],
    ...[paying, blocked, deleted].map((person): [Actor, string] => [member(person), person.id]),
    [{ ...member(guarded), aal: 'aal1' }, guarded.id],
    [{ role: 'authenticated', ...liftedSession(operator) }, other.id],
  ]
  const { rows } = await client.query<{ table: string; key: string }>(`
    select c.relname as table, string_agg(format('%I', a.attname), ', ') as key from pg_index i
    join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey) where i.indisprimary group by 1`)
  primaryKeys = new Map(rows.map(({ table, key }) => [table, key]))
})
afterAll(() => database.close())

async function giveOneRowEverywhere(id: string): Promise<void> {
  const first = probes.prompt_like!.insert.replace('2', '1')
  await client.query(`insert into public.user_referrer (id) values ($1)`, [id])
  await client.query(`insert into public.user_benefit ${probes.user_benefit!.insert}`, [id])
  await client.query(`insert into public.user_tone (id) values ($1)`, [id])
  await client.query(
    `insert into public.tone_analysis (user_id, urls, language, model, status) values ($1, '{a,b,c}', 'ko', 'demo', 'failed')`,
    [id],
  )
  await client.query(
    `insert into public.image_history (user_id, spender_id, kind, amount, balance_after, idempotency_key) values ($1, $1, 'operator', 1, 0, $2)`,
    [id, `image:${id}`],
  )
  await client.query(
    `insert into public.user_alarm (user_id, kind, source_id) values ($1, 'notice', 'first')`,
    [id],
  )
  await client.query(`insert into public.contact ${probes.contact!.insert}`, [id])
  await client.query(`insert into public.prompt ${probes.prompt!.insert}`, [id])
  await client.query(`insert into public.prompt_like ${first}`, [id])
  await client.query(`insert into public.prompt_report ${probes.prompt_report!.insert.replace('2', '1')}`, [
    id,
  ])
  await client.query(`insert into public.prompt_action (type, prompt_id, user_id) values ('thank', 1, $1)`, [
    id,
  ])
  await client.query(
    `insert into public.prompt_use (prompt, prompt_type_id, prompt_model_id, user_id, status) values ('p', 1, 1, $1, 'done')`,
    [id],
  )
  await client.query(
    `with t as (insert into public.tool_use (user_id, tool, request, language, model, status, content) values ($1, 'article', '{}', 'Korean', 'demo', 'done', 'text') returning id) insert into public.tool_edit (user_id, tool_use_id, feature, model) select $1, id, 'text-fix', 'demo' from t`,
    [id],
  )
  await client.query(
    `insert into public.keyword_search (user_id, keyword, key, is_sample, status, done_at) values ($1, 'xx', 'XX', true, 'done', now())`,
    [id],
  )
  await client.query(`insert into public.saved_keyword ${probes.saved_keyword!.insert}`, [id])
  await client.query(`insert into public.keyword_rank ${probes.keyword_rank!.insert}`, [id])
  for (const table of Object.keys(paymentProbes))
    await client.query(`insert into public.${table} ${probes[table]!.insert}`, [id])
  await client.query(`select private.save_version(id, 'person') from public.tool_use where user_id = $1`, [
    id,
  ])
}

async function observe(table: string, operation: string): Promise<string> {
  const probe = probes[table]!
  const signs: string[] = []
  for (const [actor, target] of cases) {
    const where = probe.shared ? 'where true or $1::uuid is null' : `where ${probe.key} = $1::uuid`
    const insert = `insert into public."${table}" ${probe.shared ? probe.insert.replace('$1', 'null') : probe.insert}`
    const statement = {
      select: `select ${probe.column ?? '1'} from public."${table}" ${where}`,
      insert,
      upsert: `${insert} on conflict (${primaryKeys.get(table)}) do update set ${probe.change}`,
      update: `update public."${table}" set ${probe.change} ${where}`,
      delete: `delete from public."${table}" ${where}`,
    }[operation]!
    const needsRoom = operation === 'insert' && ['user_referrer'].includes(table)
    if (needsRoom) await client.query(`delete from public."${table}" where ${probe.key} = $1`, [target])
    const takesValue = statement.includes('$1')
    signs.push(await outcomeOf(client, actor, statement, takesValue ? [target] : []))
    if (needsRoom) await client.query(`insert into public."${table}" (${probe.key}) values ($1)`, [target])
  }
  return signs.join('')
}

it('O18, security 14: every table of the exposed schema is in the truth table', async () => {
  const { rows } = await client.query(
    `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`,
  )
  expect(rows.map((row) => row.relname)).toEqual(Object.keys(truth).sort())
})

for (const [table, operations] of Object.entries(truth)) {
  it(`O18, security 14: who may do what with ${table}`, async () => {
    const seen: Record<string, string> = {}
    for (const operation of ['select', 'insert', 'update', 'delete', 'upsert'])
      seen[operation] = await observe(table, operation)
    expect(seen).toEqual(operations)
  })
}

it('P04, security 15: a visitor cannot read prompt text by any select', async () => {
  const attempts = [
    'prompt',
    '*',
    'title, prompt',
    'upper(prompt)',
    'to_jsonb(p)',
    "count(*) filter (where prompt like '%canary%')",
  ]
  for (const columns of attempts) {
    await expect(
      runAs(client, { role: 'anon' }, `select ${columns} from public.prompt p`),
      columns,
    ).rejects.toMatchObject({ code: '42501' })
  }
  await expect(
    runAs(client, { role: 'anon' }, `select id from public.prompt where prompt like 'c%'`),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(
    runAs(client, { role: 'anon' }, `select id from public.prompt order by prompt`),
  ).rejects.toMatchObject({ code: '42501' })
})

it('P04, sql P5: a member reads the text of a shown prompt on its page, and the table gives only the own ones', async () => {
  const member = { role: 'authenticated', id: own.id } as const
  const { rows } = await runAs(client, member, `select public.read_prompt(1) ->> 'prompt' as prompt`)
  expect(rows).toEqual([{ prompt: 'canary-of-the-prompt-text' }])
  const table = await runAs(client, member, 'select distinct user_id from public.prompt')
  expect(table.rows).toEqual([{ user_id: own.id }])
  // The names of what the member ran are told for the history, and of nothing else.
  const used = await runAs(client, member, 'select * from public.name_used_prompts(array[1, 2])')
  expect(used.rows).toEqual([])
})

it('security 17: a member cannot change any column of the own record, balance or benefit', async () => {
  for (const table of ['user', 'user_usage', 'user_benefit', 'user_tone', 'token_history', 'image_history']) {
    const { rows } = await client.query(
      `select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
      [`public."${table}"`],
    )
    for (const { attname } of rows) {
      const attempt = runAs(
        client,
        { role: 'authenticated', id: own.id },
        `update public."${table}" set ${attname} = ${attname}`,
      )
      await expect(attempt, `${table}.${attname}`).rejects.toMatchObject({ code: '42501' })
    }
  }
})

it('security 18: an author cannot set counters, score, dates, owner or visibility of a prompt', async () => {
  const member: Actor = { role: 'authenticated', id: own.id }
  for (const column of [
    'view_count',
    'action_count',
    'like_count',
    'use_count',
    'trend_score',
    'created_at',
    'updated_at',
    'user_id',
    'is_show',
  ]) {
    await expect(
      runAs(client, member, `update public.prompt set ${column} = ${column}`),
      column,
    ).rejects.toMatchObject({ code: '42501' })
  }
  await expect(
    runAs(
      client,
      member,
      `insert into public.prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id, is_show) values ('t', 'd', 'p', 'ko', $1, 1, 1, true)`,
      [own.id],
    ),
  ).rejects.toMatchObject({ code: '42501' })
})

it('security 18: a member cannot set what a generation cost, its status, its owner, its link or, past the comparison, its text', async () => {
  const member: Actor = { role: 'authenticated', id: own.id }
  for (const column of [
    'status',
    'token',
    'token_input',
    'token_output',
    'image',
    'user_id',
    'share_id',
    'saved_at',
    'is_demo',
    'request',
    'created_at',
    'title',
    'content',
    'tags',
    'assumed',
    'advice',
    'revision',
    'edited_at',
  ]) {
    await expect(
      runAs(client, member, `update public.tool_use set ${column} = ${column}`),
      column,
    ).rejects.toMatchObject({ code: '42501' })
  }
})
