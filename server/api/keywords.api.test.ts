import { sql, type RawBuilder } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startFakeNaver, type FakeNaver } from '#server/adapters/fakes/fake-naver.ts'
import type { KeywordAnalysis } from '#server/features/keywords/analyse-keyword.ts'
import { recoverRunsOf } from '#server/testing/held-runs.ts'
import { firstEventId } from '#server/runs/run-row.ts'
import { storeEvents } from '#server/runs/stored-events.ts'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'
import { readEvents } from '#server/testing/read-events.ts'
import { balance } from '#server/testing/tool-cases.ts'
import type { KeywordEvent, KeywordTrend } from '#shared/keywords.ts'
import { refusalOf } from '#server/testing/refusals.ts'

let naver: FakeNaver
let test: TestProduct
beforeAll(async () => {
  naver = await startFakeNaver()
  test = await createTestProduct({ env: naver.env })
})
afterAll(async () => {
  await test.close()
  await naver.close()
})
afterEach(() => {
  naver.refuse = () => null
  naver.calls.length = 0
})

const ask = (member: Member, keyword: unknown, uuid = member.id) =>
  test.post('/v1/ai/tool/keyword-data', { uuid, keyword }, member.token)
const resultOf = async <Result>(response: Response) => ((await response.json()) as { result: Result }).result
const analyse = async (member: Member, keyword: string) =>
  resultOf<KeywordAnalysis>(await ask(member, keyword))
const tokensOf = ({ id }: Member) => balance(test, id)
const write = (query: RawBuilder<unknown>) => query.execute(test.database)

it('K08, K09, B03: an analysis costs 1,000 tokens once, opens for 24 hours, and costs again afterwards', async () => {
  const member = await test.member()
  const freeOnly = () =>
    test.post(
      '/v1/ai/tool/keyword-data',
      { uuid: member.id, keyword: '홈카페', free_only: true },
      member.token,
    )
  expect(await refusalOf(await freeOnly())).toEqual([404, 'not_found'])
  const first = await analyse(member, '홈 카페')
  expect((await freeOnly()).status).toBe(200)
  expect(first).toMatchObject({ token: 1_000, available: 99_000 })
  expect(first.report).toMatchObject({ keyword: '홈 카페', is_sample: false, blog_count: 512_345 })
  const openFor = Date.parse(first.open_until) - Date.parse(first.report.read_at)
  expect(Math.round(openFor / 3_600_000)).toBe(24)

  const calls = naver.calls.length
  const again = await analyse(member, '홈카페')
  expect(again).toMatchObject({ token: 0, available: 99_000, open_until: first.open_until })
  expect(naver.calls.length).toBe(calls)

  await write(
    sql`update public.keyword_search set done_at = now() - interval '24 hours 1 second' where user_id = ${member.id}`,
  )
  expect(await analyse(member, '홈카페')).toMatchObject({ token: 1_000, available: 98_000 })
  const rows = await test.database
    .selectFrom('token_history')
    .select(['amount', 'idempotency_key'])
    .where('user_id', '=', member.id)
    .where('kind', '=', 'use')
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { amount: -1000, idempotency_key: expect.stringMatching(/^keyword_search:\d+:1:token$/) as string },
    { amount: -1000, idempotency_key: expect.stringMatching(/^keyword_search:\d+:1:token$/) as string },
  ])
})

it('a keyword that one member looked up is cached for the next, who pays as well', async () => {
  await analyse(await test.member(), '텃밭')
  naver.calls.length = 0
  expect(await analyse(await test.member(), '텃 밭')).toMatchObject({ token: 1_000 })
  expect(naver.calls).toEqual([])
})

it('K08: Pro and Team pay nothing, Basic pays', async () => {
  for (const [plan, token] of [
    ['pro', 0],
    ['team', 0],
    ['basic', 1_000],
  ] as const) {
    const member = await test.member()
    await write(sql`update public.user_usage set plan = ${plan} where id = ${member.id}`)
    expect(await analyse(member, `요금제 ${plan}`)).toMatchObject({ token, available: 100_000 - token })
  }
})

it('K08, B33: a member with Pro as a benefit pays nothing while it runs, and pays again afterwards', async () => {
  const member = await test.member()
  await write(sql`insert into public.user_benefit (id, type, type_detail, duration, duration_unit, start_at, end_at)
    values (${member.id}, 'plan', 'pro', 1, 'day', now() - interval '1 hour', now() + interval '1 day')`)
  expect(await analyse(member, '혜택 하나')).toMatchObject({ token: 0, available: 100_000 })
  await write(sql`update public.user_benefit set end_at = now() where id = ${member.id}`)
  expect(await analyse(member, '혜택 둘')).toMatchObject({ token: 1_000, available: 99_000 })
})

