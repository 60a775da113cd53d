// How the pinned client manages a session (decision 029): the specified behaviour, and what an update could change.
import { createBrowserClient } from '@supabase/ssr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionCookieOptions } from './supabase.ts'

const second = 1_000
let jar: Map<string, string>
let asked: number[]
let page: EventTarget & { visibilityState: string }

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  jar = new Map()
  asked = []
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  vi.stubGlobal(
    'window',
    Object.assign(page, { document: page, location: { href: 'http://munjang.example/ko' } }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sessionOf = (lifetime: number) => {
  const expiresAt = Math.floor(Date.now() / second) + lifetime
  return {
    access_token: `${part({ alg: 'HS256' })}.${part({ sub: 'u', exp: expiresAt })}.c2ln`,
    refresh_token: 'r',
    expires_in: lifetime,
    expires_at: expiresAt,
    token_type: 'bearer',
    user: { id: 'u' },
  }
}

/**
 * The client that pages create, with a session that expires in `lifetime` seconds; `answer` is the response to a
 * refresh.
 */
function open(lifetime: number, answer: () => Response | Promise<Response>) {
  jar.set('munjang-session', `base64-${part(sessionOf(lifetime))}`)
  return createBrowserClient('http://127.0.0.1:9', 'k', {
    isSingleton: false,
    cookieOptions: sessionCookieOptions,
    auth: { detectSessionInUrl: false },
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll: (cookies) => cookies.forEach(({ name, value }) => jar.set(name, value)),
    },
    global: {
      fetch: async () => {
        asked.push(Date.now())
        return answer()
      },
    },
  })
}
const fresh = () => Response.json(sessionOf(3_600))
const away = () => Promise.reject(new TypeError('fetch failed'))
const hasSession = () => [...jar.values()].some((value) => value.startsWith('base64-'))

it('A13: the session is checked every 30 s and refreshed within the last three checks, not before', async () => {
  const client = open(200, fresh)
  await client.auth.initialize()
  await vi.advanceTimersByTimeAsync(60 * second)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(60 * second)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(120 * second)
  expect(asked).toHaveLength(1)
})

it('A14, A15: a refresh that fails to connect is repeated after 200, 400, 800 ms and so on, and the session stays', async () => {
  const client = open(3_600, away)
  await client.auth.initialize()
  const refreshed = client.auth.refreshSession()
  await vi.advanceTimersByTimeAsync(30 * second)
  expect((await refreshed).error?.name).toBe('AuthRetryableFetchError')
  const waits = asked.slice(1).map((time, index) => time - asked[index]!)
  expect(waits.slice(0, 3)).toEqual([200, 400, 800])
  expect(asked.at(-1)! - asked[0]!).toBeLessThan(30 * second)
  expect(hasSession()).toBe(true)
})

const refused = () =>
  Response.json({ error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' }, { status: 400 })

it('A15: a permanently refused refresh is not repeated, and ends an expired session', async () => {
  const client = open(-1, refused)
  const heard: string[] = []
  client.auth.onAuthStateChange((event) => void heard.push(event))
  await client.auth.initialize()
  await vi.advanceTimersByTimeAsync(second)
  expect(asked).toHaveLength(1)
  expect(heard).toContain('SIGNED_OUT')
  expect(hasSession()).toBe(false)
})

it('rows1 8, A15: refused ahead of its time, a session holds until its token ends', async () => {
  const client = open(100, refused)
  await client.auth.initialize()
  await vi.advanceTimersByTimeAsync(30 * second)
  expect([asked.length, hasSession()]).toEqual([1, true])
  await vi.advanceTimersByTimeAsync(180 * second)
  expect(hasSession()).toBe(false)
})

it('A16: nothing is refreshed in a hidden tab, and a tab that is seen again has a session that holds', async () => {
  const client = open(200, fresh)
  await client.auth.initialize()
  const turn = async (state: string) => {
    page.visibilityState = state
    page.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
  }
  await turn('hidden')
  await vi.advanceTimersByTimeAsync(600 * second)
  expect(asked).toEqual([])
  await turn('visible')
  expect(asked).toHaveLength(1)
  const { data } = await client.auth.getSession()
  expect(data.session!.expires_at! * second).toBeGreaterThan(Date.now() + 600 * second)
})

it('A17: a failed check is logged to the console as temporary, and reported nowhere else', async () => {
  const client = open(200, fresh)
  await client.auth.initialize()
  const told = vi.spyOn(console, 'error').mockReturnValue()
  const heard: string[] = []
  client.auth.onAuthStateChange((event) => void heard.push(event))
  await vi.advanceTimersByTimeAsync(second)
  const before = heard.length
  jar.get = () => {
    throw new Error('no storage')
  }
  vi.spyOn(jar, Symbol.iterator).mockImplementation(() => {
    throw new Error('no storage')
  })
  await vi.advanceTimersByTimeAsync(30 * second)
  expect(told.mock.calls.flat().join(' ')).toMatch(/likely a transient error/)
  expect(heard).toHaveLength(before)
})

it.each([401, 403, 404])('A18: signing out succeeds when the service answers %i', async (status) => {
  const client = open(3_600, () => Response.json({ message: 'no' }, { status }))
  await client.auth.initialize()
  const { error } = await client.auth.signOut()
  expect([error, hasSession()]).toEqual([null, false])
})
