// Isolation of callers: one pool of connections serves all of them.
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '#backend/testing/sign-in.ts'
import { query, startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

let backend: TestBackend
let member: SupabaseClient
let other: SupabaseClient
beforeAll(async () => {
  backend = await startTestBackend({ statementTimeoutMilliseconds: 1_500 }, { withLibrary: true })
  member = (await signIn(backend, 'google', { choice: 'emma' })).client
  other = (await signIn(backend, 'google', { choice: 'james' })).client
})
afterAll(() => backend.stop())

it('security 11: in 2,000 mixed requests, with errors, aborts and time-outs, no caller gets another caller’s identity', async () => {
  const people = await Promise.all(
    [member, other].map(async (client) => {
      const { data } = await client.auth.getSession()
      return { token: data.session?.access_token ?? '', uid: data.session?.user.id ?? null }
    }),
  )
  const everybody = [{ token: '', uid: null }, ...people]
  const outcomes = await inTurns(2_000, 40, async (index) => {
    const { token, uid } = everybody[index % everybody.length]!
    const kind = kinds[index % kinds.length]!
    return `${kind.name}: ${await kind.run(token, uid)}`
  })
  const counted = Map.groupBy(outcomes, (outcome) => outcome)
  expect([...counted.keys()].toSorted()).toEqual([
    'aborted: gone',
    'raised: P0001',
    'refused: 42501',
    'time-out: 57014',
    'who: right',
    'write: right',
  ])
})

/** Runs `count` times, `width` in parallel. */
async function inTurns<T>(count: number, width: number, run: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < count) results.push(await run(next++))
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}

type Kind = { name: string; run(token: string, uid: string | null): Promise<string | undefined> }

const who: Kind = {
  name: 'who',
  async run(token, uid) {
    const { body } = await call(token, 'rpc/whoami', {})
    return body.uid === uid && body.role === (uid ? 'authenticated' : 'anon') ? 'right' : JSON.stringify(body)
  },
}
/** With a check of the result before the commit, so with a second round trip. */
const write: Kind = {
  name: 'write',
  async run(token, uid) {
    if (uid === null) return 'right'
    const { body } = await call(token, 'note?select=owner', { text: 'x' }, 'return=representation', {
      accept: 'application/vnd.pgrst.object+json',
    })
    return body.owner === uid ? 'right' : JSON.stringify(body)
  },
}
const raised: Kind = {
  name: 'raised',
  run: async (token) => (await call(token, 'rpc/refuse', { code: 'boom' })).body.code,
}
const refused: Kind = {
  name: 'refused',
  run: async (token) => (await call(token, 'rpc/closed', {})).body.code,
}
const aborted: Kind = {
  name: 'aborted',
  async run(token) {
    const leaving = new AbortController()
    const answer = call(token, 'rpc/whoami', {}, '', {}, leaving.signal)
    leaving.abort()
    return answer.then(
      () => 'answered',
      () => 'gone',
    )
  },
}
const timeOut: Kind = {
  name: 'time-out',
  run: async (token) => (await call(token, 'rpc/slow', { seconds: 60 })).body.code,
}
const kinds = [
  ...Array.from({ length: 28 }, () => [who, write, raised, refused, aborted, who, write]).flat(),
  timeOut,
]

async function call(
  token: string,
  path: string,
  body: object,
  prefer = '',
  headers: Record<string, string> = {},
  signal?: AbortSignal,
) {
  const response = await fetch(`${backend.url}/rest/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: backend.keys.publishableKey,
      'content-type': 'application/json',
      prefer,
      ...headers,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  })
  return {
    status: response.status,
    body: (await response.json()) as Record<string, string>,
  }
}

it('security 2, 7: the login role is no superuser and can switch only to the three roles of the API', async () => {
  const [facts] = await query<{ superuser: boolean; may: string[] }>(
    backend.database.authenticatorUrl,
    `select (select rolsuper or rolbypassrls or rolcreaterole from pg_roles where rolname = session_user) as superuser,
       (select array_agg(rolname::text order by rolname) from pg_roles
        where rolname <> session_user and pg_has_role(session_user, oid, 'set')) as may`,
  )
  expect(facts).toEqual({ superuser: false, may: ['anon', 'authenticated', 'service_role'] })
})
