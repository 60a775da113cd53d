// The console over HTTP, as its pages call it: an operator's answers, and that all others are refused.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createBackend, loadKeys, type Backend } from 'local-backend'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, createTestDatabase, type TestDatabase, type TestMember } from './testing/database.ts'
import { signMemberToken } from './testing/member-token.ts'

const origin = 'http://127.0.0.1:3000'
const folder = mkdtempSync(join(tmpdir(), 'console-test-'))
let database: TestDatabase
let client: pg.Client
let backend: Backend
let keys: Awaited<ReturnType<typeof loadKeys>>
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  keys = await loadKeys(join(folder, 'keys.json'))
  backend = await createBackend({
    authenticatorUrl: database.authenticatorUrl,
    authAdminUrl: database.authAdminUrl,
    publicUrl: origin,
    redirectAllowList: [],
    keys,
    providers: {},
    developmentIdentityProvider: false,
    storage: { files: { folder: join(folder, 'files') }, fileSizeLimitBytes: 1_000 },
  })
})
afterAll(async () => {
  await backend.stop()
  await client.end()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

type Person = TestMember & { supabase: SupabaseClient }
async function person(
  role: 'member' | 'operator' | 'owner',
  options: { isBlock?: boolean; isLow?: boolean } = {},
): Promise<Person> {
  const made = await createMember(database.adminUrl, { isBlock: options.isBlock ?? false, token: 0 })
  await client.query(`update public."user" set role = $2 where id = $1`, [made.id, role])
  return { ...made, supabase: await connect(made, options.isLow ? 'aal1' : 'aal2') }
}

/** supabase-js with a token of the member's; a visitor's without a member. */
async function connect(member: TestMember | null, assurance = 'aal1'): Promise<SupabaseClient> {
  const token = member && (await signMemberToken(keys, origin, member, assurance))
  return createClient(origin, keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async (input, init) => backend.app.fetch(new Request(input, init)),
      ...(token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
    },
  })
}

async function makePrompt(author: TestMember, title: string): Promise<{ id: number; version: number }> {
  const { rows } = await client.query(
    `insert into public.prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id)
     values ($2, 'd', $2, 'en', $1, 1, 1) returning id::int`,
    [author.id, title],
  )
  const { rows: versions } = await client.query(
    'select id::int from public.prompt_version where prompt_id = $1',
    [rows[0].id],
  )
  return { id: rows[0].id, version: versions[0].id }
}
async function askQuestion(asker: TestMember): Promise<number> {
  const { rows } = await client.query(
    `insert into public.contact (user_id, type, email, title, description, language) values ($1, 'etc', 'a@example.com', 't', 'd', 'en') returning id::int`,
    [asker.id],
  )
  return rows[0].id
}
async function payOrder(buyer: TestMember): Promise<number> {
  const { rows } = await client.query(
    `with paid as (
       insert into public.payment_order (code, user_id, type, pack, amount, status, paid_at)
       values ('console-order', $1, 'pack', 'tokens_small', 6900, 'PAID', now()) returning id
     )
     insert into private.payment (order_id, try_number, code, status, payment_key, amount, balance)
     select id, 1, 'console-order-1', 'DONE', 'console-key', 6900, 6900 from paid returning order_id::int as id`,
    [buyer.id],
  )
  return rows[0].id
}
/** @returns the status, and the code of a refusal */
async function call(
  supabase: SupabaseClient,
  name: string,
  values: Record<string, unknown>,
): Promise<[number, string | null]> {
  const { status, error } = await supabase.rpc(`operator_${name}`, values)
  return [status, error && error.message]
}

const texts = {
  title_ko: '제목',
  title_en: 'Title',
  summary_ko: '요약',
  summary_en: 'Summary',
  content_ko: '본문',
  content_en: 'Text',
}
const notice = { ...texts, type: 'info', is_important: false }

it('B19, security 14: all console calls answer an operator, and 403 to members, blocked operators and those without second factor', async () => {
  const [operator, member] = [await person('operator'), await person('member')]
  const outsiders = [
    member,
    await person('operator', { isBlock: true }),
    await person('owner', { isLow: true }),
  ]
  const visitor = await connect(null)
  const [handedIn, returned, reported, hidden] = [
    await makePrompt(member, 'one'),
    await makePrompt(member, 'two'),
    await makePrompt(member, 'three'),
    await makePrompt(member, 'four'),
  ]
  for (const { version } of [reported, hidden])
    await client.query('select private.review_prompt($1, true)', [version])
  await client.query(
    `insert into public.prompt_report (prompt_id, user_id, reason) values ($1, $2, 'copied')`,
    [reported.id, operator.id],
  )
  const [asked, aside] = [await askQuestion(member), await askQuestion(member)]
  const { rows: invites } = await client.query(
    'insert into private.invite (inviter_id, friend_id) values ($1, $2) returning id::int',
    [member.id, (await person('member')).id],
  )
  const { rows: drafts } = await client.query(
    `select id::int, revision from private.save_publication('notice', null, $1, 'draft', null)`,
    [JSON.stringify({ ...notice, key: 'draft' })],
  )
  const member_id = { member: member.id }
  const draft = { kind: 'notice', publication_id: drafts[0].id }
  const everything: [string, Record<string, unknown>][] = [
    ['read_overview', {}],
    ['list_reviews', {}],
    ['read_review', { version_id: handedIn.version }],
    ['review_prompt', { version_id: handedIn.version, is_approved: true }],
    ['review_prompt', { version_id: returned.version, is_approved: false, reason: 'Too short.' }],
    ['list_reports', {}],
    ['read_reports', { prompt_id: reported.id }],
    ['decide_reports', { prompt_id: reported.id, is_removed: true, reason: 'Copied.' }],
    ['hide_prompt', { prompt_id: hidden.id, reason: 'Broken.' }],
    ['list_questions', { is_open: true }],
    ['read_question', { question_id: asked }],
    ['close_question', { question_id: aside, is_closed: true }],
    ['close_question', { question_id: aside, is_closed: false }],
    ['list_publications', { kind: 'notice' }],
    ['read_publication', draft],
    ['save_publication', { kind: 'notice', content: notice, publish: 'now' }],
    ['save_publication', { ...draft, content: notice, publish: 'draft', base_revision: drafts[0].revision }],
    ['delete_publication', draft],
    ['list_members', {}],
    ['read_member', member_id],
    ['list_movements', { ...member_id, kind: 'image' }],
    ['give', { ...member_id, tokens: 10, images: 1, gift: randomUUID(), reason: 'thanks' }],
    [
      'give_benefit',
      { ...member_id, type_detail: 'pro', duration: 1, duration_unit: 'day', start_at: new Date() },
    ],
    ['end_benefit', member_id],
    ['list_orders', member_id],
    ['open_refund', { order_id: await payOrder(member), amount: 1, reason: 'asked', refund: randomUUID() }],
    ['list_invites', {}],
    ['decide_invite', { invite_id: invites[0].id, is_given: true }],
    ['block_member', { ...member_id, is_blocked: true, reason: 'spam' }],
    ['block_member', { ...member_id, is_blocked: false, reason: 'a mistake' }],
    ['list_visits', {}],
    ['list_log', {}],
  ]
  for (const [name, values] of everything) {
    for (const outsider of outsiders)
      expect(await call(outsider.supabase, name, values), name).toEqual([403, 'forbidden'])
    expect(await call(visitor, name, values), name).toEqual([
      401,
      expect.stringContaining('permission denied'),
    ])
  }
  const nothing = await client.query('select from private.operator_log')
  expect(nothing.rowCount).toBe(0)
  for (const [name, values] of everything)
    expect((await call(operator.supabase, name, values))[0], name).toBeLessThan(300)
  const { data } = await operator.supabase.rpc('operator_list_log')
  const log = data as { act: string; operator: string }[]
  expect(log.map(({ act }) => act).toReversed()).toEqual([
    'prompt_approve',
    'prompt_return',
    'report_remove',
    'prompt_hide',
    'list_questions',
    'read_question',
    'question_close',
    'question_reopen',
    'notice_create',
    'notice_change',
    'notice_delete',
    'list_members',
    'read_member',
    'read_movements',
    'member_gift',
    'benefit_give',
    'benefit_end',
    'read_orders',
    'refund_ask',
    'invite_give',
    'member_block',
    'member_unblock',
  ])
  expect(new Set(log.map(({ operator: name }) => name))).toEqual(new Set([operator.nickname]))
})

it('B19: a refusal carries a code that the screens have a message for', async () => {
  const [owner, operator, member] = [await person('owner'), await person('operator'), await person('member')]
  const { supabase } = operator
  const roleOfMember = { member: member.id, role: 'operator' }
  expect(await call(supabase, 'set_role', roleOfMember)).toEqual([403, 'forbidden'])
  expect(await call(owner.supabase, 'set_role', roleOfMember)).toEqual([204, null])
  expect(await call(member.supabase, 'read_overview', {})).toEqual([200, null])
  const nobody = { member: randomUUID(), is_blocked: true, reason: 'x' }
  expect(await call(supabase, 'block_member', nobody)).toEqual([400, 'member_not_found'])
  expect(await call(supabase, 'close_question', { question_id: 999_999, is_closed: true })).toEqual([
    400,
    'not_found',
  ])
  const article = { kind: 'article', content: { ...notice, type: 'tip' }, publish: 'draft' }
  const gossip = { ...article, content: { ...notice, type: 'gossip' } }
  expect(await call(supabase, 'save_publication', gossip)).toEqual([400, 'invalid_field'])
  const { data: base } = await supabase.rpc('operator_save_publication', article)
  const change = { ...article, publication_id: base.id, base_revision: base.revision }
  const saves = await Promise.all([
    call(supabase, 'save_publication', change),
    call(owner.supabase, 'save_publication', { ...change, publish: 'now' }),
  ])
  expect(saves.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
    [200, null],
    [400, 'edit_conflict'],
  ])
})
