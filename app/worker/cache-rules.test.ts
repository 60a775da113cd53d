import { expect, it } from 'vitest'
import { createWorker, isPage, languageOf, mayStore } from './cache-rules.ts'

const origin = 'https://munjang.example'
const build = { version: 'b2', files: ['/assets/entry-1.js'], entry: '/assets/entry-1.js' }
const html = `<script src="${build.entry}"></script>`

type Answer = { body: string; cacheControl?: string; status?: number }

/** Caches in memory, and a network that can be gone. */
function createScope(answers: Record<string, Answer>) {
  const stores = new Map<string, Map<string, Response>>()
  const network = { isGone: false, asked: [] as string[], credentials: new Set<unknown>() }
  const caches = {
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, store)
      return { put: async (path: string, response: Response) => void store.set(path, response) }
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (path: string) =>
      [...stores.values()]
        .map((store) => store.get(path))
        .find(Boolean)
        ?.clone(),
  }
  const scope = {
    caches: caches as unknown as CacheStorage,
    async fetch(request: Request | string, init?: RequestInit) {
      const path = typeof request === 'string' ? request : new URL(request.url).pathname
      network.asked.push(path)
      network.credentials.add(init?.credentials)
      if (network.isGone) throw new TypeError('Failed to fetch')
      const { body, cacheControl = 'no-cache', status = 200 } = answers[path] ?? { body: 'online' }
      return new Response(body, { status, headers: { 'cache-control': cacheControl } })
    },
    origin,
    browserLanguages: ['en-US'],
  }
  return { scope, network, stores }
}
const whole = { '/ko/offline': { body: html }, '/en/offline': { body: html } }
const none = Promise.resolve(undefined)
const navigate = (path: string, method = 'GET') =>
  ({ url: origin + path, method, mode: 'navigate' }) as unknown as Request

it('security: a private or incomplete response is never stored', async () => {
  const given = (cacheControl: string, status = 200) =>
    mayStore(new Response('x', { status, headers: { 'cache-control': cacheControl } }))
  expect(given('public, max-age=31536000, immutable')).toBe(true)
  for (const header of [
    'private',
    'no-store',
    'private, no-store',
    'max-age=60,Private',
    'no-cache, no-store',
  ])
    expect(given(header), header).toBe(false)
  expect([given('public', 404), given('public', 206), mayStore(Response.error())]).toEqual([
    false,
    false,
    false,
  ])

  const { scope, stores } = createScope({ ...whole, '/ko/offline': { body: html, cacheControl: 'private' } })
  await expect(createWorker(scope, build).install()).rejects.toThrow('may not be stored')
  expect(stores.size).toBe(0)
})

it('stores the offline pages and their files without a session, and never a page of another build', async () => {
  const { scope, network, stores } = createScope(whole)
  await createWorker(scope, build).install()
  expect([...stores.get('munjang-b2')!.keys()].sort()).toEqual([
    '/assets/entry-1.js',
    '/en/offline',
    '/ko/offline',
  ])
  expect([...network.credentials]).toEqual(['omit'])

  const other = createScope({ ...whole, '/en/offline': { body: 'entry-2' } })
  await expect(createWorker(other.scope, build).install()).rejects.toThrow('another build')
})

it('pages come from the network, and without one the offline page stands for them in their language', async () => {
  const { scope, network, stores } = createScope(whole)
  const worker = createWorker(scope, build)
  await worker.install()
  expect(await (await worker.answer(navigate('/ko/my'), none))!.text()).toBe('online')
  expect(await (await worker.answer(navigate('/ko'), Promise.resolve(new Response('early'))))!.text()).toBe(
    'early',
  )
  expect([...stores.get('munjang-b2')!.keys()]).not.toContain('/ko/my')
  network.isGone = true
  const away = await worker.answer(navigate('/ko/tool/use?tool=article&id=7'), none)
  expect([away!.status, away!.headers.get('location')]).toEqual([
    302,
    `${origin}/ko/offline?from=%2Fko%2Ftool%2Fuse%3Ftool%3Darticle%26id%3D7`,
  ])
  expect((await worker.answer(navigate('/'), none))!.headers.get('location')).toBe(
    `${origin}/en/offline?from=%2F`,
  )
  expect(await (await worker.answer(navigate('/ko/offline?from=%2F'), none))!.text()).toBe(html)
})

it('security: calls, sign-in, payments, files of members and other sites are not touched', () => {
  const worker = createWorker(createScope(whole).scope, build)
  const paths = [
    '/v1/ai/tool/article',
    '/auth/v1/token',
    '/rest/v1/tool_use',
    '/storage/v1/object/x',
    '/ko/sign/in',
    '/en/payment/confirm?key=1',
    '/robots.txt',
    '/kok',
  ]
  expect(paths.filter((path) => worker.answer(navigate(path), none) !== null)).toEqual([])
  expect(worker.answer(navigate('/ko', 'POST'), none)).toBeNull()
  const other = { url: 'https://other.example/ko', method: 'GET', mode: 'navigate' } as unknown as Request
  expect(worker.answer(other, none)).toBeNull()
  const data = { url: `${origin}/ko/my.data`, method: 'GET', mode: 'cors' } as unknown as Request
  expect(worker.answer(data, none)).toBeNull()
  expect([isPage('/ko/my'), isPage('/fr')]).toEqual([true, false])
  expect([languageOf('/en/x', ['ko']), languageOf('/', ['fr', 'en'])]).toEqual(['en', 'en'])
})

it('a new version takes over and leaves the files of the one before to pages that are still open', async () => {
  const { scope, network, stores } = createScope(whole)
  for (const version of ['b0', 'b1', 'b2']) await createWorker(scope, { ...build, version }).install()
  stores.set('other', new Map())
  const worker = createWorker(scope, build)
  stores.get('munjang-b1')!.set('/assets/old-1.js', new Response('old'))
  await worker.activate()
  expect([...stores.keys()]).toEqual(['munjang-b1', 'munjang-b2', 'other'])
  const asset = { url: `${origin}/assets/old-1.js`, method: 'GET', mode: 'cors' } as unknown as Request
  network.asked.length = 0
  expect(await (await worker.answer(asset, none))!.text()).toBe('old')
  expect(network.asked).toEqual([])
})
