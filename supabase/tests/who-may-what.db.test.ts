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
import { paymentProbes } from './payment-probes.ts'

/**
 * One sign per actor: visitor, member on an own row, member on somebody else's row, blocked member on an own row.
 * `+` works, `0` finds nothing, `-` is refused.
 */
const truth: Record<string, Record<'select' | 'insert' | 'update' | 'delete', string>> = {
  user: { select: '-+0+', insert: '----', update: '----', delete: '----' },
  user_referrer: { select: '-+00', insert: '-+--', update: '-+00', delete: '----' },
  user_usage: { select: '-+00', insert: '----', update: '----', delete: '----' },
  user_benefit: { select: '-+00', insert: '----', update: '----', delete: '----' },
  user_tone: { select: '-+00', insert: '----', update: '----', delete: '-+00' },
  tone_analysis: { select: '-+00', insert: '----', update: '----', delete: '----' },
  token_history: { select: '-+00', insert: '----', update: '----', delete: '----' },
  image_history: { select: '-+00', insert: '----', update: '----', delete: '----' },
  user_alarm: { select: '-+00', insert: '----', update: '-+00', delete: '-+00' },
  prompt_type: { select: '++++', insert: '----', update: '----', delete: '----' },
  prompt_model: { select: '++++', insert: '----', update: '----', delete: '----' },
  prompt_category_main: { select: '++++', insert: '----', update: '----', delete: '----' },
  prompt_category_sub: { select: '++++', insert: '----', update: '----', delete: '----' },
  prompt: { select: '-+00', insert: '-+--', update: '-+00', delete: '-+00' },
  prompt_version: { select: '-+00', insert: '----', update: '----', delete: '----' },
  prompt_report: { select: '-+00', insert: '-+--', update: '----', delete: '----' },
  prompt_like: { select: '-+00', insert: '-+--', update: '----', delete: '-+00' },
  prompt_action: { select: '-+00', insert: '-+--', update: '----', delete: '----' },
  prompt_view: { select: '----', insert: '-+--', update: '----', delete: '----' },
  prompt_use: { select: '-+00', insert: '----', update: '----', delete: '-+00' },
  author: { select: '++++', insert: '----', update: '----', delete: '----' },
  tool_use: { select: '-+00', insert: '----', update: '----', delete: '----' },
  tool_edit: { select: '-+00', insert: '----', update: '----', delete: '----' },
  keyword_search: { select: '-+00', insert: '----', update: '----', delete: '-+00' },
  tool_use_version: { select: '-+00', insert: '----', update: '----', delete: '----' },
  article: { select: '++++', insert: '----', update: '----', delete: '----' },
  notice: { select: '++++', insert: '----', update: '----', delete: '----' },
  contact: { select: '-+00', insert: '----', update: '----', delete: '----' },
  statistic_log: { select: '----', insert: '-+-+', update: '----', delete: '----' },
  subscription: { select: '-+00', insert: '----', update: '----', delete: '----' },
  payment_order: { select: '-+00', insert: '----', update: '----', delete: '----' },
  payment_card: { select: '-+00', insert: '----', update: '----', delete: '----' },
  payment_debt: { select: '-+00', insert: '----', update: '----', delete: '----' },
}

/** How to reach the row of `$1` (a person's id), what to insert for that person, and a column that a change would touch. */
const probes: Record<
  string,
  { key: string; insert: string; change: string; column?: string; shared?: true }
