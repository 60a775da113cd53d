import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startFakeNaver, type FakeNaver } from './fakes/fake-naver.ts'
import { createWebSearch } from './web-search.ts'

let naver: FakeNaver
beforeAll(async () => {
  naver = await startFakeNaver()
})
afterAll(() => naver.close())

const basics = {
  SUPABASE_URL: 'http://127.0.0.1:3000',
  SUPABASE_PUBLISHABLE_KEY: 'publishable',
  SUPABASE_SECRET_KEY: 'secret',
  DATABASE_URL: 'postgres://127.0.0.1/none',
}
const searchOf = (env: Record<string, string>) => readConfig({ ...basics, ...env }).search.kind
const openAi = { OPENAI_API_KEY: 'x' }

it('the writing provider searches, else Naver; a machine without keys has samples, a compatible server has no search', () => {
  expect(searchOf(openAi)).toBe('model')
  expect(searchOf({ ANTHROPIC_API_KEY: 'x' })).toBe('model')
  expect(searchOf({ ...openAi, ...naver.env, WEB_SEARCH: 'naver' })).toBe('naver')
  const own = { COMPATIBLE_BASE_URL: 'http://127.0.0.1:1/v1', COMPATIBLE_MODEL: 'x' }
  expect(searchOf({ ...own, ...naver.env })).toBe('naver')
  expect(searchOf(own)).toBe('none')
  expect(searchOf({})).toBe('sample')
  expect(searchOf({ ...openAi, WEB_SEARCH: 'off' })).toBe('none')
  expect(() => searchOf({ WEB_SEARCH: 'model' })).toThrow(
    'WEB_SEARCH: is model, but demo has no search of its own',
  )
  expect(() => searchOf({ WEB_SEARCH: 'naver' })).toThrow(
    "WEB_SEARCH: is naver, but Naver's keys are missing",
  )
})

it('Naver finds pages and news for each query, with the day of the news', async () => {
  const search = createWebSearch(readConfig({ ...basics, ...naver.env }).search, () => Promise.resolve())
  const [hits, ...more] = await search.find(['도서관 시간'], 'Korean')
  expect(more).toEqual([])
  expect(hits).toContainEqual({
    url: 'https://blog.naver.com/post/1',
    title: '도서관 시간 "이야기" 1',
    excerpt: '첫 <script> 문장 & 다음',
    date: null,
  })
  expect(hits!.find(({ url }) => url.includes('news'))).toMatchObject({ date: '2026-11-03' })
  expect(hits!.filter(({ url }) => !url.startsWith('https://'))).toEqual([])
})

it('samples are labelled', async () => {
  const search = createWebSearch({ kind: 'sample' }, () => Promise.resolve())
  const sampleOf = async (query: string, language: 'Korean' | 'English') =>
    (await search.find([query], language))[0]![0]!.sample
  expect(await sampleOf('도서관', 'Korean')).toContain('견본')
  expect(await sampleOf('library', 'English')).toContain('sample')
})
