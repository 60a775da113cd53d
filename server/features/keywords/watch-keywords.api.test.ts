// The job of saved keywords with Naver as a fake: what it asks, counts and stores, also when Naver fails.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startFakeNaver, type FakeNaver } from '#server/adapters/fakes/fake-naver.ts'
import { createKeywordSource } from '#server/adapters/keyword-source.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { watchKeywords } from './watch-keywords.ts'
import type { WatchDependencies } from './watch-each.ts'

let naver: FakeNaver
let test: TestProduct
let deps: WatchDependencies
beforeAll(async () => {
  naver = await startFakeNaver()
  test = await createTestProduct({ env: naver.env })
  const { config, database } = test
  deps = { config, database, keywords: createKeywordSource(config.keywords, () => Promise.resolve()) }
})
afterAll(async () => {
  await test.close()
  await naver.close()
})
afterEach(async () => {
  vi.restoreAllMocks()
  naver.refuse = () => null
  naver.calls.length = 0
  await sql`delete from public.saved_keyword`.execute(test.database)
})

/** Keywords whose hour has come on every day of the week, last read a week ago. */
async function save(count: number, isSample = false): Promise<void> {
  const { id } = await test.member()
  await sql`insert into public.saved_keyword (user_id, keyword, key, is_sample, first_figures, first_read_at, last_figures, last_read_at)
    select ${id}, key, key, ${isSample}, '{"blog_count": 7}', now(), '{"blog_count": 7}', now() - interval '1 week'
    from (select 'KEY' || n as key from generate_series(1, 100000) n
      where mod(abs(hashtext('KEY' || n)::bigint), 160) = 0 limit ${count}) k`.execute(test.database)
}
const read = async () => {
  const { rows } = await sql<{ searches: number | null; figures: object; is_new: boolean }>`
    select w.searches, k.last_figures as figures from public.saved_keyword k
    join public.saved_keyword_week w on w.saved_id = k.id and w.week = private.korean_week()`.execute(
    test.database,
  )
  return rows
}
const counted = async () => {
  const { rows } = await sql<{ calls: number }>`
    select calls from private.daily_call where name = 'weekly_lookup'`.execute(test.database)
  return rows[0]?.calls ?? 0
}

it('K16: each due keyword costs one call, which brings its searches and leaves its other figures', async () => {
  await save(2)
  await watchKeywords(deps)
  expect(naver.calls.map(({ path }) => path)).toEqual(['/keywordstool', '/keywordstool'])
  expect(await read()).toEqual(
    [1, 2].map(() => ({
      searches: 17_160,
      figures: {
        pc_searches: { count: 2_460, less_than: false },
        mobile_searches: { count: 14_700, less_than: false },
        competition: 'high',
        blog_count: 7,
      },
    })),
  )
  expect(await counted()).toBe(2)
  await watchKeywords(deps)
  expect(naver.calls).toHaveLength(2)
})

it('K16: a keyword that Naver does not list is stored without searches', async () => {
  await save(1)
  naver.refuse = () => ({ status: 200, body: { keywordList: [] } })
  await watchKeywords(deps)
  expect(await read()).toMatchObject([{ searches: null }])
})

it('K16: when Naver is down or refuses so many calls, the job stops after three and the rest stays due; one refused keyword holds up no other', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  await save(8)
  for (const status of [429, 500]) {
    naver.calls.length = 0
    naver.refuse = () => ({ status, body: {} })
    await watchKeywords(deps)
    expect(naver.calls).toHaveLength(3)
    expect(await read()).toEqual([])
  }
  expect(log).toHaveBeenCalledTimes(6)
  const refused = naver.calls[0]!.query.get('hintKeywords')
  naver.refuse = ({ query }) => (query.get('hintKeywords') === refused ? { status: 400, body: {} } : null)
  await watchKeywords(deps)
  expect(await read()).toHaveLength(7)
})

it('K16: a public site without keys looks nothing up; another machine stores samples', async () => {
  const keywords = createKeywordSource(null, () => Promise.resolve())
  await save(1, true)
  await watchKeywords({ ...deps, keywords, config: { ...deps.config, isPublic: true } })
  expect(await read()).toEqual([])
  await watchKeywords({ ...deps, keywords })
  expect(await read()).toMatchObject([{ searches: expect.any(Number) as number }])
  expect(naver.calls).toEqual([])
})
