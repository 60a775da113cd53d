// npm start in practice: first and second start, crashes, taken ports, interrupted starts. Real processes, real
// databases.
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { startPostgres } from './engine/embedded-postgres.ts'
import { createMember } from './testing/database.ts'
import { end, endAll, findFreePort, newFolder, start } from './testing/started-product.ts'

afterAll(endAll)

async function dumpGrants(dataFolder: string): Promise<string> {
  const password = readFileSync(join(dataFolder, 'postgres-password'), 'utf8')
  const port = readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const client = new pg.Client({
    connectionString: `postgres://supabase_admin:${password}@127.0.0.1:${port}/postgres`,
  })
  await client.connect()
  const { rows } = await client.query(`
    select 'class' as kind, oid::regclass::text as name, relacl::text as acl from pg_class where relnamespace::regnamespace::text in ('public', 'private', 'auth')
    union all select 'column', attrelid::regclass::text || '.' || attname, attacl::text from pg_attribute where attacl is not null and attrelid >= 16384
    union all select 'function', oid::regprocedure::text, proacl::text from pg_proc where pronamespace::regnamespace::text in ('public', 'private', 'auth')
    union all select 'default', defaclnamespace::text || defaclobjtype::text, defaclacl::text from pg_default_acl order by 1, 2`)
  await client.end()
  return rows.map((row) => Object.values(row).join(' ')).join('\n')
}

it('a first start serves pages; a second one on the same data is refused; rights are the same after each start (security 2)', async () => {
  const folder = newFolder()
  const first = await start(folder)
  expect((await fetch(`${first.origin}/ko`)).status).toBe(200)
  const grants = await dumpGrants(folder)

  await expect(start(folder)).rejects.toThrow(
    new RegExp(`already running on this data: process ${first.child.pid}`),
  )

  await end(first.child, 'SIGKILL')
  const second = await start(folder)
  expect((await fetch(`${second.origin}/en`)).status).toBe(200)
  expect(await dumpGrants(folder)).toBe(grants)
  for (const secret of ['keys.json', 'passwords.json', 'postgres-password']) {
    expect(statSync(join(folder, secret)).mode & 0o777, secret).toBe(0o600)
  }
  await end(second.child, 'SIGTERM')
})

it('a taken port is reported immediately, with the way to choose another; nothing else is left behind', async () => {
  const folder = newFolder()
  const port = await findFreePort()
  const blocker = createServer().listen(port, '127.0.0.1')
  await expect(start(folder, { PORT: String(port) })).rejects.toThrow(
    new RegExp(`Port ${port} on 127.0.0.1 is in use.*PORT=${port + 1} npm start`),
  )
  blocker.close()
  const started = await start(folder)
  await end(started.child, 'SIGTERM')
})

it('attacks 1, backend S5: no start is reachable from outside without an address; fallbacks answer this machine alone', async () => {
  await expect(start(newFolder(), { HOST: '0.0.0.0' })).rejects.toThrow(
    /HOST=0\.0\.0\.0 .* Set PUBLIC_ORIGIN/,
  )
  const started = await start(newFolder())
  const ask = (path: string, host: string) =>
    new Promise<number>((resolve, reject) => {
      const { port } = new URL(started.origin)
      get({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      }).on('error', reject)
    })
  const own = new URL(started.origin).host
  for (const path of [
    '/development-identity/google/.well-known/openid-configuration',
    '/ko/payment/simulator',
  ]) {
    expect([path, await ask(path, own)]).not.toEqual([path, 404])
    for (const host of ['munjang.example', '192.168.0.77:3000'])
      expect([path, await ask(path, host)]).toEqual([path, 404])
  }
  await end(started.child, 'SIGTERM')
})

it('a start works after an interrupted first one', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'postgres.new', 'base'), { recursive: true })
  mkdirSync(join(folder, 'engine', '18.0.0.4711'), { recursive: true })
  writeFileSync(join(folder, 'running.json'), '{"pid": 999999999, "bornAt"')
  const started = await start(folder)
  expect((await fetch(`${started.origin}/ko`)).status).toBe(200)
  await end(started.child, 'SIGTERM')
})