it('K10: with less than 1,000 tokens nothing is charged and nothing is fetched', async () => {
  const member = await test.member()
  await write(
    sql`insert into public.token_history (user_id, spender_id, kind, amount, balance_after, idempotency_key) select id, id, 'operator', -99001, 0, 'test:' || id from public.user_usage where id = ${member.id}`,
  )
  const response = await ask(member, '가을 캠핑')
  expect(response.status).toBe(402)
  expect(await response.json()).toMatchObject({
    code: 'no_tokens',
    detail: { needed: 1_000, available: 999 },
  })
  expect([naver.calls.length, await tokensOf(member)]).toEqual([0, 999])
})

it('row 67: a failure charges nothing and reports its error, and the next attempt works', async () => {
  const member = await test.member()
  naver.refuse = ({ path }) => (path === '/keywordstool' ? { status: 500, body: {} } : null)
  expect(await refusalOf(await ask(member, '겨울 이불'))).toEqual([502, 'keyword_unavailable'])
  naver.refuse = ({ path }) => (path.startsWith('/v1/') ? { status: 429, body: {} } : null)
  expect(await refusalOf(await ask(member, '겨울 이불'))).toEqual([502, 'keyword_unavailable'])
  expect(await tokensOf(member)).toBe(100_000)
  naver.refuse = () => null
  expect(await analyse(member, '겨울 이불')).toMatchObject({ token: 1_000 })
})

it('row 67: twenty concurrent requests are charged once', async () => {
  const member = await test.member()
  const responses = await Promise.all(Array.from({ length: 20 }, () => ask(member, '봄 소풍')))
  const codes = new Set(responses.map(({ status }) => status))
  expect([...codes].every((status) => status === 200 || status === 409)).toBe(true)
  expect(await analyse(member, '봄 소풍')).toMatchObject({ token: 0 })
  expect(await tokensOf(member)).toBe(99_000)
})

it('a search whose process died is closed, and its tokens are free again', async () => {
  const member = await test.member()
  await write(sql`with s as (insert into public.keyword_search (user_id, keyword, key, is_sample) values (${member.id}, '여름', '여름', false) returning id)
     select private.open_run('keyword_search', id, 1, ${member.id}::uuid, 1000, 0, '', '{}', -1) from s`)
  await recoverRunsOf(test.database, member.id)
  expect(await analyse(member, '여름')).toMatchObject({ token: 1_000, available: 99_000 })
  const rows = await test.database
    .selectFrom('keyword_search')
    .select(['status', 'error_code', 'token'])
    .where('user_id', '=', member.id)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { status: 'failed', error_code: 'stream_cut', token: 0 },
    { status: 'done', error_code: null, token: 1_000 },
  ])
})

it('18: an event that cannot be parsed does not block recovery: it is skipped, and the run ends and is refunded', async () => {
  const member = await test.member()
  const { rows } = await sql<{ id: number }>`with s as (
      insert into public.keyword_search (user_id, keyword, key, is_sample) values (${member.id}, '가을', '가을', false) returning id)
    select private.open_run('keyword_search', s.id, 1, ${member.id}::uuid, 1000, 0, '', '{}', 600) as id from s`.execute(
    test.database,
  )
  const id = rows[0]!.id
  const first = firstEventId(1)
  const lines = [{ type: 'started', search_id: 1, is_demo: false }, { type: 'nonsense' }]
  await storeEvents(test.database, id, {
    firstId: first,
    lastId: first + 1,
    lines: lines.map((line) => JSON.stringify(line)).join('\n'),
  })
  const complain = vi.spyOn(console, 'error').mockReturnValue()
  await recoverRunsOf(test.database, member.id)
  expect(complain.mock.calls.join()).toMatch(/stored event cannot be read/)
  complain.mockRestore()
  const row = await test.database
    .selectFrom('keyword_search')
    .select(['status', 'error_code'])
    .where('user_id', '=', member.id)
    .executeTakeFirstOrThrow()
  expect([row, await tokensOf(member)]).toEqual([{ status: 'failed', error_code: 'stream_cut' }, 100_000])
})

it('K01: an empty, a short and a long keyword are refused with catalogue errors', async () => {
  const member = await test.member()
  expect(await refusalOf(await ask(member, '  '))).toEqual([400, 'enter_keyword'])
  expect(await refusalOf(await ask(member, undefined))).toEqual([400, 'enter_keyword'])
  expect(await refusalOf(await ask(member, '커'))).toEqual([400, 'keyword_too_short'])
  expect(await refusalOf(await ask(member, '커'.repeat(51)))).toEqual([400, 'invalid_field'])
  expect((await ask(member, 7)).status).toBe(400)
  expect(naver.calls).toEqual([])
})

it('K11, B38, A41: trend and analysis are for members only, each for their own id, and not for blocked members', async () => {
  const [member, other] = [await test.member(), await test.member()]
  const trend = (token?: string, uuid = member.id) =>
    test.post('/v1/ai/tool/keyword-trend', { uuid, keywords: ['홈카페'] }, token)
  expect((await trend()).status).toBe(401)
  expect((await test.post('/v1/ai/tool/keyword-data', { uuid: member.id, keyword: '홈카페' })).status).toBe(
    401,
  )
  expect(await refusalOf(await trend(member.token, other.id))).toEqual([403, 'foreign_uuid'])
  expect(await refusalOf(await ask(member, '홈카페', other.id))).toEqual([403, 'foreign_uuid'])
  await write(sql`update public."user" set is_block = true where id = ${other.id}`)
  expect(await refusalOf(await ask(other, '홈카페'))).toEqual([403, 'user_blocked'])
})

