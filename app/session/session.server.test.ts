import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RouterContextProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { sessionCookieName } from '#shared/accounts.ts'
import type { RedirectRule, RequestConfig } from '#shared/request-config.ts'
import { requestConfig } from './request-config.ts'
import { sessionMiddleware } from './session.server.ts'

let backend: Server | undefined
afterEach(() => backend?.close())

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = `${part({ alg: 'HS256' })}.${part({ sub: 'u', exp: 4_102_444_800 })}.c2ln`
const session = {
  access_token: token,
  refresh_token: 'r',
  expires_at: 4_102_444_800,
  expires_in: 3600,
  token_type: 'bearer',
  user: { id: 'u' },
}
const cookie = `${sessionCookieName}=base64-${part(session)}`

/**
 * A backend that knows the session. It answers all requests for rows with `status`, or only those that match `failing`.
 */
async function startBackend(status: number, failing = /./): Promise<string> {
  backend = createServer((request, response) => {
    const isUser = request.url?.startsWith('/auth/v1/user') ?? false
    const isFine = isUser || !failing.test(request.url ?? '')
    response.writeHead(isFine ? 200 : status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isFine ? { id: 'u', is_active: true } : { code: 'XX000', message: 'down' }))
  })
  await new Promise<void>((resolve) => backend!.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(backend.address() as AddressInfo).port}`
}

/** Requests a new page. */
async function ask(path: string, facts: Partial<RequestConfig>, headers: Record<string, string> = {}) {
  const request = new Request(`http://munjang.example${path}`, { headers })
  const context = new RouterContextProvider()
  context.set(requestConfig, {
    supabaseUrl: 'http://127.0.0.1:9',
    supabasePublishableKey: 'k',
    siteOrigin: '',
    redirectRules: [],
    countPage: async () => null,
    setPage: () => undefined,
    ...facts,
  } as unknown as RequestConfig)
  const next = vi.fn<() => Promise<Response>>(async () => new Response('the page'))
  const answer = (await sessionMiddleware(
    { request, url: new URL(request.url), context, params: {}, pattern: '' } as never,
    next as never,
  )) as Response
  return { answer, isShown: next.mock.calls.length > 0 }
}

it("R20: an operator's rule is met before any page: inside the site as a navigation, outside by the browser", async () => {
  const redirectRules: RedirectRule[] = [
    { from: '/ko/old', to: '/ko/price' },
    { from: '/ko/shop', to: 'https://shop.example/' },
  ]
  const inside = await ask('/ko/old', { redirectRules })
  expect([inside.answer.status, inside.answer.headers.get('location'), inside.isShown]).toEqual([
    302,
    '/ko/price',
    false,
  ])
  expect(inside.answer.headers.get('x-remix-reload-document')).toBeNull()
  const outside = await ask('/ko/shop', { redirectRules })
  expect([outside.answer.status, outside.answer.headers.get('location')]).toEqual([
    302,
    'https://shop.example/',
  ])
  expect(outside.answer.headers.get('x-remix-reload-document')).toBe('true')
  expect((await ask('/ko/price', { redirectRules })).isShown).toBe(true)
})

it('attacks 10: a member with too many pages gets no more before any read; visitors are not limited', async () => {
  const supabaseUrl = await startBackend(500)
  const asked: string[] = []
  const countPage = async (id: string) => (asked.push(id), 7)
  const member = await ask('/ko/price', { supabaseUrl, countPage }, { cookie })
  expect([member.answer.status, member.isShown]).toEqual([429, false])
  expect(member.answer.headers.get('retry-after')).toBe('7')
  expect(member.answer.headers.get('cache-control')).toBe('private, no-store')
  expect(await member.answer.text()).toMatch(/[가-힣]/)
  expect((await ask('/ko/price', { supabaseUrl, countPage })).isShown).toBe(true)
  expect(asked).toEqual(['u'])
})

it('R15, R17: a guarded path leads a visitor to sign-in', async () => {
  for (const path of ['/ko/tool/history?page=2', '/en/my']) {
    const { answer, isShown } = await ask(path, {})
    expect([answer.status, isShown]).toEqual([302, false])
    expect(answer.headers.get('location')).toContain(`${path.slice(0, 3)}/sign/in?`)
  }
})

it("A34: a member whose row cannot be read sees the message for it, not a visitor's page", async () => {
  const supabaseUrl = await startBackend(400)
  await expect(ask('/ko/price', { supabaseUrl }, { cookie })).rejects.toMatchObject({
    data: { code: 'user_or_usage_failed' },
    init: { status: 500 },
  })
})

it('A34, rows1 6: a member whose balance alone cannot be read sees the message for it too', async () => {
  const supabaseUrl = await startBackend(400, /read_usage/)
  await expect(ask('/ko/price', { supabaseUrl }, { cookie })).rejects.toMatchObject({
    data: { code: 'user_or_usage_failed' },
    init: { status: 500 },
  })
})

it('attacks 5: a cookie without a session makes a visitor for one page only: it is removed with its chunks', async () => {
  const crafted = part({ access_token: 1, refresh_token: {}, expires_at: 'x', user: null })
  for (const bad of [
    `${sessionCookieName}=base64-${crafted}`,
    `${sessionCookieName}.0=base64-${crafted.slice(0, 20)}; ${sessionCookieName}.1=${crafted.slice(20)}`,
  ]) {
    const { answer, isShown } = await ask(
      '/ko/price',
      { siteOrigin: 'https://munjang.example' },
      { cookie: bad },
    )
    expect([answer.status, isShown]).toEqual([200, true])
    const removed = answer.headers.getSetCookie()
    for (const [name] of bad.split('; ').map((pair) => pair.split('='))) {
      expect(removed).toContainEqual(expect.stringMatching(new RegExp(`^${name}=; Max-Age=0; Path=/$`)))
      expect(removed).toContainEqual(
        expect.stringMatching(new RegExp(`^${name}=; Max-Age=0; Domain=munjang.example; Path=/$`)),
      )
    }
  }
})

it("backend S14: a member who was signed out elsewhere is a visitor here, and the session's cookie is removed", async () => {
  const supabaseUrl = await startBackend(401)
  const guarded = await ask('/ko/tool/history', { supabaseUrl }, { cookie })
  expect([guarded.answer.status, guarded.isShown]).toEqual([302, false])
  const open = await ask('/ko/price', { supabaseUrl }, { cookie })
  expect(open.isShown).toBe(true)
  expect(open.answer.headers.get('set-cookie')).toContain(`${sessionCookieName}=; Max-Age=0`)
})
