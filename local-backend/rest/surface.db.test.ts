import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '#backend/testing/sign-in.ts'
import { query, runOnce, startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

let backend: TestBackend
let token: string
beforeAll(async () => {
  backend = await startTestBackend({ statementTimeoutMilliseconds: 1_000 }, { withLibrary: true })
  token = (await signIn(backend, 'google', { choice: 'emma' })).session.access_token
})
afterAll(() => backend.stop())

type Answer = {
  status: number
  body: { code?: string; message?: string } | null
  text: string
  headers: Headers
}

async function ask(
  path: string,
  init: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const headers = { apikey: backend.keys.publishableKey, ...init.headers }
  const response = await fetch(`${backend.url}${path}`, { ...init, headers })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    body: isJson && text ? (JSON.parse(text) as Answer['body']) : null,
    text,
    headers: response.headers,
  }
}

it('security 9: no key, a wrong key, a key only in Authorization or a secret key in a browser are 401', async () => {
  const { secretKey, publishableKey } = backend.keys
  const attempts: Record<string, string>[] = [
    { apikey: '' },
    { apikey: 'sb_publishable_wrong' },
    { apikey: '', authorization: `Bearer ${publishableKey}` },
    { apikey: secretKey, 'user-agent': 'Mozilla/5.0 (Macintosh)' },
    { authorization: `Bearer ${secretKey}` },
  ]
  for (const headers of attempts) expect((await ask('/rest/v1/book?select=id', { headers })).status).toBe(401)
  expect((await ask('/rest/v1/person?select=secret', { headers: { apikey: secretKey } })).status).toBe(200)
})

it('security 1, 13: the service does not describe itself, show plans or answer on debug paths', async () => {
  const paths = [
    '/rest/v1/',
    '/rest/v1',
    '/rest/v1/rpc',
    '/rest/v1/rpc/',
    '/rest/v1/a/b',
    '/debug',
    '/metrics',
    '/pg',
    '/auth/v1/debug',
    '/',
    '/rest/v2/book',
  ]
  for (const path of paths) {
    const answer = await ask(path, { headers: { host: 'evil.example' } })
    expect([path, answer.status]).toEqual([path, 404])
    expect(answer.text).not.toMatch(/postgres(ql)?:\/\/|authenticator|local-backend\/|at .*\.ts/)
  }
  const plan = await ask('/rest/v1/book', { headers: { accept: 'application/vnd.pgrst.plan+json' } })
  expect([plan.status, plan.body?.code]).toEqual([406, 'PGRST107'])
  const openApi = await ask('/rest/v1/', { headers: { accept: 'application/openapi+json' } })
  expect([openApi.status, openApi.body?.code]).toEqual([404, 'PGRST126'])
})

it('security 5: only schema public is accessible, whatever the profile is', async () => {
  for (const profile of ['auth', 'storage', 'private', 'pg_catalog', 'information_schema', 'extensions']) {
    const read = await ask('/rest/v1/users', { headers: { 'accept-profile': profile } })
    const write = await ask('/rest/v1/users', {
      method: 'POST',
      body: '{}',
      headers: { 'content-profile': profile },
    })
    expect([read.status, read.body?.code, write.status]).toEqual([406, 'PGRST106', 406])
  }
  for (const name of ['users', 'auth.users', 'pg_class', 'pg_roles', '%22auth%22.%22users%22']) {
    expect((await ask(`/rest/v1/${name}`)).status).toBe(404)
  }
  expect(
    (await ask('/rest/v1/note?select=users(*)', { headers: { authorization: `Bearer ${token}` } })).body
      ?.code,
  ).toBe('PGRST200')
})