> = {
  user: {
    key: 'id',
    insert: `(id, nickname, provider) values ($1, 'newcomer', 'google')`,
    change: `nickname = 'renamed'`,
    column: 'nickname',
  },
  user_referrer: { key: 'id', insert: `(id, use) values ($1, 'work')`, change: `use = 'hobby'` },
  user_usage: { key: 'id', insert: `(id) values ($1)`, change: `plan = 'pro'` },
  user_benefit: {
    key: 'id',
    insert: `(id, type, duration, duration_unit, start_at, end_at) values ($1, 'gift', 1, 'day', now(), now() + interval '1 day')`,
    change: `end_at = now() + interval '9 years'`,
  },
  user_tone: { key: 'id', insert: `(id) values ($1)`, change: `title = 'x'` },
  token_history: {
    key: 'user_id',
    insert: `(user_id, spender_id, kind, amount, balance_after, idempotency_key) values ($1, $1, 'operator', 5, 0, 'mine')`,
    change: `amount = 9`,
  },
  image_history: {
    key: 'user_id',
    insert: `(user_id, spender_id, kind, amount, balance_after, idempotency_key) values ($1, $1, 'operator', 5, 0, 'mine')`,
    change: `amount = 9`,
  },
  user_alarm: {
    key: 'user_id',
    insert: `(user_id, kind, source_id) values ($1, 'notice', 'x')`,
    change: `is_read = true`,
  },
  prompt_type: { key: 'id', insert: `(id, name) values (9, 'x')`, change: `name = 'x'`, shared: true },
  prompt_model: {
    key: 'id',
    insert: `(id, name, prompt_type_id) values (9, 'x', 1)`,
    change: `name = 'x'`,
    shared: true,
  },
  prompt_category_main: {
    key: 'id',
    insert: `(id, code, label_ko, label_en) values (99, 'x', 'x', 'x')`,
    change: `code = 'x'`,
    shared: true,
  },
  prompt_category_sub: {
    key: 'id',
    insert: `(id, prompt_category_main_id, code, label_ko, label_en) values (99, 1, 'x', 'x', 'x')`,
    change: `code = 'x'`,
    shared: true,
  },
  prompt: {
    key: 'user_id',
    insert: `(title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id) values ('t', 'd', 'p', 'ko', $1, 1, 1)`,
    change: `title = 'x'`,
    column: 'title',
  },
  prompt_version: {
    key: '(select p.user_id from public.prompt p where p.id = prompt_id)',
    insert: `(prompt_id, number, status, title, description, prompt, language, prompt_model_id, prompt_category_sub_id) select id, 9, 'draft', 't', 'd', 'p', 'ko', 1, 1 from public.prompt where user_id = $1`,
    change: `status = 'approved'`,
  },
  prompt_report: {
    key: 'user_id',
    insert: `(prompt_id, user_id, reason) values (2, $1, 'copied')`,
    change: `status = 'kept'`,
  },
  prompt_like: {
    key: 'user_id',
    insert: `(prompt_id, user_id) values (2, $1)`,
    change: `created_at = now()`,
  },
  prompt_action: {
    key: 'user_id',
    insert: `(type, prompt_id, user_id) values ('thank', 2, $1)`,
    change: `type = 'thank'`,
  },
  prompt_view: {
    key: 'user_id',
    insert: `(prompt_id, user_id) values (2, $1)`,
    change: `user_id = null`,
  },
  prompt_use: {
    key: 'user_id',
    insert: `(prompt, prompt_type_id, prompt_model_id, user_id) values ('p', 1, 1, $1)`,
    change: `status = 'done'`,
  },
  author: { key: 'id', insert: `(id, nickname) values ($1, 'x')`, change: `nickname = 'x'`, shared: true },
  tool_use: {
    key: 'user_id',
    insert: `(user_id, tool, request, language, model) values ($1, 'article', '{}', 'Korean', 'demo')`,
    change: `title = 'x'`,
    column: 'title',
  },
  tool_edit: {
    key: 'user_id',
    insert: `(user_id, tool_use_id, feature, model) select $1, id, 'text', 'demo' from public.tool_use where user_id = $1`,
    change: `result = 'x'`,
  },
  tone_analysis: {
    key: 'user_id',
    insert: `(user_id, urls, language, model) values ($1, '{a,b,c}', 'ko', 'demo')`,
    change: `title = 'x'`,
  },
  keyword_search: {
    key: 'user_id',
    insert: `(user_id, keyword, key, is_sample) values ($1, 'xx', 'XX', true)`,
    change: `keyword = 'yy'`,
  },
  tool_use_version: {
    key: '(select t.user_id from public.tool_use t where t.id = tool_use_id)',
    insert: `(tool_use_id, number, content, tags, made_by) select id, 9, 'x', '{}', 'person' from public.tool_use where user_id = $1`,
    change: `content = 'x'`,
  },
  article: {
    key: 'id',
    insert: `(key, type, title_ko, title_en, summary_ko, summary_en, content_ko, content_en, published_at) values ('mine', 'tip', 'x', 'x', 'x', 'x', 'x', 'x', now())`,
    change: `type = 'info'`,
    shared: true,
  },
  notice: {
    key: 'id',
    insert: `(key, type, title_ko, title_en, summary_ko, summary_en, content_ko, content_en, published_at) values ('mine', 'info', 'x', 'x', 'x', 'x', 'x', 'x', now())`,
    change: `type = 'event'`,
    shared: true,
  },
  contact: {
    key: 'user_id',
    insert: `(user_id, type, email, title, description, language) values ($1, 'etc', 'a@example.com', 't', 'd', 'ko')`,
    change: `answer = 'x'`,
  },
  statistic_log: {
    key: 'uuid',
    insert: `(type, type_detail, url, uuid) values ('VIEW', 'VIEW_PAGE', '/ko', $1)`,
    change: `url = '/x'`,
  },
  ...paymentProbes,
}

let database: OpenTestDatabase
let client: pg.Client
let own: TestMember
let other: TestMember
let blocked: TestMember

beforeAll(async () => {
  database = await openTestDatabase({ planted: /^I4: tool_edit .* without a hold$/ })
  client = database.client
  own = await createMember(database.adminUrl)
  other = await createMember(database.adminUrl)
  blocked = await createMember(database.adminUrl, { isBlock: true })
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
  for (const { id } of [own, other, blocked]) await giveOneRowEverywhere(id)
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
  for (const table of Object.keys(paymentProbes))
    await client.query(`insert into public.${table} ${probes[table]!.insert}`, [id])
  await client.query(`select private.save_version(id, 'person') from public.tool_use where user_id = $1`, [
    id,
  ])
}

async function observe(table: string, operation: string): Promise<string> {
  const probe = probes[table]!
  const visitor: Actor = { role: 'anon' }
  const member = (person: TestMember): Actor => ({ role: 'authenticated', id: person.id })
  const cases: [Actor, string][] = [
    [visitor, other.id],
    [member(own), own.id],
    [member(own), other.id],
    [member(blocked), blocked.id],
  ]
  const signs: string[] = []
  for (const [actor, target] of cases) {
    const where = probe.shared ? 'where true or $1::uuid is null' : `where ${probe.key} = $1::uuid`
    const statement = {
      select: `select ${probe.column ?? '1'} from public."${table}" ${where}`,
      insert: `insert into public."${table}" ${probe.shared ? probe.insert.replace('$1', 'null') : probe.insert}`,
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
    for (const operation of Object.keys(operations)) seen[operation] = await observe(table, operation)
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
    'revision',
    'edited_at',
  ]) {
    await expect(
      runAs(client, member, `update public.tool_use set ${column} = ${column}`),
      column,
    ).rejects.toMatchObject({ code: '42501' })
  }
})
