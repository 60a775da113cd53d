import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createContext, type ServerBuild } from 'react-router'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { RequestConfig } from '#shared/request-config.ts'
import { createApi } from './api/app.ts'
import { readConfig } from './config.ts'
import type { Dependencies } from './dependencies.ts'
import { renderedPages } from './page-limit.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { createWeb } from './web.ts'

const least = {
  SUPABASE_URL: 'http://127.0.0.1:3000',
  SUPABASE_PUBLISHABLE_KEY: 'p',
  SUPABASE_SECRET_KEY: 's',
  DATABASE_URL: 'postgres://x',
}
const requestConfig = createContext<RequestConfig>()
let buildFolder: string

beforeAll(() => {
  buildFolder = mkdtempSync(join(tmpdir(), 'web-test-'))
  mkdirSync(join(buildFolder, 'client/assets'), { recursive: true })
  writeFileSync(join(buildFolder, 'client/assets/app-1a2b.js'), 'const app = 1')
  writeFileSync(join(buildFolder, 'client/assets/app-1a2b.js.gz'), gzipSync('const app = 1'))
  writeFileSync(join(buildFolder, 'client/assets/app-1a2b.js.br'), 'br')
  writeFileSync(join(buildFolder, 'client/favicon.svg'), '<svg/>')
  writeFileSync(join(buildFolder, 'client/service-worker.js'), 'const worker = 1')
  writeFileSync(join(buildFolder, 'secret.txt'), 'secret')
})
afterAll(() => rmSync(buildFolder, { recursive: true, force: true }))

/** The smallest build that React Router accepts: one page, made by `render`. */
function fakeBuild(render: (facts: RequestConfig) => Response, withFacts = true): ServerBuild {
  const module = {
    default: () => null,
    loader: ({ context }: { context: { get(key: typeof requestConfig): RequestConfig } }) => {
      throw render(context.get(requestConfig))
    },
  }
  return {
    entry: {
      module: {
        default: (_: Request, status: number, headers: Headers) => new Response('page', { status, headers }),
        ...(withFacts ? { requestConfig } : {}),
      },
    },
    routes: { root: { id: 'root', path: '*', module } },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
    publicPath: '/',
    assetsBuildDirectory: '',
    basename: '/',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  } as unknown as ServerBuild
}
const web = (
  render: (facts: RequestConfig) => Response,
  env: Record<string, string> = {},
  withFacts = true,
) =>
  createWeb(readConfig({ ...least, ...env }), {
    buildFolder,
    loadBuild: () => Promise.resolve(fakeBuild(render, withFacts)),
  })
const ok = () => new Response('page', { headers: { 'content-type': 'text/html' } })

it('row 112: a page has a policy with its own nonce, and nothing inline runs without it', async () => {
  const nonces: string[] = []
  const app = web((facts) => (nonces.push(facts.nonce), ok()))
  const policies = []
  for (const path of ['/ko', '/en/price']) {
    const response = await app.request(path)
    expect(response.status).toBe(200)
    policies.push(response.headers.get('content-security-policy')!)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': 'private, no-store',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
  }
  expect(new Set(nonces).size).toBe(2)
  expect(policies[0]).toContain(`script-src 'self' 'nonce-${nonces[0]}';`)
  for (const directive of [
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self' https://accounts.google.com https://kauth.kakao.com",
    "style-src 'self' 'unsafe-inline'",
  ])
    expect(policies[0]).toContain(directive)
  expect(policies[0]).not.toMatch(/script-src[^;]*unsafe|script-src[^;]*\*/)
})

it('the service worker calls our own origin only, is asked for again each time, and a setting replaces it', async () => {
  const on = await web(ok).request('/service-worker.js')
  expect(Object.fromEntries(on.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringMatching(/^default-src 'none'.*; connect-src 'self'$/),
  })
  expect(await on.text()).toBe('const worker = 1')
  const off = await web(ok, { SERVICE_WORKER: 'off' }).request('/service-worker.js')
  expect(off.headers.get('cache-control')).toBe('no-cache')
  const script = await off.text()
  for (const act of ['caches.delete', 'registration.unregister()']) expect(script).toContain(act)
  const page = (await web(ok).request('/ko')).headers.get('content-security-policy')
  expect(page).toContain("worker-src 'self'; ")
})

it('row 112: the page that a provider returns to sends no referrer, and HSTS is sent only on https', async () => {
  const plain = await web(ok).request('/ko/sign/confirm?code=x')
  expect(plain.headers.get('referrer-policy')).toBe('no-referrer')
  expect(plain.headers.get('strict-transport-security')).toBeNull()
  const secure = await web(ok, { PUBLIC_ORIGIN: 'https://munjang.example' }).request('/ko')
  expect(secure.headers.get('strict-transport-security')).toMatch(/max-age=31536000/)
})

it('row 112: pages may connect to a hosted backend and its sockets, and to nothing else', () => {
  const config = readConfig({
    ...least,
    SUPABASE_URL: 'https://x.supabase.co',
    PUBLIC_ORIGIN: 'https://munjang.example',
  })
  const policy = createSecurityHeaders(config, { isDevelopment: false }).page('n', '/ko')[
    'content-security-policy'
  ]
  expect(policy).toContain("connect-src 'self' https://x.supabase.co wss://x.supabase.co;")
  expect(policy).toContain("img-src 'self' data: blob: https://x.supabase.co;")
  const own = createSecurityHeaders(readConfig(least), { isDevelopment: false }).page('n', '/ko')[
    'content-security-policy'
  ]
  expect(own).toContain("connect-src 'self';")
})