it('two processes that start at the same time on one external database both serve', async () => {
  // A server of its own: a start gives the roles, which belong to the whole server, the passwords of its own folder.
  const postgres = await startPostgres({ folder: newFolder(), isDurable: false })
  // Copies of the product share keys and passwords.
  const folders = [newFolder(), newFolder()]
  const first = await start(folders[0]!, { DATABASE_URL: postgres.adminUrl })
  await end(first.child, 'SIGTERM')
  for (const file of ['keys.json', 'passwords.json'])
    copyFileSync(join(folders[0]!, file), join(folders[1]!, file))

  const both = await Promise.all(folders.map((folder) => start(folder, { DATABASE_URL: postgres.adminUrl })))
  const { publishableKey } = JSON.parse(readFileSync(join(folders[0]!, 'keys.json'), 'utf8')) as {
    publishableKey: string
  }
  for (const { child, origin } of both) {
    const models = await fetch(`${origin}/rest/v1/prompt_model?select=name&order=id`, {
      headers: { apikey: publishableKey },
    })
    expect(await models.json()).toEqual([{ name: 'gpt' }, { name: 'gemini' }, { name: 'claude' }])
    await end(child, 'SIGTERM')
  }
  await postgres.stop()
})

it('R4: a database restart under load costs 503 with Retry-After and nothing else; then all works, live changes too', async () => {
  const folder = newFolder()
  const options = { folder: newFolder(), isDurable: false, port: await findFreePort() }
  const first = await startPostgres(options)
  const { child, origin } = await start(folder, { DATABASE_URL: first.adminUrl })
  const keys = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as Record<string, string>
  const asService = { apikey: keys.secretKey ?? '', 'content-type': 'application/json' }
  const client = createClient(origin, keys.secretKey ?? '')
  const heard: string[] = []
  const changes = { event: 'INSERT', schema: 'public', table: 'user_alarm' } as const
  client
    .channel('alarms')
    .on('postgres_changes', changes, () => heard.push('change'))
    .subscribe((status) => heard.push(status))
  await expect.poll(() => heard, { timeout: 30_000 }).toEqual(['SUBSCRIBED'])

  const answers: [number, string | null][] = []
  let isLoading = true
  const load = Array.from({ length: 16 }, async () => {
    while (isLoading) {
      const answer = await fetch(`${origin}/rest/v1/prompt_model?select=name`, { headers: asService })
      await answer.arrayBuffer()
      answers.push([answer.status, answer.headers.get('retry-after')])
    }
  })
  await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThan(100)
  await first.stop()
  await expect.poll(() => answers.filter(([status]) => status === 503).length).toBeGreaterThan(16)
  const second = await startPostgres(options)
  const before = answers.length
  await expect
    .poll(() => answers.slice(before).filter(([status]) => status === 200).length)
    .toBeGreaterThan(100)
  isLoading = false
  await Promise.all(load)
  expect(new Set(answers.map((answer) => answer.join()))).toEqual(new Set(['200,', '503,2']))

  expect((await fetch(`${origin}/ko/tool/list`)).status).toBe(200)
  const { id } = await createMember(second.adminUrl)
  const owner = new pg.Client({ connectionString: second.adminUrl })
  await owner.connect()
  const raiseAlarm = async () => {
    await owner.query(
      `insert into public.user_alarm (user_id, kind, source_id) values ($1, 'notice', gen_random_uuid()::text)`,
      [id],
    )
    return heard
  }
  await expect.poll(raiseAlarm, { timeout: 60_000 }).toContain('change')
  await owner.end()
  await client.removeAllChannels()
  await end(child, 'SIGTERM')
  await second.stop()
})

it('security 1: nothing of the inside is served: no debug path, no database address, no key', async () => {
  const folder = newFolder()
  const started = await start(folder)
  const keys = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as Record<string, unknown>
  const passwords = JSON.parse(readFileSync(join(folder, 'passwords.json'), 'utf8')) as Record<string, string>
  const canaries = [
    'postgres://',
    String(keys.secretKey),
    String(keys.proxySecret),
    ...Object.values(passwords),
    folder,
  ]
  const paths = [
    '/',
    '/ko',
    '/rest/v1/',
    '/rest/v1/user',
    '/auth/v1/admin/users',
    '/auth/v1/settings',
    '/pg',
    '/pg/query',
    '/studio',
    '/debug',
    '/metrics',
    '/.env',
    '/api',
    '/v1',
    '/v1/debug',
    '/rest/v1/rpc/pg_sleep',
    '/graphql/v1',
    '/functions/v1/x',
    '/.git/config',
    '/package.json',
    '/server/config.ts',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/build/server/index.js',
  ]
  const open = new Set<string>()
  for (const path of paths) {
    for (const headers of [
      {},
      { host: 'evil.example', 'user-agent': 'curl/8' },
      { apikey: 'x', authorization: 'Bearer x' },
    ]) {
      const response = await fetch(started.origin + path, { headers, redirect: 'manual' })
      const body = await response.text()
      for (const canary of canaries)
        expect(body.includes(canary), `${path} shows ${canary.slice(0, 12)}`).toBe(false)
      if (response.status < 400) open.add(path)
    }
  }
  expect([...open]).toEqual(['/', '/ko'])
  await end(started.child, 'SIGTERM')
})
