import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createPageCache, hashInlineScripts, pageKey, type CachedPage } from './page-cache.ts'

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  pageKey(new Request(`http://localhost${path}`, { headers, method }))
const page = (body: string, init: ResponseInit = {}) =>
  new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' }, ...init })

it('security 52: a page with a session, of signing in or of a shared text is never cached', () => {
  expect(ask('/ko', { cookie: 'munjang-session.0=x' })).toBe(null)
  expect(ask('/ko/sign/in')).toBe(null)
  expect(ask('/en/public/write/1')).toBe(null)
  expect(ask('/ko.data')).toBe(null)
  expect(ask('/ko', {}, 'POST')).toBe(null)
})

it('R23: a page is cached per URL and language', () => {
  const keys = [
    ask('/'),
    ask('/', { 'accept-language': 'en' }),
    ask('/', { cookie: 'lang=en' }),
    ask('/?a=1'),
  ]
  expect(keys).toEqual(['ko /', 'en /', 'en /', 'ko /?a=1'])
})

it('concurrent requests share one rendering; after a second the page is rendered again', async () => {
  let time = 0
  let rendered = 0
  const snapshots = createPageCache(() => time)
  const render = () => Promise.resolve(page(`page ${(rendered += 1)}`))
  const all = await Promise.all(Array.from({ length: 20 }, () => snapshots.get('k', render)))
  expect(new Set(all.map((one) => (one as CachedPage).body.toString()))).toEqual(new Set(['page 1']))
  time = 999
  await snapshots.get('k', render)
  expect(rendered).toBe(1)
  time = 1_000
  expect(((await snapshots.get('k', render)) as CachedPage).body.toString()).toBe('page 2')
})

it('reliability R16: outdated pages leave the cache', async () => {
  let time = 0
  const snapshots = createPageCache(() => time)
  for (let n = 0; n < 300; n++) {
    time = n * 10
    await snapshots.get(`/?n=${n}`, () => Promise.resolve(page('a page')))
  }
  expect(snapshots.count()).toBe(100)
  for (let n = 0; n < 600; n++) await snapshots.get(`/?m=${n}`, () => Promise.resolve(page('a page')))
  expect(snapshots.count()).toBe(500)
})

it('errors, redirects and pages that set a cookie are not cached, and each caller gets an own response', async () => {
  const snapshots = createPageCache()
  for (const make of [
    () => page('x', { status: 404 }),
    () => page('', { status: 302 }),
    () => page('x', { headers: { 'content-type': 'text/html', 'set-cookie': 'a=b' } }),
  ]) {
    const answers = await Promise.all([1, 2].map(() => snapshots.get('k', () => Promise.resolve(make()))))
    expect(answers.every((answer) => answer instanceof Response)).toBe(true)
    expect(answers[0]).not.toBe(answers[1])
  }
})

it('a failed rendering fails for its waiting callers, and the next request retries', async () => {
  const snapshots = createPageCache()
  await expect(snapshots.get('k', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(((await snapshots.get('k', () => Promise.resolve(page('up')))) as CachedPage).body.toString()).toBe(
    'up',
  )
})

it('a page is compressed once per encoding, and decodes to the same page', async () => {
  const made = (await createPageCache().get('k', () =>
    Promise.resolve(page('a page '.repeat(500))),
  )) as CachedPage
  const [br, again, zipped] = await Promise.all([made.encode('br'), made.encode('br'), made.encode('gzip')])
  expect(br).toBe(again)
  expect(brotliDecompressSync(br)).toEqual(made.body)
  expect(gunzipSync(zipped)).toEqual(made.body)
})

it('row 112: a cached page has no nonce; its inline scripts are allowed by their hashes, script files need none', async () => {
  const made = (await createPageCache().get('k', () =>
    Promise.resolve(page('<script nonce="n">a()</script><script src="/x.js"></script>')),
  )) as CachedPage
  expect(made.body.toString()).toBe('<script>a()</script><script src="/x.js"></script>')
  expect(made.scriptHashes).toEqual(hashInlineScripts('<script type="module">a()</script>'))
  expect(made.scriptHashes).toHaveLength(1)
})
