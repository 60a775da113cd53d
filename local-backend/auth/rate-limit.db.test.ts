import { afterAll, beforeAll, expect, it } from 'vitest'
import { query, serveBackend, startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

const rateLimits = { token: 3, signIn: 3, account: 3 }
let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({ rateLimits })
})
afterAll(() => backend.stop())

function refresh(headers: Record<string, string> = {}, { url } = backend): Promise<Response> {
  return fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: backend.keys.publishableKey, 'content-type': 'application/json', ...headers },
    body: '{"refresh_token":"x"}',
  })
}

it('security 56, 115: too many calls from one address are 429 with Retry-After, and a forged address has no effect', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 5; index++)
    statuses.push((await refresh({ 'x-forwarded-for': `10.0.0.${index}`, 'x-proxy-secret': 'guess' })).status)
  expect(statuses).toEqual([400, 400, 400, 429, 429])
  const refused = await refresh()
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 429, error_code: 'over_request_rate_limit' })
})

it('security 56: our own server calls for visitors, each with their own count', async () => {
  const asVisitor = (address: string) =>
    refresh({ 'x-forwarded-for': address, 'x-proxy-secret': backend.keys.proxySecret })
  const statuses: number[] = []
  for (const address of ['10.1.0.1', '10.1.0.1', '10.1.0.1', '10.1.0.2', '10.1.0.1'])
    statuses.push((await asVisitor(address)).status)
  expect(statuses).toEqual([400, 400, 400, 400, 429])
})

it('backend S4: behind a trusted proxy each visitor has their own count', async () => {
  const behind = await serveBackend(backend.database, backend.keys, { rateLimits, isProxyTrusted: true })
  const from = async (address: string) =>
    (await refresh({ 'x-forwarded-for': `6.6.6.6, ${address}` }, behind)).status
  const statuses: number[] = []
  for (const address of ['10.9.0.1', '10.9.0.1', '10.9.0.1', '10.9.0.1', '10.9.0.2'])
    statuses.push(await from(address))
  expect(statuses).toEqual([400, 400, 400, 429, 400])
  for (const last of ['::1', '::2', '::3']) await from(`2001:db8:7:7${last}`)
  expect(await from('2001:db8:7:7::4')).toBe(429)
  expect(await from('2001:db8:7:8::4')).toBe(400)
  await behind.stop()
})

it('security 115: parallel calls are all counted, and the window ends', async () => {
  const asVisitor = () =>
    refresh({ 'x-forwarded-for': '10.2.0.1', 'x-proxy-secret': backend.keys.proxySecret })
  const answers = await Promise.all(Array.from({ length: 10 }, asVisitor))
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(3)
  await query(
    backend.database.authAdminUrl,
    `update auth.rate_limits set window_started_at = now() - interval '6 minutes'`,
  )
  expect((await asVisitor()).status).toBe(400)
})

it('security 115: two processes on one database count together', async () => {
  const other = await serveBackend(backend.database, backend.keys, { rateLimits })
  const headers = { 'x-forwarded-for': '10.3.0.1', 'x-proxy-secret': backend.keys.proxySecret }
  const statuses: number[] = []
  for (const process of [backend, other, backend, other, backend])
    statuses.push((await refresh(headers, process)).status)
  expect(statuses).toEqual([400, 400, 400, 429, 429])
  await other.stop()
})

it('security 119: addresses are not stored in plain text', async () => {
  const rows = await query<{ key: string }>(backend.database.authAdminUrl, 'select key from auth.rate_limits')
  expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|10\.\d+\.0/)
})
