// The limits of one caller of rest, and the share of the others.
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { BackendOptions } from '#backend/main.ts'
import { signIn, type SignedIn } from '#backend/testing/sign-in.ts'
import {
  query,
  runOnce,
  serveBackend,
  startTestBackend,
  type TestBackend,
} from '#backend/testing/test-backend.ts'

let backend: TestBackend
let ada: SignedIn
beforeAll(async () => {
  backend = await startTestBackend({}, { withLibrary: true })
  ada = await signIn(backend, 'google', { choice: 'emma' })
  await runOnce(
    backend.database.ownerUrl,
    `create function public.wait_for_lock() returns int language sql as $$ select 1 from (select pg_advisory_xact_lock_shared(4711)) as lock $$;
     create function public.timeout() returns text language sql stable as $$ select current_setting('statement_timeout') $$;
     notify pgrst, 'reload schema'`,
  )
  await vi.waitUntil(async () => (await ask('rpc/timeout')).status === 200)
})
afterAll(() => backend.stop())

/** A second process with other limits and the same issuer of tokens. */
const serveAnother = (overrides: Partial<BackendOptions>) =>
  serveBackend(backend.database, backend.keys, { publicUrl: backend.url, ...overrides })

type Options = {
  on?: TestBackend
  address?: string
  as?: SignedIn
  key?: string
  body?: object
  prefer?: string
}

/** Calls as the site's own server does, for a visitor at `address` or for a member. */
async function ask(path: string, { on = backend, address = '10.0.0.1', ...options }: Options = {}) {
  const response = await fetch(`${on.url}/rest/v1/${path}`, {
    method: options.body ? 'POST' : 'GET',
    headers: {
      apikey: options.key ?? on.keys.publishableKey,
      'x-proxy-secret': on.keys.proxySecret,
      'x-forwarded-for': address,
      'content-type': 'application/json',
      ...(options.prefer ? { prefer: options.prefer } : {}),
      ...(options.as ? { authorization: `Bearer ${options.as.session.access_token}` } : {}),
    },
    ...(options.body ? { body: JSON.stringify(options.body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, code: /"code":"(\w+)"/.exec(text)?.[1] }
}

it('attacks 3, sql P5: a relation may occur once on a path of embeds, so that rows cannot multiply', async () => {
  const loop = await ask('book?select=id,person!author_id(id,book!author_id(id,person!author_id(id)))')
  expect([loop.status, loop.code]).toEqual([400, 'PGRST127'])
  const spread = await ask('book?select=id,...person!author_id(book!author_id(id))')
  expect([spread.status, spread.code]).toEqual([400, 'PGRST127'])
  const byFunction = await ask('book?select=id,person!author_id(long_books(id))')
  expect([byFunction.status, byFunction.code]).toEqual([400, 'PGRST127'])
  const sideBySide = await ask(
    'book?select=id,author:person!author_id(id),translator:person!translator_id(id)',
  )
  expect(sideBySide.status).toBe(200)
})

it('attacks 3, sql P5: embeds nest at most three deep by default', async () => {
  const deep = 'country?select=id,person(id,book!author_id(id,book_genre(genre(id))))'
  expect((await ask('country?select=id,person(id,book!author_id(id,genre(id)))')).status).toBe(200)
  expect((await ask(deep)).code).toBe('PGRST100')
  const other = await serveAnother({ rest: { embedDepthMax: 4 } })
  expect((await ask(deep, { on: other })).status).toBe(200)
  await other.stop()
})

it('attacks 3: a response has a limit of bytes, and a request above it is rolled back', async () => {
  const other = await serveAnother({ rest: { resultMaxBytes: 1_000 } })
  const whole = await ask('many?select=id', { on: other })
  expect([whole.status, whole.code]).toEqual([413, '54000'])
  expect((await ask('many?select=id&limit=10', { on: other })).status).toBe(200)
  const notes = Array.from({ length: 50 }, () => ({ text: 'x'.repeat(20) }))
  const written = await ask('note', { on: other, as: ada, body: notes, prefer: 'return=representation' })
  expect(written.status).toBe(413)
  expect((await ask('note?select=id', { as: ada })).text).toBe('[]')
  expect((await ask('note', { on: other, as: ada, body: notes })).status).toBe(201)
  await other.stop()
})

it('attacks 3: a visitor’s statement is cancelled after three seconds, a member’s after eight', async () => {
  expect((await ask('rpc/timeout')).text).toBe('"3s"')
  expect((await ask('rpc/timeout', { as: ada })).text).toBe('"8s"')
})

it('backend S11: connections stay free for members, for other visitors, and for other members', async () => {
  const other = await serveAnother({
    statementTimeoutMilliseconds: 60_000,
    rest: { visitorTimeoutMilliseconds: 60_000 },
  })
  const eve = await signIn(backend, 'google', { choice: 'james' })
  const lock = new pg.Client({ connectionString: backend.database.ownerUrl })
  await lock.connect()
  await lock.query('select pg_advisory_lock(4711)')
  const waitingOnes = async () => {
    const [row] = await query<{ count: number }>(
      backend.database.adminUrl,
      `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event = 'advisory' and usename = 'authenticator'`,
    )
    return row?.count
  }
  const hold = (options: Options) => ask('rpc/wait_for_lock', { on: other, body: {}, ...options })
  const one = Array.from({ length: 12 }, () => hold({ address: '10.9.0.1' }))
  await expect.poll(waitingOnes).toBe(3)
  expect((await ask('book?select=id', { on: other, address: '10.9.0.2' })).status).toBe(200)
  const many = Array.from({ length: 12 }, (_, index) => hold({ address: `10.9.1.${index}` }))
  await expect.poll(waitingOnes).toBe(5)
  expect((await ask('book?select=id', { on: other, as: ada })).status).toBe(200)
  const busy = Array.from({ length: 6 }, () => hold({ as: eve }))
  await expect.poll(waitingOnes).toBe(8)
  expect((await ask('book?select=id', { on: other, as: ada })).status).toBe(200)
  await lock.end()
  const statuses = (await Promise.all([...one, ...many, ...busy])).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  await other.stop()
})

it('backend S11: calls are counted per address of a visitor and per member, and the secret key is not counted', async () => {
  const other = await serveAnother({ rateLimits: { rest: 3 } })
  const statuses = async (options: Options) => {
    const answers = []
    for (let index = 0; index < 5; index++)
      answers.push(await ask('book?select=id', { on: other, ...options }))
    return answers
  }
  const visitor = await statuses({ address: '10.8.0.1' })
  expect(visitor.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
  expect(Number(visitor[4]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(visitor[4]?.code).toBe('over_request_rate_limit')
  expect((await ask('book?select=id', { on: other, address: '10.8.0.2' })).status).toBe(200)
  const member = await statuses({ address: '10.8.0.1', as: ada })
  expect(member.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
  const operator = await statuses({ address: '10.8.0.1', key: other.keys.secretKey })
  expect(operator.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  await other.stop()
})
