import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startFakeNaver, type FakeNaver } from './fakes/fake-naver.ts'
import { createKeywordSource } from './keyword-source.ts'
import { createNaverSearchAd, signSearchAd } from './naver-search-ad.ts'

let naver: FakeNaver
beforeAll(async () => {
  naver = await startFakeNaver()
})
afterAll(() => naver.close())
beforeEach(() => {
  naver.refuse = () => null
  naver.calls.length = 0
})

const basics = {
  SUPABASE_URL: 'http://127.0.0.1:3000',
  SUPABASE_PUBLISHABLE_KEY: 'publishable',
  SUPABASE_SECRET_KEY: 'secret',
  DATABASE_URL: 'postgres://127.0.0.1/none',
}
const countCall = () => Promise.resolve()
const source = (env: Record<string, string> = {}) =>
  createKeywordSource(readConfig({ ...basics, ...naver.env, ...env }).keywords, countCall)
const code = (promise: Promise<unknown>) => promise.then(String, ({ code: is }: { code: string }) => is)

it('requests are signed as Naver documents it', () => {
  expect(signSearchAd('test-secret', '1700000000000', 'GET', '/keywordstool')).toBe(
    'pLnZJtUUxfdXitHXWo/EvKzookF5hlb/Rs2Fuw1W4js=',
  )
  expect(signSearchAd('test-secret', '1700000000000', 'POST', '/estimate/performance/keyword')).toBe(
    'aMvQA11BmYbZPMvYxIw/2vivr/kzdnSRntFrUtDClIM=',
  )
})

it('K02-K07: an analysis holds searches, flags, estimates, counts, related keywords and contents', async () => {
  const found = await source().read('홈 카페')
  expect(found.metrics).toEqual({
    keyword: '홈카페',
    pc_searches: { count: 2460, less_than: false },
    mobile_searches: { count: 14700, less_than: false },
    pc_clicks: 15.9,
    mobile_clicks: 25.5,
    pc_click_rate: 0.69,
    mobile_click_rate: 0.19,
    ad_count: 15,
    competition: 'high',
  })
  expect(found.flags).toEqual({ is_adult: false, is_restricted: false, is_sell_prohibited: false })
  expect(found.estimates[2]).toEqual({
    bid: 500,
    impressions: 2000,
    clicks: 50,
    click_rate: 2.5,
    cost_per_click: 50,
    cost: 2500,
  })
  expect(found.related.map(({ keyword, pc_searches: pc }) => [keyword, pc])).toEqual([
    ['홈카페추천', { count: 120, less_than: false }],
    ['홈카페뜻', { count: 10, less_than: true }],
  ])
  expect([found.blog_count, found.web_count]).toEqual([512_345, 98_765])
  // Markup and entities become text, and a URL that is no web address becomes no link.
  expect(found.blogs).toHaveLength(9)
  expect(found.blogs[0]).toEqual({
    title: '홈 카페 "이야기" 1',
    link: 'https://blog.naver.com/post/1',
    description: '첫 <script> 문장 & 다음',
    source: '어느 블로그',
    date: '2026-11-03',
  })
  const tool = naver.calls.find(({ path }) => path === '/keywordstool')
  expect([tool?.query.get('hintKeywords'), tool?.query.get('showDetail')]).toEqual(['홈카페', '1'])
})

it('K03: a keyword for adults is marked, and one without flags from Naver is not called harmless', async () => {
  expect((await source().read('소주')).flags?.is_adult).toBe(true)
  naver.refuse = ({ path }) => (path === '/ncc/managedKeyword' ? { status: 200, body: [] } : null)
  expect((await source().read('소주')).flags).toBeNull()
})

it('a keyword with too few searches to be counted has no figures', async () => {
  naver.refuse = ({ path }) => (path === '/keywordstool' ? { status: 200, body: { keywordList: [] } } : null)
  const { metrics, related } = await source().read('아무도 찾지 않는 말')
  expect([metrics, related]).toEqual([null, []])
})

it('the trend covers the last twelve months in Seoul, with null for months without searches', async () => {
  const today = new Date('2026-10-31T15:30:00Z')
  const { months, series } = await source().readTrend(['홈카페', '커피'], today)
  expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-11', '2026-10'])
  expect(naver.calls[0]?.body).toMatchObject({
    startDate: '2025-11-01',
    endDate: '2026-10-31',
    timeUnit: 'month',
  })
  expect(series[1]).toEqual({ keyword: '커피', ratios: [40.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12.25] })
})

it.each([
  ['too many requests', { status: 429, body: { errorCode: '012' } }, 'keyword_unavailable'],
  ['an error of its own', { status: 500, body: { errorCode: 'SE99' } }, 'keyword_unavailable'],
  ['a page of a proxy', { status: 200, body: '<html>' }, 'keyword_unavailable'],
  ['another shape', { status: 200, body: { items: 3 } }, 'keyword_unavailable'],
])('%s from Naver becomes an error of the catalogue', async (_name, answer, expected) => {
  naver.refuse = ({ path }) => (path.startsWith('/v1/search') ? answer : null)
  expect(await code(source().read('홈카페'))).toBe(expected)
})

it('wrong keys and an unreachable address are catalogue errors that do not contain the key', async () => {
  const wrong: Record<string, string>[] = [
    { NAVER_SEARCHAD_SECRET_KEY: 'my-own-secret' },
    { NAVER_OPENAPI_CLIENT_SECRET: 'my-own-secret' },
    { NAVER_OPENAPI_URL: 'http://127.0.0.1:9' },
  ]
  for (const env of wrong) {
    const problem: unknown = await source(env)
      .read('홈카페')
      .then(String, (error: unknown) => error)
    expect((problem as { code: string }).code).toBe('keyword_unavailable')
    expect(String((problem as Error).cause)).not.toContain('my-own-secret')
  }
})

it('samples are labelled and stable, and a configuration with only some keys is refused', async () => {
  const samples = createKeywordSource(readConfig(basics).keywords, countCall)
  expect(samples.isSample).toBe(true)
  const { metrics } = await samples.read('홈카페')
  expect((await samples.read('홈 카페')).metrics).toEqual({ ...metrics, keyword: '홈 카페' })
  expect(() => readConfig({ ...basics, NAVER_SEARCHAD_API_KEY: 'licence' })).toThrow(
    'NAVER_OPENAPI_CLIENT_ID: is missing',
  )
})

it('rows2 12: a call that would wait longer than an analysis is held is refused and not sent to Naver', async () => {
  const config = readConfig({ ...basics, ...naver.env }).keywords!
  const searchAd = createNaverSearchAd(config.searchAd, countCall, 1)
  const hasCalled = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  naver.refuse = async () => {
    hasCalled.resolve()
    await gate.promise
    return { status: 500, body: {} }
  }
  const first = code(searchAd.read('홈카페'))
  await hasCalled.promise
  expect(await code(searchAd.read('커피'))).toBe('keyword_unavailable')
  expect(naver.calls.filter(({ query }) => query.get('hintKeywords') === '커피')).toEqual([])
  gate.resolve()
  expect(await first).toBe('keyword_unavailable')
})
