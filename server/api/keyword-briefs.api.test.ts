// Briefs over HTTP: Naver's results, their pages on other hosts, and what a hostile one may not do.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startFakeNaver, type FakeNaver } from '#server/adapters/fakes/fake-naver.ts'
import { createLinkReader } from '#server/adapters/link-reader.ts'
import { createDocumentReader } from '#server/adapters/reading/document-reader.ts'
import type { OpenedBrief } from '#server/features/keywords/read-brief.ts'
import { html, startFakeWeb, type FakeWeb } from '#server/testing/fake-web.ts'
import { refusalOf } from '#server/testing/refusals.ts'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'
import { balance } from '#server/testing/tool-cases.ts'

let naver: FakeNaver
let web: FakeWeb
let test: TestProduct
beforeAll(async () => {
  naver = await startFakeNaver()
  web = await startFakeWeb({ bytesMax: 200_000, deadlineMs: 1_500 })
  const reader = createDocumentReader({ quick: { cpuSeconds: 3, timeoutMs: 15_000 } })
  test = await createTestProduct({
    env: naver.env,
    deps: { reader, links: createLinkReader(web.fetch, reader, web.robots) },
  })
})
afterAll(async () => {
  await test.close()
  await web.close()
  await naver.close()
})
afterEach(() => {
  naver.refuse = () => null
  web.asked.length = 0
  for (const host of Object.keys(web.pages)) delete web.pages[host]
})

const text = 'The shop opens at six and sells what was roasted at four. '.repeat(12)
const post = (...headings: string[]) =>
  html(
    `<title>Post</title><article><p>${text}</p>${headings.map((heading) => `<h2>${heading}</h2><p>${text}</p>`).join('')}<img src="/a.png"></article>`,
  )
/** Naver finds these addresses, as blogs. */
const find = (...links: string[]) => {
  naver.refuse = ({ path }) => {
    if (!path.startsWith('/v1/search')) return null
    const items = path.includes('blog')
      ? links.map((link, index) => ({
          title: `<b>${index}</b>`,
          link,
          description: '',
          postdate: '20261103',
        }))
      : []
    return { status: 200, body: { total: items.length, items } }
  }
}
const ask = (member: Member, keyword: string, more: object = {}) =>
  test.post('/v1/ai/tool/keyword-brief', { uuid: member.id, keyword, ...more }, member.token)
const open = async (member: Member, keyword: string) => {
  const response = await ask(member, keyword)
  expect(response.status).toBe(200)
  return ((await response.json()) as { result: OpenedBrief }).result
}

it('K14: a brief costs 1,000 tokens once, opens for 24 hours without fetching again, and is a part of its own', async () => {
  const member = await test.member()
  find('http://a.example.com/1', 'http://b.example.com/1')
  web.pages['a.example.com/1'] = post('추천하는 원두', 'Prices')
  web.pages['b.example.com/1'] = post('Prices')
  expect(await refusalOf(await ask(member, '홈카페', { free_only: true }))).toEqual([404, 'not_found'])
  const first = await open(member, '홈카페')
  expect(first).toMatchObject({ token: 1_000, available: 99_000 })
  expect(first.brief).toMatchObject({
    keyword: '홈카페',
    is_sample: false,
    pages: [
      {
        title: '0',
        link: 'http://a.example.com/1',
        date: '2026-11-03',
        problem: null,
        outline: { headings: ['추천하는 원두', 'Prices'], pictures: 1, answers: ['홈카페추천'] },
      },
      { outline: { headings: ['Prices'], answers: [] } },
    ],
  })
  const asked = web.asked.length
  expect(await open(member, '홈 카페')).toMatchObject({ token: 0, open_until: first.open_until })
  expect(await open(await test.member(), '홈카페')).toMatchObject({ token: 1_000 })
  expect(web.asked.length).toBe(asked)
  const analysis = await test.post(
    '/v1/ai/tool/keyword-data',
    { uuid: member.id, keyword: '홈카페' },
    member.token,
  )
  expect(await analysis.json()).toMatchObject({ result: { token: 1_000, available: 98_000 } })
})

it('K14: a page without a date in the search has the one that it says itself, and its pictures are counted', async () => {
  const member = await test.member()
  naver.refuse = ({ path }) => {
    if (!path.startsWith('/v1/search')) return null
    const hosts = path.includes('blog') ? [] : ['meta', 'data', 'time', 'lie', 'none']
    const items = hosts.map((host) => ({ title: host, link: `http://${host}.example.com/`, description: '' }))
    return { status: 200, body: { total: items.length, items } }
  }
  const page = (head: string, body = '') =>
    html(`<head><title>Page</title>${head}</head><article><p>${text}</p>${body}<p>${text}</p></article>`)
  web.pages['meta.example.com/'] = page(
    '<meta property="article:published_time" content="2026-03-04T22:00:00+09:00">',
    '<img src="/a.png"><img src="/b.png">',
  )
  web.pages['data.example.com/'] = page(
    `<script type="application/ld+json">{"@context": "https://schema.org", "@type": "NewsArticle", "datePublished": "2025-12-31T01:00:00Z"}</script>`,
  )
  web.pages['time.example.com/'] = page('', '<time datetime="2024-02-29">spring</time>')
  web.pages['lie.example.com/'] = page(
    '<meta property="article:published_time" content="<script>2026-02-30</script>">',
    '<time datetime="9999-01-01">never</time>',
  )
  web.pages['none.example.com/'] = page('')
  const { brief } = await open(member, '날짜')
  expect(brief.pages.map(({ date, outline }) => [date, outline?.pictures])).toEqual([
    ['2026-03-04', 2],
    ['2025-12-31', 0],
    ['2024-02-29', 0],
    [null, 0],
    [null, 0],
  ])
})