it('security 6: built-in functions are not callable', async () => {
  for (const name of [
    'pg_sleep',
    'set_config',
    'pg_read_file',
    'query_to_xml',
    'version',
    'gen_random_uuid',
    'uid',
    'crypt',
  ]) {
    const answer = await ask(`/rest/v1/rpc/${name}`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect([name, answer.status, answer.body?.code]).toEqual([name, 404, 'PGRST202'])
  }
})

it('security 10: injections in every place are refused or treated literally, and the database stays the same', async () => {
  const fingerprint = () =>
    query(
      backend.database.adminUrl,
      `select (select md5(string_agg(relname || relkind::text || coalesce(relacl::text, ''), ',' order by relname)) from pg_class where relnamespace = 'public'::regnamespace) as schema,
              (select md5(string_agg(b::text, ',' order by id)) from public.book b) as books`,
    )
  const before = await fingerprint()
  const payloads = [
    `'; drop table book; --`,
    `id"; drop table book; --`,
    `id) from book; delete from book where (1=1`,
    `$1`,
    `\\'; select pg_sleep(9); --`,
    `id::text); drop table book; --`,
    `facts->>'a'; drop table book`,
    `*/ union select secret from person /*`,
    `1 or 1=1`,
    `\u0000`,
    `%00`,
  ]
  const member = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (const payload of payloads) {
    const text = encodeURIComponent(payload)
    const answers = await Promise.all([
      ask(`/rest/v1/book?select=${text}`),
      ask(`/rest/v1/book?select=id::${text}`),
      ask(`/rest/v1/book?select=facts->>${text}`),
      ask(`/rest/v1/book?id=eq.${text}`),
      ask(`/rest/v1/book?title=eq.${text}&select=id`),
      ask(`/rest/v1/book?${text}=eq.1`),
      ask(`/rest/v1/book?order=${text}`),
      ask(`/rest/v1/book?or=(${text})`),
      ask(`/rest/v1/book?title=fts(${text}).x`),
      ask(`/rest/v1/book?limit=${text}`),
      ask(`/rest/v1/${text}`),
      ask(`/rest/v1/rpc/${text}`),
      ask(`/rest/v1/rpc/add_up?a=${text}`),
      ask(`/rest/v1/book?columns=${text}`, { method: 'POST', body: '{"title":"x"}', headers: member }),
      ask(`/rest/v1/book?on_conflict=${text}`, {
        method: 'POST',
        body: '{"title":"x","author_id":99}',
        headers: { ...member, prefer: 'resolution=merge-duplicates' },
      }),
      ask('/rest/v1/book', { method: 'POST', body: JSON.stringify({ [payload]: 1 }), headers: member }),
      ask('/rest/v1/book', {
        headers: {
          prefer: `return=${payload.replace(/[^ -~]/g, '')}`,
          range: `0-${payload.replace(/[^ -~]/g, '')}`,
        },
      }),
    ])
    for (const answer of answers) {
      expect([payload, answer.status]).toEqual([payload, expect.toSatisfy((status: number) => status < 500)])
      expect(answer.text).not.toMatch(/canary-secret|\bat .*\.ts:/)
    }
  }
  expect(await fingerprint()).toEqual(before)
})

it('security 12: expensive queries are refused early or cancelled by the timeout, and others are served meanwhile', async () => {
  const terms = Array.from({ length: 1_000 }, (_, index) => `id.eq.${index}`).join(',')
  expect((await ask(`/rest/v1/book?or=(${terms})`)).body?.code).toBe('PGRST100')
  expect((await ask(`/rest/v1/book?or=${'(or'.repeat(40)}(id.eq.1)${')'.repeat(40)}`)).status).toBe(400)
  const deep = `${'person!author_id(book!author_id('.repeat(5)}id${'))'.repeat(5)}`
  expect((await ask(`/rest/v1/book?select=${deep}`)).body?.code).toBe('PGRST100')
  const all = await ask('/rest/v1/many?select=id&limit=1000000000', { headers: { prefer: 'count=exact' } })
  expect([all.status, all.headers.get('content-range')]).toEqual([206, '0-999/1500'])
  expect((await ask(`/rest/v1/book?select=id&title=match.${encodeURIComponent('((a+)+)+$')}`)).status).toBe(
    200,
  )
  let isSlowOver = false
  const slow = ask('/rest/v1/rpc/slow', {
    method: 'POST',
    body: '{"seconds": 60}',
    headers: { 'content-type': 'application/json' },
  }).finally(() => (isSlowOver = true))
  expect((await ask('/rest/v1/book?select=id')).status).toBe(200)
  expect(isSlowOver).toBe(false)
  expect(await slow).toMatchObject({ status: 500, body: { code: '57014' } })
})

it('security 114: malformed requests are 4xx and the next request is served', async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const post = (body: string, more = {}) =>
    ask('/rest/v1/book', { method: 'POST', body, headers: { ...headers, ...more } })
  const answers = await Promise.all([
    post('null'),
    post('5'),
    post('[1]'),
    post('{"a":'),
    post('[{"title":"x"},{"author_id":1}]'),
    post('{"title":"\\u0000","author_id":1}'),
    post('title=x', { 'content-type': 'application/x-www-form-urlencoded' }),
    post(`[${'['.repeat(10_000)}`),
    ask('/rest/v1/book', { method: 'PUT', body: '{}', headers }),
    ask('/rest/v1/book?id=foo.1'),
    ask('/rest/v1/book?select=a(b'),
    ask('/rest/v1/book?order=id.sideways'),
    ask('/rest/v1/book?limit=-1'),
    ask('/rest/v1/book?nobody.id=eq.1'),
    ask('/rest/v1/book?select=count()'),
  ])
  for (const answer of answers)
    expect(answer.status).toSatisfy((status: number) => status >= 400 && status < 500)
  expect((await ask('/rest/v1/book?select=id')).status).toBe(200)
})

it('security 113: any origin may call with a key, none with cookies', async () => {
  const preflight = await fetch(`${backend.url}/rest/v1/book`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'apikey,authorization,prefer',
    },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  expect(preflight.headers.get('access-control-allow-headers')).toContain('apikey')
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
})

