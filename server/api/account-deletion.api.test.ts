import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseFiles, forgetDeletionTokens } from '#server/features/accounts/erase-files.ts'
import { fsck } from '#server/fsck.ts'
import type { FileStore } from '#server/adapters/file-store.ts'
import { findPlaces } from '#server/testing/find-places.ts'
import { createPictureStore } from '#server/testing/picture-store.ts'
import { insertPrompt } from '#server/testing/prompt-cases.ts'
import { codeOf, refusalOf } from '#server/testing/refusals.ts'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'
import { isFormerMember } from '#shared/former-member.ts'

let test: TestProduct
beforeAll(async () => {
  // Only rows of this file refund an order and hold a run.
  test = await createTestProduct({ planted: /^I2: order 1 is REFUNDED|^I4: run tool_use:1:1 goes on/ })
})
afterAll(() => test.close())

const client = {
  query: <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    test.database.executeQuery<Row>(CompiledQuery.raw(text, values)),
}

/** A token of a sign-in of this age, with or without the second factor. */
const tokenOf = (person: Member, ageSeconds: number | null, aal = 'aal1') =>
  test.sign({
    sub: person.id,
    session_id: person.sessionId,
    aal,
    ...(ageSeconds === null
      ? {}
      : { amr: [{ method: 'oauth', timestamp: Math.floor(Date.now() / 1000) - ageSeconds }] }),
  })

const askToken = (person: Member, token: string) =>
  test.post('/v1/auth/sign/delete/token', { uuid: person.id }, token)
const askDeletion = (person: Member, token: string, deletion: unknown) =>
  test.post('/v1/auth/sign/delete', { uuid: person.id, token: deletion }, token)

async function deletionToken(person: Member, token: string): Promise<string> {
  const response = await askToken(person, token)
  expect(response.status).toBe(200)
  return ((await response.json()) as { result: string }).result
}

/** Runs the whole deletion. @returns the response of the second call */
async function leave(person: Member) {
  const token = await tokenOf(person, 10)
  const response = await askDeletion(person, token, await deletionToken(person, token))
  expect(response.status).toBe(200)
  return ((await response.json()) as { result: { until: string } }).result
}

const setUsage = (id: string, change: string) =>
  client.query(`update public.user_usage set ${change} where id = $1`, [id])