it('K14: Pro pays nothing; without tokens nothing is fetched', async () => {
  const pro = await test.member()
  await sql`update public.user_usage set plan = 'pro' where id = ${pro.id}`.execute(test.database)
  find('http://a.example.com/1')
  web.pages['a.example.com/1'] = post('Prices')
  expect(await open(pro, '요금제')).toMatchObject({ token: 0, available: 100_000 })
  const poor = await test.member()
  await sql`insert into public.token_history (user_id, spender_id, kind, amount, balance_after, idempotency_key)
    select id, id, 'operator', -99001, 0, 'test:' || id from public.user_usage where id = ${poor.id}`.execute(
    test.database,
  )
  web.asked.length = 0
  expect(await refusalOf(await ask(poor, '가을'))).toEqual([402, 'no_tokens'])
  expect(web.asked).toEqual([])
})

it('K14: ten pages are requested before one answers', async () => {
  const member = await test.member()
  find(...Array.from({ length: 10 }, (_, index) => `http://p${index}.example.com/post`))
  // Each page waits until all ten have been asked for: one after the other would never end.
  const all = Promise.withResolvers<void>()
  let waiting = 0
  for (let index = 0; index < 10; index++)
    web.pages[`p${index}.example.com/post`] = (response) => {
      if (++waiting === 10) all.resolve()
      void all.promise.then(() => post(`Heading ${index}`)(response))
    }
  const { brief } = await open(member, '나란히')
  expect(brief.pages.map(({ outline }) => outline?.headings[0])).toEqual(
    Array.from({ length: 10 }, (_, index) => `Heading ${index}`),
  )
})

it('K14: slow, huge, private, disallowed and hostile pages are listed with their reason, and the others are read', async () => {
  const member = await test.member()
  const hosts = ['good', 'slow', 'huge', 'closed', 'gone', 'loop', 'login', 'file']
  find(
    ...hosts.map((host) => `http://${host}.example.com/post`),
    'http://127.0.0.1/admin',
    'http://munjang.example.com/',
  )
  web.pages['good.example.com/post'] = post('Prices')
  web.pages['slow.example.com/post'] = (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.write('<title>')
  }
  web.pages['huge.example.com/post'] = html('x'.repeat(300_000))
  web.pages['closed.example.com/post'] = post('Secret')
  web.pages['closed.example.com/robots.txt'] = (response) => {
    response.setHeader('content-type', 'text/plain')
    response.end('User-agent: *\nDisallow: /')
  }
  web.pages['loop.example.com/post'] = (response) =>
    response.writeHead(302, { location: 'http://closed.example.com/post' }).end()
  web.pages['login.example.com/post'] = (response) => response.writeHead(403).end()
  web.pages['file.example.com/post'] = (response) => {
    response.setHeader('content-type', 'application/pdf')
    response.end('%PDF')
  }
  const { brief, token } = await open(member, '험한 글')
  expect(token).toBe(1_000)
  expect(brief.pages.map(({ problem }) => problem)).toEqual([
    null,
    'link_timeout',
    'link_too_large',
    'link_robots',
    'link_gone',
    'link_robots',
    'link_sign_in',
    'link_not_page',
    'link_refused',
    'link_refused',
  ])
  expect(web.asked.some(({ host, path }) => host === 'closed.example.com' && path === '/post')).toBe(false)
})

it('K14: pages of many headings, elements and scripts are cut, and nothing of their text is stored', async () => {
  const member = await test.member()
  find('http://many.example.com/post', 'http://deep.example.com/post')
  web.pages['many.example.com/post'] = post(
    ...Array.from({ length: 100 }, (_, index) => `${index} <script>alert(1)</script>${'긴'.repeat(200)}`),
  )
  web.pages['deep.example.com/post'] = html(`${'<div>'.repeat(30_000)}x`)
  const { brief } = await open(member, '많은 제목')
  const [many] = brief.pages
  expect(many!.outline!.headings).toHaveLength(40)
  expect(Math.max(...many!.outline!.headings.map(({ length }) => length))).toBeLessThanOrEqual(120)
  const { rows } = await sql<{ data: string }>`
    select data::text as data from private.keyword_report where kind = 'brief' and key = '많은제목'`.execute(
    test.database,
  )
  expect(rows[0]!.data).not.toContain('roasted')
  expect(rows[0]!.data.length).toBeLessThan(20_000)
})

it('K14: when no page can be read nothing is charged or stored, and neither when the limit of reads is reached', async () => {
  const member = await test.member()
  find('http://nobody.example.com/post')
  expect(await refusalOf(await ask(member, '빈 결과'))).toEqual([502, 'keyword_unavailable'])
  web.pages['nobody.example.com/post'] = post('Prices')
  await sql`insert into private.use_count (key, count) values (${`found:${member.id}`}, 1000)
    on conflict (key) do update set count = 1000`.execute(test.database)
  expect(await refusalOf(await ask(member, '빈 결과'))).toEqual([429, 'too_many_requests'])
  expect(await balance(test, member.id)).toBe(100_000)
  expect(await open(await test.member(), '빈 결과')).toMatchObject({ token: 1_000 })
})

it('K14: a brief is for members, each for their own id', async () => {
  const [member, other] = [await test.member(), await test.member()]
  expect((await test.post('/v1/ai/tool/keyword-brief', { uuid: member.id, keyword: '홈카페' })).status).toBe(
    401,
  )
  const foreign = await test.post(
    '/v1/ai/tool/keyword-brief',
    { uuid: other.id, keyword: '홈카페' },
    member.token,
  )
  expect(await refusalOf(foreign)).toEqual([403, 'foreign_uuid'])
  expect(await refusalOf(await ask(member, '커'))).toEqual([400, 'keyword_too_short'])
})
