import { spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase } from '#server/adapters/database.ts'
import { checkPublic, type Finding } from './public-check.ts'
import { testBusiness } from '#server/testing/business.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const secret = 'Zk3v8Qw1Lr5Tn7Yb2Xc9Md4Hf6Js0Pg+Ua'
const good = () => ({
  PUBLIC_ORIGIN: 'https://munjang.kr',
  TRUSTED_PROXY: 'true',
  DATABASE_URL: database.url,
  GOOGLE_CLIENT_ID: 'g',
  GOOGLE_CLIENT_SECRET: 'g',
  KAKAO_CLIENT_ID: 'k',
  KAKAO_CLIENT_SECRET: 'k',
  OPENAI_API_KEY: 'o',
  TOSS_CLIENT_KEY: 'live_ck_1',
  TOSS_SECRET_KEY: 'live_sk_1',
  BILLING_KEY_SECRET: secret,
  DELETED_ACCOUNT_KEY: `${secret}2`,
  SMTP_URL: 'smtps://user:letter-word@smtp.munjang.kr:465',
  MAIL_FROM: 'Munjang <hello@munjang.kr>',
  NAVER_SEARCHAD_API_KEY: 'n',
  NAVER_SEARCHAD_SECRET_KEY: 'n',
  NAVER_SEARCHAD_CUSTOMER_ID: 'n',
  NAVER_OPENAPI_CLIENT_ID: 'n',
  NAVER_OPENAPI_CLIENT_SECRET: 'n',
  ...testBusiness,
})
const withoutBusiness = Object.fromEntries(Object.keys(testBusiness).map((name) => [name, '']))
const nowhere = join(tmpdir(), 'no-data-of-munjang')
const check = (changes: NodeJS.ProcessEnv = {}) =>
  checkPublic({ env: { ...good(), ...changes }, dataFolder: nowhere })
const of = (findings: Finding[], state: Finding['state']) =>
  findings.filter((finding) => finding.state === state).map(({ says }) => says)

it('a whole environment is good in every line, and no secret is in them', async () => {
  const findings = await check()
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([])
  expect(findings.map(({ says }) => says.split(':')[0])).toEqual([
    'Address',
    'Proxy',
    'Reach',
    'Writing',
    'Pictures',
    'Keywords',
    'Mail',
    'Sources',
    'Payments',
    'Business',
    'Secrets',
    'Secrets',
    'Database',
    'Live changes',
  ])
  const said = JSON.stringify(findings)
  for (const hidden of [secret, 'letter-word', 'live_sk_1', database.url]) expect(said).not.toContain(hidden)
})

