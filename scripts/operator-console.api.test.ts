// The console over the wire, as its pages call it: what an operator gets, and that nobody else gets anything.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { importJWK, SignJWT } from 'jose'
import { createBackend, loadKeys, type Backend } from 'local-backend'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as desk from '#app/features/operators/operators-data.ts'
import type { Supabase } from '#app/session/supabase.ts'
import { createMember, createTestDatabase, type TestDatabase, type TestMember } from './testing/database.ts'

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

type Person = TestMember & { supabase: Supabase }
async function person(
  role: 'member' | 'operator' | 'owner',
  options: { isBlock?: boolean; hasFactor?: boolean } = {},
): Promise<Person> {
  const made = await createMember(database.adminUrl, { isBlock: options.isBlock ?? false, token: 0 })
  await client.query(`update public."user" set role = $2 where id = $1`, [made.id, role])
  if (options.hasFactor)
    await client.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values ($1, $2, 'totp', 'verified', now(), now())`,
      [randomUUID(), made.id],
    )
  return { ...made, supabase: await connect(made) }
}

/** supabase-js with a token of the member's at the first assurance level; a visitor's without a member. */
async function connect(member: TestMember | null): Promise<Supabase> {
  const token =
    member &&
    (await new SignJWT({ role: 'authenticated', session_id: member.sessionId, aal: 'aal1' })
      .setProtectedHeader({ alg: 'ES256', kid: keys.jwk.kid ?? '' })
      .setIssuer(`${origin}/auth/v1`)
      .setAudience('authenticated')
      .setSubject(member.id)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await importJWK(keys.jwk, 'ES256')))
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
const texts = {
  title_ko: '제목',
  title_en: 'Title',
  summary_ko: '요약',
  summary_en: 'Summary',
  content_ko: '본문',
  content_en: 'Text',
}
const notice = { ...texts, type: 'info', is_important: false }

it('B19, security 14: everything the console reads or does answers an operator, and 403 to a member, a blocked operator and one without the second factor', async () => {
  const [operator, member] = [await person('operator'), await person('member')]
  const outsiders = [
    member,
    await person('operator', { isBlock: true }),
    await person('owner', { hasFactor: true }),
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
    [member.id, operator.id],
  )
  const { rows: drafts } = await client.query(
    `select id::int, revision from private.save_publication('notice', null, $1, 'draft', null)`,
    [JSON.stringify({ ...notice, key: 'draft' })],
  )
  const gift = { id: randomUUID(), tokens: 10, images: 1, reason: 'thanks' }
  const benefit = { plan: 'pro', duration: 1, unit: 'day' as const, startAt: new Date().toISOString() }
  const everything: [string, (supabase: Supabase) => Promise<unknown>][] = [
    ['overview', desk.readOverview],
    ['reviews', (s) => desk.listReviews(s, null)],
    ['review', (s) => desk.findReview(s, handedIn.version)],
    ['approve', (s) => desk.reviewPrompt(s, handedIn.version, null)],
    ['return', (s) => desk.reviewPrompt(s, returned.version, 'Too short.')],
    ['reports', (s) => desk.listReports(s, null)],
    ['reported prompt', (s) => desk.findReports(s, reported.id)],
    ['decide reports', (s) => desk.decideReports(s, reported.id, 'Copied.')],
    ['hide', (s) => desk.hidePrompt(s, hidden.id, 'Broken.')],
    ['questions', (s) => desk.listQuestions(s, { isOpen: true, type: null, from: null })],
    ['question', (s) => desk.findQuestion(s, asked)],
    ['answer', (s) => desk.answerQuestion(s, asked, 'Yes.')],
    ['close', (s) => desk.closeQuestion(s, aside)],
    ['reopen', (s) => desk.reopenQuestion(s, aside)],
    ['publications', (s) => desk.listPublications(s, { kind: 'notice', state: null, before: null })],
    ['publication', (s) => desk.findPublication(s, 'notice', drafts[0].id)],
    ['publish', (s) => desk.savePublication(s, 'notice', notice, 'now', null)],
    ['change', (s) => desk.savePublication(s, 'notice', notice, 'draft', drafts[0])],
    ['delete', (s) => desk.deletePublication(s, 'notice', drafts[0].id)],
    ['members', (s) => desk.listMembers(s, { search: '', state: null, after: null })],
    ['member', (s) => desk.findMember(s, member.id)],
    ['movements', (s) => desk.listMovements(s, member.id, 'image', null)],
    ['gift', (s) => desk.giveGift(s, member.id, gift)],
    ['benefit', (s) => desk.giveBenefit(s, member.id, benefit)],
    ['end of a benefit', (s) => desk.endBenefit(s, member.id)],
    ['invites', (s) => desk.listInvites(s, null)],
    ['reward', (s) => desk.decideInvite(s, invites[0].id, true)],
    ['block', (s) => desk.blockMember(s, member.id, true, 'spam')],
    ['unblock', (s) => desk.blockMember(s, member.id, false, 'a mistake')],
    ['log', (s) => desk.listLog(s, null)],
  ]
  for (const [name, ask] of everything) {
    for (const outsider of outsiders)
      await expect(ask(outsider.supabase), name).rejects.toMatchObject({ code: 'forbidden', status: 403 })
    await expect(ask(visitor), name).rejects.toMatchObject({ code: 'sign_in_required' })
  }
  const nothing = await client.query('select from private.operator_log')
  expect(nothing.rowCount).toBe(0)
  for (const [name, ask] of everything) await expect(ask(operator.supabase), name).resolves.toBeDefined()
  const log = await desk.listLog(operator.supabase, null)
  expect(log.lines.map(({ act }) => act).toReversed()).toEqual([
    'prompt_approve',
    'prompt_return',
    'report_remove',
    'prompt_hide',
    'question_answer',
    'question_close',
    'question_reopen',
    'notice_create',
    'notice_change',
    'notice_delete',
    'member_gift',
    'benefit_give',
    'benefit_end',
    'invite_give',
    'member_block',
    'member_unblock',
  ])
  expect(new Set(log.lines.map(({ operator: name }) => name))).toEqual(new Set([operator.nickname]))
})

it('B19: what is refused carries a code that the screens have words for', async () => {
  const [owner, operator, member] = [await person('owner'), await person('operator'), await person('member')]
  const { supabase } = operator
  await expect(desk.setRole(supabase, member.id, 'operator')).rejects.toMatchObject({ code: 'forbidden' })
  await desk.setRole(owner.supabase, member.id, 'operator')
  await expect(desk.readOverview(member.supabase)).resolves.toMatchObject({ prompts: 0 })
  await expect(desk.blockMember(supabase, randomUUID(), true, 'x')).rejects.toMatchObject({
    code: 'member_not_found',
  })
  await expect(desk.answerQuestion(supabase, 999_999, 'x')).rejects.toMatchObject({ code: 'not_found' })
  await expect(
    desk.savePublication(supabase, 'article', { ...notice, type: 'gossip' }, 'now', null),
  ).rejects.toMatchObject({ code: 'invalid_field' })
  const base = await desk.savePublication(supabase, 'article', { ...notice, type: 'tip' }, 'draft', null)
  const saves = await Promise.allSettled([
    desk.savePublication(supabase, 'article', { ...notice, type: 'tip' }, 'now', base),
    desk.savePublication(owner.supabase, 'article', { ...notice, type: 'tip' }, 'draft', base),
  ])
  expect(saves.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(saves.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'edit_conflict' },
  })
})