async function addFactor({ id }: Member): Promise<void> {
  await client.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at) values ($1, $2, 'totp', 'verified', 'canary', now(), now())`,
    [randomUUID(), id],
  )
}

const placesOf = (text: string) => findPlaces(test.database, text)

async function fillAccount(person: Member): Promise<number> {
  const run = async (sql: string, ...values: unknown[]) => client.query(sql, [person.id, ...values])
  const shown = await insertPrompt(test, person, { title: 'published' })
  await insertPrompt(test, person, { title: 'canary draft', isShow: false })
  const other = await insertPrompt(test, await test.member())
  await run(
    `update public."user" set email = 'canary@example.com', photo = 'https://x.example/canary.png' where id = $1`,
  )
  await run(
    `update auth.users set email = 'canary@example.com', raw_user_meta_data = '{"name": "canary"}' where id = $1`,
  )
  await run(`update auth.identities set identity_data = '{"name": "canary"}' where user_id = $1`)
  await run(
    `insert into public.tool_use (user_id, tool, request, language, model, content) values ($1, 'article', '{"topic": "canary"}', 'Korean', 'demo', 'canary')`,
  )
  await run(
    `insert into public.prompt_use (prompt, prompt_type_id, prompt_model_id, user_id, status, result) values ('canary', 1, 1, $1, 'done', 'canary')`,
  )
  await run(`insert into public.user_referrer (id, use) values ($1, 'work')`)
  await run(
    `insert into public.user_alarm (user_id, kind, source_id, data) values ($1, 'notice', 'canary', '{}')`,
  )
  await run(`insert into public.user_tone (id, title) values ($1, 'canary')`)
  await run(
    `insert into public.contact (user_id, type, email, title, description, language) values ($1, 'etc', 'canary@example.com', 't', 'canary', 'ko')`,
  )
  await run(`insert into private.proven_email (user_id, email) values ($1, 'canary@example.com')`)
  await run(
    `insert into private.email_proof (user_id, email, code_hash, code_key, language) values ($1, 'canary@example.net', 'x', gen_random_uuid(), 'ko')`,
  )
  await run(
    `select private.enqueue_email('email_changed', 'canary', $1, 'canary@example.com', 'ko', '{"email": "c***@example.net"}')`,
  )
  await run(`select private.enqueue_answer(c.id) from public.contact c where c.user_id = $1`)
  await run(`insert into public.prompt_like (prompt_id, user_id) values ($2, $1)`, other)
  await run(`insert into public.prompt_action (type, prompt_id, user_id) values ('thank', $2, $1)`, other)
  await run(
    `insert into public.prompt_report (prompt_id, user_id, reason, detail) values ($2, $1, 'other', 'canary')`,
    other,
  )
  await run(`insert into public.prompt_view (prompt_id, user_id) values ($2, $1)`, other)
  await run(
    `insert into public.statistic_log (type, type_detail, url, uuid) values ('VIEW', 'VIEW_PAGE', '/ko', $1)`,
  )
  await run(
    `insert into auth.flow_state (id, user_id, provider_type, authentication_method, provider_access_token) values (gen_random_uuid(), $1, 'google', 'oauth', 'canary')`,
  )
  // A seat in another member's team, by the invited address.
  await run(
    `insert into private.team_seat (owner_id, member_id, email, language, expires_at, joined_at)
     select p.user_id, $1, 'canary@example.org', 'ko', now(), now() from public.prompt p where p.id = $2`,
    other,
  )
  return shown
}

it('A35, A36, B18: a deletion leaves no personal data, published prompts stay, and the ledger stays complete', async () => {
  const person = await test.member({ nickname: 'Canary', token: 5_000, image: 3 })
  const shown = await fillAccount(person)
  expect((await placesOf('canary')).length).toBeGreaterThan(9)
  await leave(person)
  expect(await placesOf('canary')).toEqual([])
  expect(await placesOf(`sub-${person.id}`)).toEqual([])
  // The id itself stays in amounts, in a published prompt, in its anonymous row, for two days in engagement counts, and
  // in alarms of thanked authors. It leads to no person.
  expect(await placesOf(person.id)).toEqual([
    '"user"',
    'auth.users',
    'image_history',
    'private.prompt_engagement',
    'prompt',
    'token_history',
    'user_alarm',
    'user_usage',
  ])
  const { rows } = await client.query(
    `select p.title, u.nickname, u.is_active, (select sum(amount)::int from public.token_history where user_id = u.id) as sum
     from public.prompt p join public."user" u on u.id = p.user_id where p.id = $1`,
    [shown],
  )
  expect(rows).toMatchObject([{ title: 'published', is_active: false, sum: 5_000 }])
  expect(isFormerMember(String(rows[0]?.nickname))).toBe(true)
  expect(await fsck(test.database)).toEqual([])
})

it('A35, security 49: after a deletion the old token is refused and no session exists', async () => {
  const person = await test.member()
  const token = await tokenOf(person, 10)
  await leave(person)
  expect((await askToken(person, token)).status).toBe(401)
  expect(
    (
      await test.post(
        '/v1/auth/user/update',
        { uuid: person.id, update: { is_email_reception: true } },
        token,
      )
    ).status,
  ).toBe(401)
  expect((await test.post('/v1/auth/sign/up', { lang: 'ko', uuid: person.identityId }, token)).status).toBe(
    401,
  )
  const { rows } = await client.query('select 1 from auth.sessions where user_id = $1', [person.id])
  expect(rows).toEqual([])
})

it('B22, security 50: a sign-in older than ten minutes cannot delete the account; a session with the second factor can', async () => {
  const person = await test.member()
  for (const age of [null, 601, 86_400]) {
    const old = await tokenOf(person, age)
    const response = await askToken(person, old)
    expect([age, ...(await refusalOf(response))]).toEqual([age, 403, 'fresh_sign_in_required'])
    expect((await askDeletion(person, old, 'x')).status).toBe(403)
  }
  // A session with aal2 but without a factor (any more) is judged by its age.
  expect((await askToken(person, await tokenOf(person, 86_400, 'aal2'))).status).toBe(403)
  const fresh = await deletionToken(person, await tokenOf(person, 590))
  expect((await askDeletion(person, await tokenOf(person, 700), fresh)).status).toBe(403)

  await addFactor(person)
  const low = await askToken(person, await tokenOf(person, 10))
  expect(await refusalOf(low)).toEqual([403, 'second_factor_required'])
  expect((await askToken(person, await tokenOf(person, 86_400, 'aal2'))).status).toBe(200)
})

it('A36: a deletion token works once, for minutes, for its own session and its own member', async () => {
  const [person, other] = [await test.member(), await test.member()]
  const [token, othersToken] = [await tokenOf(person, 10), await tokenOf(other, 10)]
  const first = await deletionToken(person, token)
  const second = await deletionToken(person, token)
  for (const wrong of [undefined, first, 'guess', await deletionToken(other, othersToken)]) {
    const response = await askDeletion(person, token, wrong)
    expect(await refusalOf(response)).toEqual([409, 'deletion_expired'])
  }
  const elsewhere = randomUUID()
  await client.query(
    'insert into auth.sessions (id, user_id, created_at, updated_at) values ($1, $2, now(), now())',
    [elsewhere, person.id],
  )
  const fromElsewhere = await tokenOf({ ...person, sessionId: elsewhere }, 10)
  expect(await codeOf(await askDeletion(person, fromElsewhere, second))).toBe('deletion_expired')
  await client.query(
    `update private.deletion_token set expires_at = now() - interval '1 second' where user_id = $1`,
    [person.id],
  )
  expect(await codeOf(await askDeletion(person, token, second))).toBe('deletion_expired')
  const third = await deletionToken(person, token)
  const answers = await Promise.all([askDeletion(person, token, third), askDeletion(person, token, third)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const foreign = await test.post('/v1/auth/sign/delete/token', { uuid: person.id }, othersToken)
  expect(await refusalOf(foreign)).toEqual([403, 'foreign_uuid'])
})

it('A37, A38, B04: an active subscription, an unpaid charge and a live run block the deletion, at both calls', async () => {
  const cases = [
    [`last_subscription_status = 'ACTIVE'`, 'subscription_active'],
    [`last_subscription_status = 'UNPAID'`, 'debt_remaining'],
  ] as const
  for (const [change, code] of cases) {
    const person = await test.member()
    const token = await tokenOf(person, 10)
    const deletion = await deletionToken(person, token)
    await setUsage(person.id, change)
    const response = await askToken(person, token)
    expect(await refusalOf(response)).toEqual([409, code])
    expect(await codeOf(await askDeletion(person, token, deletion))).toBe(code)
    // After a refusal the token is still valid, because nothing has happened.
    await setUsage(person.id, 'last_subscription_status = null')
    expect((await askDeletion(person, token, deletion)).status).toBe(200)
  }
  const debtor = await test.member()
  const debtorsToken = await tokenOf(debtor, 10)
  const debtorsDeletion = await deletionToken(debtor, debtorsToken)
  const { rows: debts } = await client.query<{ order_id: string }>(
    `with bought as (
       insert into public.payment_order (code, user_id, type, amount, status) values ('debt-of-a-leaver', $1, 'pack', 1000, 'REFUNDED') returning id
     ) insert into public.payment_debt (order_id, user_id, token, image) select id, $1, 1, 0 from bought returning order_id`,
    [debtor.id],
  )
  expect(await codeOf(await askToken(debtor, debtorsToken))).toBe('debt_remaining')
  expect(await codeOf(await askDeletion(debtor, debtorsToken, debtorsDeletion))).toBe('debt_remaining')
  await client.query('update public.payment_debt set token = 0 where order_id = $1', [debts[0]!.order_id])
  expect((await askDeletion(debtor, debtorsToken, debtorsDeletion)).status).toBe(200)
  const person = await test.member()
  await client.query(`select private.open_run('tool_use', 1, 1, $1, 1, 0, '', '{}', 0)`, [person.id])
  expect(await codeOf(await askToken(person, await tokenOf(person, 10)))).toBe('request_in_progress')
})

it('A38: a cancelled or expired subscription does not block the deletion', async () => {
  for (const status of ['PENDING_CANCEL', 'EXPIRED', 'CANCELED']) {
    const person = await test.member()
    await setUsage(person.id, `last_subscription_status = '${status}'`)
    expect(await leave(person)).toMatchObject({ until: expect.any(String) })
  }
})

it('A39, B18: the same identity at the same provider can sign up again after thirty days; before that the error names the day', async () => {
  const person = await test.member({ provider: 'kakao' })
  const { until } = await leave(person)
  expect(Math.round((Date.parse(until) - Date.now()) / 86_400_000)).toBe(30)

  const back = await test.account({ provider: 'kakao' })
  const become = (provider: string) =>
    client.query('update auth.identities set provider_id = $2, provider = $3 where user_id = $1', [
      back.id,
      `sub-${person.id}`,
      provider,
    ])
  const signUp = () => test.post('/v1/auth/sign/up', { lang: 'ko', uuid: back.identityId }, back.token)
  await become('kakao')
  const refused = await signUp()
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'deleted_account', detail: { until } },
  ])
  await client.query(`update private.deleted_identity set until = now() - interval '1 second'`)
  expect((await signUp()).status).toBe(200)
})

it('sql P7, M14, security 64: a member who signs up again after thirty days gets no second sign-up gift', async () => {
  const person = await test.member()
  await leave(person)
  await client.query(`update private.deleted_identity set until = now() - interval '1 second'`)
  await forgetDeletionTokens(test.database)
  const [back, newcomer] = [await test.account(), await test.account()]
  await client.query('update auth.identities set provider_id = $2 where user_id = $1', [
    back.id,
    `sub-${person.id}`,
  ])
  for (const one of [back, newcomer])
    expect(
      (await test.post('/v1/auth/sign/up', { lang: 'ko', uuid: one.identityId }, one.token)).status,
    ).toBe(200)
  const { rows } = await client.query<{ id: string; token: string }>(
    'select id, token::int from public.user_usage where id in ($1, $2)',
    [back.id, newcomer.id],
  )
  expect(Object.fromEntries(rows.map(({ id, token }) => [id, token]))).toEqual({
    [back.id]: 0,
    [newcomer.id]: 100_000,
  })
})

it('B18: the same subject at another provider is another identity', async () => {
  const person = await test.member({ provider: 'kakao' })
  await leave(person)
  const other = await test.account({ provider: 'google' })
  await client.query('update auth.identities set provider_id = $2 where user_id = $1', [
    other.id,
    `sub-${person.id}`,
  ])
  expect(
    (await test.post('/v1/auth/sign/up', { lang: 'ko', uuid: other.identityId }, other.token)).status,
  ).toBe(200)
})

it('A35: a deletion removes the member’s files, generated ones too; pictures of published prompts and other members’ files stay', async () => {
  const [person, other] = [await test.member(), await test.member()]
  const path = (letter: string) => `${letter.repeat(32)}/I1700000000000.png`
  const put = (bucket: string, name: string, owner: string) =>
    client.query('insert into storage.objects (bucket_id, name, owner_id) values ($1, $2, $3)', [
      bucket,
      name,
      owner,
    ])
  await put('document', path('a'), person.id)
  await put('image', path('b'), person.id)
  await put('image', path('c'), person.id)
  await put('image', path('d'), other.id)
  // A generated picture of the member, from a process that died before it recorded the owner.
  const made = path('e').replace('png', 'jpg')
  await client.query('insert into private.made_picture (path, user_id) values ($1, $2)', [made, person.id])
  const prompt = await insertPrompt(test, person)
  await client.query(`update public.prompt set photo = $2 where id = $1`, [
    prompt,
    `/storage/v1/object/public/image/${path('c')}`,
  ])
  await leave(person)
  const { rows } = await client.query(
    `select data from pgboss.job where name = 'erase-files' and data ->> 'userId' = $1`,
    [person.id],
  )
  expect(rows).toEqual([{ data: { userId: person.id } }])
  const removed: [string | undefined, readonly string[]][] = []
  const files: FileStore = {
    ...createPictureStore(() => test.database),
    remove: (names, bucket) => Promise.resolve(void removed.push([bucket, names])),
  }
  await eraseFiles(test.database, files, person.id)
  expect(removed).toEqual([
    ['image', [made]],
    ['document', [path('a')]],
    ['image', [path('b')]],
  ])
})

it('a deletion removes the member’s keyword searches', async () => {
  const person = await test.member()
  await client.query(
    `insert into public.keyword_search (user_id, keyword, key, is_sample, status, done_at) values ($1, 'xx', 'XX', true, 'done', now())`,
    [person.id],
  )
  await leave(person)
  const { rows } = await client.query(`select id from public.keyword_search where user_id = $1`, [person.id])
  expect(rows).toEqual([])
})

it('C06: a deletion removes the tone and its source posts', async () => {
  const person = await test.member()
  await client.query(`insert into public.user_tone (id) values ($1)`, [person.id])
  await client.query(
    `insert into public.tone_analysis (user_id, urls, language, model, status) values ($1, '{a,b,c}', 'ko', 'demo', 'failed')`,
    [person.id],
  )
  await leave(person)
  for (const [table, key] of [
    ['user_tone', 'id'],
    ['tone_analysis', 'user_id'],
  ]) {
    const { rows } = await client.query(`select ${key} from public.${table} where ${key} = $1`, [person.id])
    expect([table, rows]).toEqual([table, []])
  }
})

it('O16: an account that the database cannot delete stays, and the call returns an error', async () => {
  const person = await test.member()
  const token = await tokenOf(person, 10)
  const fail = (table: string) =>
    client.query(`alter table ${table} add constraint canary check (false) not valid`)
  const dropConstraint = (table: string) => client.query(`alter table ${table} drop constraint canary`)
  await fail('private.deletion_token')
  expect(await codeOf(await askToken(person, token))).toBe('member_delete_failed')
  await dropConstraint('private.deletion_token')
  const deletion = await deletionToken(person, token)
  await fail('public."user"')
  const refused = await askDeletion(person, token, deletion)
  expect(await refusalOf(refused)).toEqual([500, 'member_delete_failed'])
  await dropConstraint('public."user"')
  expect((await askDeletion(person, token, deletion)).status).toBe(200)
})