it('row 112: the script of the card page may run only on the checkout page, and only when Toss charges cards', () => {
  const keys = {
    TOSS_CLIENT_KEY: 'test_ck_x',
    TOSS_SECRET_KEY: 'test_sk_x',
    BILLING_KEY_SECRET: 'x'.repeat(32),
  }
  const policyOf = (env: Record<string, string>, path: string) =>
    createSecurityHeaders(readConfig({ ...least, ...env }), { isDevelopment: false }).page('n', path)
  expect(policyOf(keys, '/ko/payment/checkout')['content-security-policy']).toContain(
    "script-src 'self' n https://js.tosspayments.com;",
  )
  for (const [env, path] of [
    [keys, '/ko/price'],
    [keys, '/ko/payment/confirm'],
    [{}, '/ko/payment/checkout'],
  ] as const)
    expect(policyOf(env, path)['content-security-policy']).not.toContain('tosspayments')
  expect(policyOf(keys, '/ko/payment/confirm')['referrer-policy']).toBe('no-referrer')
  expect(policyOf(keys, '/en/my/team')['referrer-policy']).toBe('no-referrer')
})

it('O19: pages call the configured base, and the server answers there', async () => {
  let facts: RequestConfig | undefined
  const env = { API_BASE_PATH: '/inner' }
  await web((given) => ((facts = given), ok()), env).request('/ko')
  expect(facts?.apiBase).toBe('/inner/v1')
  const api = createApi({ config: readConfig({ ...least, ...env }) } as Dependencies)
  const answer = await api.request('/inner/v1/nothing')
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found' }])
  expect((await api.request('/inner/v1/contact')).status).toBe(405)
  expect((await api.request('/v1/contact')).headers.get('content-type')).not.toContain('json')
})

it('pages get the request configuration, and never a secret key', async () => {
  let facts: RequestConfig | undefined
  await web((given) => ((facts = given), ok())).request('/ko')
  expect(facts).toMatchObject({
    apiBase: '/v1',
    siteOrigin: 'http://localhost:3000',
    supabasePublicUrl: '',
    isDemoModel: true,
  })
  expect(JSON.stringify(facts)).not.toContain('"s"')
})

it('row 112, R27: a page that fails to render is a plain 500 with the headers and without the reason', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const response = await web(ok, {}, false).request('/ko')
  expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error'])
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  log.mockRestore()
})

it('built files are cached for ever by their hash, and served with their stored compression', async () => {
  const app = web(ok)
  const plain = await app.request('/assets/app-1a2b.js')
  expect(await plain.text()).toBe('const app = 1')
  expect(Object.fromEntries(plain.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  })
  const brotli = await app.request('/assets/app-1a2b.js', {
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  })
  expect([brotli.headers.get('content-encoding'), await brotli.text()]).toEqual(['br', 'br'])
  const gzip = await app.request('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip, br;q=0' } })
  expect(gzip.headers.get('content-encoding')).toBe('gzip')
  const again = await app.request('/assets/app-1a2b.js', {
    headers: { 'if-none-match': plain.headers.get('etag')! },
  })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await app.request('/favicon.svg')).headers.get('cache-control')).toBe('public, max-age=3600')
})

it('row 88: no path leads out of the folder of built files', async () => {
  const app = web(() => new Response('page', { status: 404 }))
  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2f..%2fsecret.txt',
    '/assets/../../secret.txt',
    '//secret.txt',
    '/assets/app-1a2b.js.gz',
  ]) {
    const response = await app.request(path)
    expect([path, response.status]).toEqual([path, 404])
    expect(await response.text()).not.toContain('secret')
  }
  expect((await app.request('/%ff')).status).toBe(400)
})

it('a picture of a text redirects to a backend on another host, and no other path does', async () => {
  const elsewhere = web(() => new Response('page'), { SUPABASE_PUBLIC_URL: 'https://backend.example' })
  const path = `/storage/v1/object/public/image/${'a'.repeat(32)}/I1795000000000.png`
  const answer = await elsewhere.request(path)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `https://backend.example${path}`])
  for (const other of [
    '/storage/v1/object/public/image/x.png',
    path.replace('/public/', '/sign/'),
    `${path}/..`,
  ])
    expect((await elsewhere.request(other)).headers.get('location')).toBeNull()
})

it('attacks 10: rendered pages are limited per visitor, and another visitor is not affected', async () => {
  let rendered = 0
  const app = web(() => (rendered++, ok()), { TRUSTED_PROXY: 'true' })
  const ask = async (address: string, index: number) =>
    app.request(`/ko/price?x=${index}`, { headers: { 'x-forwarded-for': address, 'accept-language': 'ko' } })
  const all = Array.from({ length: renderedPages.max + 5 }, (_, index) => ask('203.0.113.7', index))
  const answers = await Promise.all(all)
  expect(rendered).toBe(renderedPages.max)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(5)
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused[0]!.text()).toMatch(/[가-힣]/)
  expect((await ask('203.0.113.8', 0)).status).toBe(200)
})

it('attacks 10: rendered pages are limited per member across addresses, and another member is not affected', async () => {
  let countPage: RequestConfig['countPage'] | undefined
  const app = web((facts) => ((countPage = facts.countPage), ok()), { TRUSTED_PROXY: 'true' })
  const askAs = async (member: string, index: number) => {
    await app.request(`/ko/price?x=${index}`, { headers: { 'x-forwarded-for': `203.0.113.${index % 200}` } })
    return countPage?.(member)
  }
  for (let index = 0; index < renderedPages.max; index++) expect(await askAs('a', index)).toBeNull()
  expect(await askAs('a', 0)).toBeGreaterThan(0)
  expect(await askAs('b', 0)).toBeNull()
})