it.each<[string, NodeJS.ProcessEnv, RegExp]>([
  ['no public address', { PUBLIC_ORIGIN: '' }, /^Address: PUBLIC_ORIGIN is http:\/\/localhost:3000/],
  ['an address in the clear', { PUBLIC_ORIGIN: 'http://munjang.kr' }, /^Address: .* has to be the https/],
  ['half of the keys of a provider', { KAKAO_CLIENT_SECRET: '' }, /^Sign-in: .*KAKAO_CLIENT_SECRET/],
  [
    'no model',
    { OPENAI_API_KEY: '', GOOGLE_GENERATIVE_AI_API_KEY: '', IMAGE_MODEL: 'demo', TOOL_MODEL: 'demo' },
    /^(Writing|Pictures|Sources): /,
  ],
  [
    'a port that others reach without an address',
    { PUBLIC_ORIGIN: '', HOST: '0.0.0.0' },
    /^Settings: HOST=0\.0\.0\.0 lets other machines/,
  ],
  ['pictures that are samples', { IMAGE_MODEL: 'demo' }, /^Pictures: drawn samples/],
  [
    'keys that move no money',
    { TOSS_CLIENT_KEY: 'test_ck_1', TOSS_SECRET_KEY: 'test_sk_1' },
    /^Payments: test keys/,
  ],
  ['one of two keys for tests', { TOSS_SECRET_KEY: 'test_sk_1' }, /^Payments: test keys/],
  [
    'a setting that the product refuses',
    { BILLING_KEY_SECRET: 'short' },
    /^Settings: .*BILLING_KEY_SECRET: must have at least 32/,
  ],
  ['no details of the business', withoutBusiness, /^Business: .*BUSINESS_REGISTRATION_NUMBER/],
  ['half of the details of the business', { BUSINESS_PHONE: '' }, /^Settings: .*BUSINESS_PHONE: is missing/],
  [
    'a registration number with a wrong check digit',
    { BUSINESS_REGISTRATION_NUMBER: '123-45-67890' },
    /^Settings: .*BUSINESS_REGISTRATION_NUMBER: must be like 123-45-67891/,
  ],
  [
    'a report as a mail-order seller of another shape',
    { BUSINESS_MAIL_ORDER_NUMBER: 'Seoul 1234' },
    /^Settings: .*BUSINESS_MAIL_ORDER_NUMBER: must be like/,
  ],
  [
    'a secret that could be guessed',
    { BILLING_KEY_SECRET: 'a'.repeat(40) },
    /^Secrets: BILLING_KEY_SECRET could be guessed/,
  ],
  [
    'a database that does not answer',
    { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' },
    /^Database: it does not answer/,
  ],
  [
    'a database of this machine that does not run',
    { DATABASE_URL: '' },
    /^Database: this machine’s own does not run/,
  ],
])('%s must be fixed before opening to the public', async (_, changes, says) => {
  const missing = of(await check(changes), 'missing')
  expect(missing.length).toBeGreaterThan(0)
  for (const line of missing) expect(line).toMatch(says)
})

it('attacks 2: without a public address, the fallbacks for cards, figures and sign-in are named as missing', async () => {
  const env = {
    PUBLIC_ORIGIN: '',
    TOSS_CLIENT_KEY: '',
    TOSS_SECRET_KEY: '',
    BILLING_KEY_SECRET: '',
    GOOGLE_CLIENT_ID: '',
  }
  const naver = Object.keys(good()).filter((name) => name.startsWith('NAVER_'))
  const findings = await check({ ...env, ...Object.fromEntries(naver.map((name) => [name, ''])) })
  expect(of(findings, 'missing').map((line) => line.split(':')[0])).toEqual([
    'Address',
    'Sign-in',
    'Cards',
    'Keywords',
  ])
})

it('a tolerable finding is reported and does not prevent the opening', async () => {
  const findings = await check({
    TRUSTED_PROXY: '',
    WEB_SEARCH: 'off',
    SMTP_URL: '',
    MAIL_FROM: '',
    TOSS_CLIENT_KEY: '',
    TOSS_SECRET_KEY: '',
    DELETED_ACCOUNT_KEY: '',
  })
  expect(of(findings, 'missing')).toEqual([])
  expect(of(findings, 'weak').map((line) => line.split(':')[0])).toEqual([
    'Proxy',
    'Mail',
    'Sources',
    'Payments',
    'Secrets',
  ])
})

it('attacks 1: a port that is reachable without the proxy is named, when the proxy is trusted', async () => {
  expect(of(await check({ HOST: '0.0.0.0' }), 'weak')).toEqual([
    expect.stringMatching(/^Reach: HOST=0\.0\.0\.0 and TRUSTED_PROXY/),
  ])
})

it('a database that lacks migrations, or has more of them, is reported without a change', async () => {
  const own = await createTestDatabase()
  const db = connectDatabase(own.adminUrl, { connectionsMax: 1 })
  await sql`delete from supabase_migrations.schema_migrations where version > '20261122002500'`.execute(db)
  const [{ count }] = (
    await sql<{ count: number }>`select count(*) from supabase_migrations.schema_migrations`.execute(db)
  ).rows as [{ count: number }]
  expect(of(await check({ DATABASE_URL: own.url }), 'missing')).toEqual([
    expect.stringMatching(/^Database: [1-9]\d* migrations wait/),
  ])
  await sql`insert into supabase_migrations.schema_migrations (version) values ('29990101000000')`.execute(db)
  expect(of(await check({ DATABASE_URL: own.url }), 'missing')).toEqual([
    expect.stringContaining('Start the newer version.'),
  ])
  const after = await sql<{
    count: number
  }>`select count(*) from supabase_migrations.schema_migrations`.execute(db)
  expect(after.rows).toEqual([{ count: count + 1 }])
  await db.destroy()
  await own.close()
})

it('a check of a hosted project reads its enabled providers', async () => {
  let answer: object = { external: { google: true, kakao: true, email: false } }
  const server: Server = createServer((_, response) => response.end(JSON.stringify(answer)))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const hosted = {
    SUPABASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    SUPABASE_PUBLISHABLE_KEY: 'p',
    SUPABASE_SECRET_KEY: `sb_secret_${secret}`,
    GOOGLE_CLIENT_ID: '',
    KAKAO_CLIENT_ID: '',
  }
  expect((await check(hosted)).filter(({ state }) => state !== 'ok')).toEqual([])
  answer = { external: { google: true, kakao: false, email: true } }
  const findings = await check(hosted)
  expect(of(findings, 'missing')).toEqual([expect.stringContaining('kakao is off')])
  expect(of(findings, 'weak')).toEqual([expect.stringContaining('e-mail sign-up is on')])
  await new Promise((resolve) => server.close(resolve))
  expect(of(await check(hosted), 'missing')).toEqual([expect.stringContaining('does not answer')])
})

it('npm run check:public ends with a status while something is missing', () => {
  const run = spawnSync(process.execPath, ['scripts/check-public.ts'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { PATH: process.env.PATH, ...good(), PUBLIC_ORIGIN: '' },
    encoding: 'utf8',
  })
  expect(run.status).toBe(1)
  expect(run.stdout).toMatch(
    /^ok {6}Proxy.*\n[\s\S]*^MISSING Address: [\s\S]*of these have to be there before the public comes\.\n$/m,
  )
})
