// The rank of a blog with Naver as a fake: asked for by a member, and by the daily job.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startFakeNaver, type FakeNaver } from '#server/adapters/fakes/fake-naver.ts'
import { createKeywordSource } from '#server/adapters/keyword-source.ts'
import { refusalOf } from '#server/testing/refusals.ts'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'
import { rankRequests } from '#shared/keywords.ts'
import { checkRanks } from './check-rank.ts'
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

async function save(member: Member, blog: string, { key = 'KEY', isSample = false } = {}): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into public.saved_keyword (user_id, keyword, key, is_sample, first_figures, first_read_at, last_figures, last_read_at, blog)
    values (${member.id}, ${key}, ${key}, ${isSample}, '{}', now(), '{}', now(), ${blog}) returning id`.execute(
    test.database,
  )
  return rows[0]!.id
}
/** Names whose hour of the day is the first. */
async function earlyKeys(count: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select 'K' || n as key from generate_series(1, 100000) n
    where mod(abs(hashtext('K' || n)::bigint), 20) = 0 limit ${count}`.execute(test.database)
  return rows.map(({ key }) => key)
}
const check = (member: Member, id: unknown, uuid = member.id) =>
  test.post('/v1/ai/tool/keyword-rank', { uuid, id }, member.token)
const resultOf = async (response: Response) => ((await response.json()) as { result: unknown }).result
const stored = async () => {
  const { rows } = await sql<{ blog: string; position: number | null; link: string | null }>`
    select blog, position, link from public.keyword_rank order by blog`.execute(test.database)
  return rows
}
/** The fake's answer with these links at their positions, from 1. */
const answer = (links: Record<number, string>) => ({
  status: 200,
  body: {
    total: 100,
    items: Array.from({ length: 100 }, (_, index) => ({
      title: `<b>글</b> ${index + 1}`,
      link: links[index + 1] ?? `https://blog.naver.com/other/${index}`,
      description: '',
    })),
  },
})

it('K17: a member checks at once: one call for a hundred posts, and the best of the blog is stored', async () => {
  const member = await test.member()
  const id = await save(member, 'blog.naver.com/me')
  naver.refuse = () =>
    answer({
      3: 'javascript:alert(1)',
      12: 'https://blog.naver.com/megan/1',
      41: 'https://m.blog.naver.com/me/223',
      80: 'https://blog.naver.com/me/1',
    })
  const best = { position: 41, title: '글 41', link: 'https://m.blog.naver.com/me/223' }
  expect(await resultOf(await check(member, id))).toEqual(best)
  expect(naver.calls.map(({ path, query }) => [path, query.get('display')])).toEqual([
    ['/v1/search/blog.json', '100'],
  ])
  expect(await stored()).toMatchObject([{ position: 41 }])
  naver.refuse = () => ({ status: 200, body: { total: 0, items: [] } })
  expect(await resultOf(await check(member, id))).toBeNull()
  expect(await stored()).toEqual([{ blog: 'blog.naver.com/me', position: null, link: null }])
})

it('K17: only the owner checks, with a blog, and so often a day; a failure of Naver stores nothing', async () => {
  const [member, other] = [await test.member(), await test.member()]
  const id = await save(member, 'blog.naver.com/me')
  const without = await save(member, '', { key: 'NONE' })
  for (const [who, which] of [
    [other, id],
    [member, without],
    [member, 999_999],
  ] as const)
    expect(await refusalOf(await check(who, which))).toEqual([404, 'not_found'])
  expect((await check(other, id, member.id)).status).toBeGreaterThanOrEqual(400)
  expect((await check(member, 'x')).status).toBe(400)
  expect(naver.calls).toEqual([])
  for (const status of [429, 500]) {
    naver.refuse = () => ({ status, body: {} })
    expect(await refusalOf(await check(member, id))).toEqual([502, 'keyword_unavailable'])
  }
  expect(await stored()).toEqual([])
  naver.refuse = () => null
  await sql`update private.use_count set count = ${rankRequests.max} where key = ${`rank:${member.id}`}`.execute(
    test.database,
  )
  expect(await refusalOf(await check(member, id))).toEqual([429, 'too_many_requests'])
})

it('K17: the job searches once a day for all members of a keyword', async () => {
  const [first, second] = [await test.member(), await test.member()]
  const [key] = await earlyKeys(1)
  await save(first, 'blog.naver.com/me', { key: key! })
  await save(second, 'blog.naver.com/you', { key: key! })
  await save(second, '', { key: 'NOBLOG' })
  naver.refuse = () => answer({ 2: 'https://blog.naver.com/me/1', 9: 'https://blog.naver.com/you/1' })
  await checkRanks(deps)
  await checkRanks(deps)
  expect(naver.calls).toHaveLength(1)
  expect((await stored()).map(({ blog, position }) => [blog, position])).toEqual([
    ['blog.naver.com/me', 2],
    ['blog.naver.com/you', 9],
  ])
})

it('K17: the job stops after three failures, and a public site without keys checks nothing', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const member = await test.member()
  for (const key of await earlyKeys(5)) await save(member, 'blog.naver.com/me', { key })
  naver.refuse = () => ({ status: 429, body: {} })
  await checkRanks(deps)
  expect(naver.calls).toHaveLength(3)
  expect(await stored()).toEqual([])

  const keywords = createKeywordSource(null, () => Promise.resolve())
  const [, , , , , sixth] = await earlyKeys(6)
  await save(member, 'example.com/blog-5', { key: sixth!, isSample: true })
  await checkRanks({ ...deps, keywords, config: { ...deps.config, isPublic: true } })
  expect(await stored()).toEqual([])
  await checkRanks({ ...deps, keywords })
  expect(await stored()).toMatchObject([{ blog: 'example.com/blog-5', link: 'https://example.com/blog-5/1' }])
})