it('a trend is free, fetched once a day, and takes at most five keywords', async () => {
  const member = await test.member()
  const read = (keywords: string[]) =>
    test.post('/v1/ai/tool/keyword-trend', { uuid: member.id, keywords }, member.token)
  const trend = await resultOf<KeywordTrend>(await read(['차박', '백패킹']))
  expect(trend.series.map(({ keyword }) => keyword)).toEqual(['차박', '백패킹'])
  expect(trend.months).toHaveLength(12)
  await read(['차박', '백패킹'])
  expect(naver.calls).toHaveLength(1)
  expect((await read([])).status).toBe(400)
  expect((await read(['가나', '다라', '마바', '사아', '자차', '카타'])).status).toBe(400)
  expect(await refusalOf(await read(['차박', '차']))).toEqual([400, 'keyword_too_short'])
  expect(await tokensOf(member)).toBe(100_000)
})

it('row 115: a caller above the rate limit must wait, and pays nothing', async () => {
  const member = await test.member()
  await write(sql`insert into private.use_count (key, count) values (${`keyword:${member.id}`}, 60)`)
  expect(await refusalOf(await ask(member, '저녁 메뉴'))).toEqual([429, 'too_many_requests'])
  expect([naver.calls.length, await tokensOf(member)]).toEqual([0, 100_000])
})

it('rows2 11: when today’s calls to DataLab are used up, no member is charged and no call is made; one member cannot use them up', async () => {
  const member = await test.member()
  const trend = (of: Member, keyword: string) =>
    test.post('/v1/ai/tool/keyword-trend', { uuid: of.id, keywords: [keyword] }, of.token)
  const use = (key: string, count: number) =>
    write(sql`select private.count_use(${key}, 1000, 86400) from generate_series(1, ${count}::integer)`)
  await use(`trend:${member.id}`, 60)
  expect(await refusalOf(await trend(member, '여름 휴가'))).toEqual([429, 'too_many_requests'])
  const other = await test.member()
  expect((await trend(other, '여름 휴가')).status).toBe(200)
  const calls = naver.calls.length
  await write(sql`update private.daily_call set calls = 950 where name = 'datalab'`)
  expect(await refusalOf(await trend(other, '가을 휴가'))).toEqual([502, 'keyword_unavailable'])
  expect((await trend(member, '여름 휴가')).status).toBe(200)
  expect(naver.calls.length).toBe(calls)
})

it('every call to Naver is counted for the day, and a refused one is not', async () => {
  const { rows } = await sql<{ name: string; calls: number }>`
    select name, calls from private.daily_call order by name`.execute(test.database)
  const before = Object.fromEntries(rows.map(({ name, calls }) => [name, calls]))
  await analyse(await test.member(), '호출 세기')
  const after = await sql<{ name: string; calls: number }>`
    select name, calls from private.daily_call order by name`.execute(test.database)
  expect(Object.fromEntries(after.rows.map(({ name, calls }) => [name, calls]))).toEqual({
    datalab: 950,
    search: before.search! + 2,
    search_ad: before.search_ad! + 3,
  })
})

it('18: a search is a run: its followers receive its events, and a cancel while Naver is slow costs nothing', async () => {
  const member = await test.member()
  const runOf = async () => {
    const { rows } = await sql<{
      id: number
    }>`select id from private.run where kind = 'keyword_search' and member_id = ${member.id} order by id desc limit 1`.execute(
      test.database,
    )
    return rows[0]!.id
  }
  const follow = async (id: number) => {
    const response = await test.product.app.request(`/v1/runs/${id}/events?uuid=${member.id}`, {
      headers: { authorization: `Bearer ${member.token}` },
    })
    return (await readEvents<KeywordEvent>(response)).map(({ event }) => event)
  }
  await analyse(member, '가을 캠핑')
  expect(await follow(await runOf())).toEqual([
    { type: 'started', search_id: expect.any(Number) as number, is_demo: false },
    { type: 'done', status: 'done', token: 1_000, available: 99_000 },
  ])

  const asked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<null>()
  naver.refuse = () => {
    asked.resolve()
    return gate.promise
  }
  const answer = ask(member, '겨울 캠핑')
  await asked.promise
  const id = await runOf()
  const events = follow(id)
  const cancelled = await test.post(`/v1/runs/${id}/cancel`, { uuid: member.id }, member.token)
  expect(cancelled.status).toBe(200)
  expect(await refusalOf(await answer)).toEqual([502, 'keyword_unavailable'])
  expect((await events).at(-1)).toEqual({ type: 'done', status: 'stopped', token: 0, available: 99_000 })
  gate.resolve(null)
  expect(await tokensOf(member)).toBe(99_000)
})
