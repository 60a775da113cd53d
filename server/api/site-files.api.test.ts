import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { promptIdsPerFile } from '#server/features/visits/sitemap.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let test: TestProduct
let origin: string
const ids: Record<string, number> = {}

beforeAll(async () => {
  test = await createTestProduct({ env: { PUBLIC_ORIGIN: 'https://munjang.example' } })
  origin = 'https://munjang.example'
  const author = await test.member()
  const add = async (name: string, language: string, isShown: boolean) => {
    const { rows } = await sql<{ id: number }>`
      insert into public.prompt (title, description, prompt, language, is_show, user_id, prompt_model_id, prompt_category_sub_id)
      select ${name}, 'd', 'p', ${language}, ${isShown}, ${author.id}, 1, min(id) from public.prompt_category_sub
      returning id`.execute(test.database)
    ids[name] = rows[0]!.id
  }
  await add('korean', 'ko', true)
  await add('english', 'en', true)
  await add('hidden', 'ko', false)
  const publish = (key: string, time: string) =>
    sql`
    insert into public.notice (key, type, title_ko, title_en, summary_ko, summary_en, content_ko, content_en, published_at)
    values (${key}, 'info', ${`${key} <제목>`}, ${`${key} <title>`}, 's', 's', 'c', 'c', now() + ${time}::interval) returning id`.execute(
      test.database,
    )
  for (const [key, time] of [
    ['out', '-1 hour'],
    ['planned', '1 hour'],
  ] as const)
    ids[key] = ((await publish(key, time)).rows[0] as { id: number }).id
})
afterAll(() => test.close())

const read = async (path: string) => {
  const response = await test.product.app.request(path)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
const addressesIn = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1])

it('R09: both indexes name a sitemap for each language, and more of them as the library grows', async () => {
  const index = await read('/sitemap.xml')
  expect([index.status, index.type]).toEqual([200, 'application/xml; charset=utf-8'])
  expect((await read('/index-sitemap.xml')).text).toBe(index.text)
  expect(addressesIn(index.text)).toEqual([`${origin}/ko-sitemap.xml`, `${origin}/en-sitemap.xml`])

  await sql`select setval(pg_get_serial_sequence('public.prompt', 'id'), ${promptIdsPerFile})`.execute(
    test.database,
  )
  await sql`insert into public.prompt (title, description, prompt, language, is_show, user_id, prompt_model_id, prompt_category_sub_id)
    select 'late', 'd', 'p', 'ko', true, user_id, 1, prompt_category_sub_id from public.prompt limit 1`.execute(
    test.database,
  )
  expect(addressesIn((await read('/sitemap.xml')).text)).toContain(`${origin}/ko-sitemap.xml?page=2`)
  expect(addressesIn((await read('/ko-sitemap.xml?page=2')).text)).toEqual([
    `${origin}/ko/prompt/detail/${promptIdsPerFile + 1}`,
  ])
})

it('R09: a language’s sitemap has its public pages, our publications and its shown prompts, and nothing private', async () => {
  const addresses = addressesIn((await read('/ko-sitemap.xml')).text)
  expect(addresses).toContain(`${origin}/ko`)
  expect(addresses).toContain(`${origin}/ko/prompt/detail/${ids.korean}`)
  expect(addresses).toContain(`${origin}/ko/notice/detail/${ids.out}`)
  expect(addresses).not.toContain(`${origin}/ko/notice/detail/${ids.planned}`)
  expect(addresses).not.toContain(`${origin}/ko/prompt/detail/${ids.english}`)
  expect(addresses).not.toContain(`${origin}/ko/prompt/detail/${ids.hidden}`)
  expect(addresses.filter((address) => /\/(my|sign|payment|public)\b/.test(address ?? ''))).toEqual([])
  expect(addressesIn((await read('/en-sitemap.xml')).text)).toContain(
    `${origin}/en/prompt/detail/${ids.english}`,
  )
})

it('robots.txt names the sitemap and disallows pages behind a sign-in; a sitemap page needs a number', async () => {
  const robots = await read('/robots.txt')
  expect(robots.text).toContain(`Sitemap: ${origin}/sitemap.xml`)
  expect(robots.text).toContain('Disallow: /*/my')
  expect((await read('/ko-sitemap.xml?page=0')).status).toBe(404)
})

it('a feed has the publications of its language as text, and none that are only scheduled', async () => {
  const korean = await read('/ko-feed.xml')
  expect([korean.status, korean.type]).toEqual([200, 'application/rss+xml; charset=utf-8'])
  expect(korean.text).toContain(`<link>${origin}/ko/notice/detail/${ids.out}</link>`)
  expect(korean.text).toContain('<title>out &lt;제목></title>')
  expect(korean.text).not.toContain('planned')
  expect((await read('/en-feed.xml')).text).toContain('<title>out &lt;title></title>')
})

it('llms.txt names the tools and open pages in both languages', async () => {
  const { status, type, text } = await read('/llms.txt')
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
  for (const language of ['ko', 'en'])
    for (const path of [
      '/tool/use?tool=article',
      '/tool/keyword',
      '/prompt/list',
      '/price',
      '/help',
      '/article/list',
      '/contact',
    ])
      expect(text).toContain(`(${origin}/${language}${path})`)
  expect(text.match(/^# /gm)).toHaveLength(1)
  // Every message key was resolved.
  expect(text).not.toMatch(/(?:tools|home|payments|help|terms|prompts|contact)\.\w|\{/)
})