it('Range, HEAD and headers-only work for clients that use them', async () => {
  const range = await ask('/rest/v1/book?select=id&order=id', {
    headers: { range: '1-2', prefer: 'count=exact' },
  })
  expect([range.status, range.headers.get('content-range')]).toEqual([206, '1-2/3'])
  const head = await ask('/rest/v1/book?select=id', { method: 'HEAD', headers: { prefer: 'count=exact' } })
  expect([head.status, head.text, head.headers.get('content-range')]).toEqual([200, '', '0-2/3'])
  const created = await ask('/rest/v1/book', {
    method: 'POST',
    body: '{"id":77,"title":"x","author_id":1}',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      prefer: 'return=headers-only',
    },
  })
  expect([created.status, created.headers.get('location'), created.text]).toEqual([201, '/book?id=eq.77', ''])
  const strict = await ask('/rest/v1/book', { headers: { prefer: 'handling=strict, nonsense=1' } })
  expect(strict.body?.code).toBe('PGRST122')
})

it('backend S1: tx=rollback rolls a call back only where pgrst.db_tx_end allows it, as in PostgREST', async () => {
  const count = async () =>
    (await query<{ id: string }>(backend.database.adminUrl, 'select id::text from public.note')).length
  const write = () =>
    ask('/rest/v1/rpc/write_note_and_say', {
      method: 'POST',
      body: '{"text":"counted"}',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        prefer: 'tx=rollback',
      },
    })
  await runOnce(
    backend.database.ownerUrl,
    `create function public.write_note_and_say(text text) returns text language sql as $$
       insert into public.note (text) values ($1) returning text $$;
     notify pgrst, 'reload schema'`,
  )
  const before = await count()
  await expect.poll(async () => (await write()).status).toBe(200)
  expect(await count()).toBe(before + 1)
  expect((await write()).headers.get('preference-applied')).toBeNull()

  const { name, adminUrl } = backend.database
  await runOnce(
    adminUrl,
    `alter role authenticator in database ${name} set pgrst.db_tx_end = 'commit-allow-override'`,
  )
  await runOnce(adminUrl, `notify pgrst, 'reload config'`)
  await expect
    .poll(async () => (await write()).headers.get('preference-applied'), { timeout: 10_000 })
    .toBe('tx=rollback')
  const allowed = await count()
  expect((await write()).text).toBe('"counted"')
  expect(await count()).toBe(allowed)
})

it('backend S12: property names of every JavaScript object are not preferences or keywords', async () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    const preferred = await ask('/rest/v1/book?select=id', { headers: { prefer: `${name}=a, ${name}` } })
    expect(preferred.status, name).toBe(200)
    const filtered = await ask(`/rest/v1/book?select=id&mood=is.${name}`)
    expect([filtered.status, filtered.body?.code], name).toEqual([400, 'PGRST100'])
  }
})

it('attacks 10: responses of rest and auth are never cached, and never sniffed as another type', async () => {
  const headers = { apikey: backend.keys.publishableKey }
  const answers = await Promise.all(
    [
      '/rest/v1/book?select=id',
      '/rest/v1/nothing',
      '/auth/v1/settings',
      '/auth/v1/user',
      '/auth/v1/callback',
    ].map((path) => fetch(`${backend.url}${path}`, { headers, redirect: 'manual' })),
  )
  answers.push(await fetch(`${backend.url}/rest/v1/book`), await fetch(`${backend.url}/auth/v1/settings`))
  for (const { url, headers: given } of answers)
    expect([given.get('cache-control'), given.get('x-content-type-options')], url).toEqual([
      'no-store',
      'nosniff',
    ])
  const keys = await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`)
  expect(keys.headers.get('cache-control')).toBe('public, max-age=600')
})

it('backend M1: a failure of the backend is logged with request, route, code, message and position, without values', async () => {
  await runOnce(
    backend.database.ownerUrl,
    `create function public.break_down(canary text) returns void language plpgsql as $$
       begin raise exception using errcode = 'XX000', message = 'the disk is gone'; end $$;
     notify pgrst, 'reload schema'`,
  )
  const breakDown = () =>
    ask('/rest/v1/rpc/break_down', {
      method: 'POST',
      body: '{"canary":"canary"}',
      headers: { 'content-type': 'application/json', 'x-request-id': 'request-7' },
    })
  await expect.poll(async () => (await breakDown()).status).toBe(500)
  const line = backend.logs.find((one) => 'requestId' in one && one.requestId === 'request-7')
  expect(line).toMatchObject({
    level: 'error',
    event: 'rest_failed',
    route: 'POST /rest/v1/rpc/break_down',
    code: 'XX000',
    message: 'the disk is gone',
  })
  expect(JSON.stringify(line)).not.toContain('canary')
})

it('backend correctness: a text with the letters \\u0000 is stored, and the character U+0000 itself is refused', async () => {
  const write = (escaped: string) =>
    ask('/rest/v1/book?select=title', {
      method: 'POST',
      body: `{"title":"${escaped}","author_id":1}`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
    })
  expect((await write(String.raw`a\\u0000b`)).body).toEqual([{ title: String.raw`a\u0000b` }])
  for (const refused of [String.raw`a\u0000b`, String.raw`\u0000`, String.raw`\\\u0000`]) {
    const { status, body } = await write(refused)
    expect([status, body?.code], refused).toEqual([400, '22P05'])
  }
})
