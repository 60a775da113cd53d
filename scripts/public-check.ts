// Lists the obstacles between this machine's settings and opening to the public. It reads the settings as the product
// does. The start lists the development fallbacks. This file adds what is acceptable at home but not in public.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isStrongSecret, loadKeys } from 'local-backend'
import pg from 'pg'
import { businessVariables } from '#server/business-config.ts'
import { readConfig, type Config } from '#server/config.ts'
import { listPending, migrationsFolder } from './engine/migrate.ts'
import { findOwnDatabase } from './engine/own-database.ts'
import { isLoopback } from '#server/reach.ts'
import { listFallbacks, type Fallback } from './development-fallbacks.ts'

/** `missing` must be fixed before opening to the public; `weak` is for the operator to judge. */
export type Finding = { state: 'ok' | 'weak' | 'missing'; says: string }

type Place = { env: NodeJS.ProcessEnv; dataFolder: string }

/** Checks everything that is visible from here; it changes nothing, and shows no secret. */
export async function checkPublic({ env, dataFolder }: Place): Promise<Finding[]> {
  const databaseUrl = env.DATABASE_URL || findOwnDatabase(dataFolder)
  const config = await readAsProduct(env, dataFolder, databaseUrl)
  return [
    ...('says' in config
      ? [config]
      : [
          ...checkOrigin(config),
          checkReach(config),
          ...checkFallbacks(config, env),
          ...checkSearch(config),
          ...checkPayments(config),
          checkBusiness(config),
          ...checkSecrets(env),
        ]),
    ...(await checkProviders(env)),
    ...(await checkDatabase(databaseUrl, env)),
  ]
}

const isGood = (says: string): Finding => ({ state: 'ok', says })
const isWeak = (says: string): Finding => ({ state: 'weak', says })
const isMissing = (says: string): Finding => ({ state: 'missing', says })

function judge(
  holds: boolean,
  says: { ok: string; missing: string } | { ok: string; weak: string },
): Finding {
  if (holds) return isGood(says.ok)
  return 'missing' in says ? isMissing(says.missing) : isWeak(says.weak)
}

/** The settings, or their errors. Keys that this machine creates at its first start count as present. */
async function readAsProduct(
  env: NodeJS.ProcessEnv,
  dataFolder: string,
  databaseUrl: string | null,
): Promise<Config | Finding> {
  const keyFile = join(dataFolder, 'keys.json')
  const keys = !env.SUPABASE_URL && existsSync(keyFile) ? await loadKeys(keyFile) : null
  try {
    return readConfig({
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl ?? 'postgres://to-be-made',
      ...(env.SUPABASE_URL
        ? {}
        : {
            SUPABASE_URL: 'http://127.0.0.1:3000',
            SUPABASE_PUBLISHABLE_KEY: keys?.publishableKey ?? 'to be made',
            SUPABASE_SECRET_KEY: keys?.secretKey ?? 'to be made',
          }),
      ...withoutEmpty(env),
    })
  } catch (error) {
    return isMissing(`Settings: ${(error as Error).message.replaceAll(/\n\s*/g, ' ')}`)
  }
}

const withoutEmpty = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value))

function checkOrigin({ publicOrigin, isProxyTrusted }: Config): Finding[] {
  const isHttps = publicOrigin.startsWith('https://') && !isLoopback(publicOrigin)
  return [
    judge(isHttps, {
      ok: `Address: ${publicOrigin}`,
      missing: `Address: PUBLIC_ORIGIN is ${publicOrigin}; it has to be the https://… that people use.`,
    }),
    judge(isProxyTrusted, {
      ok: 'Proxy: X-Forwarded-For counts (TRUSTED_PROXY); nobody may reach this port but the proxy.',
      weak: 'Proxy: behind one all visitors share one limit until TRUSTED_PROXY is true; https needs one in front.',
    }),
  ]
}

/**
 * The address on which the product listens. Without a public address it does not start beyond this machine
 * (server/reach.ts).
 */
function checkReach({ host, isProxyTrusted }: Config): Finding {
  return judge(isLoopback(`http://${host}`) || !isProxyTrusted, {
    ok: `Reach: listens on ${host}`,
    weak: `Reach: HOST=${host} and TRUSTED_PROXY let whoever reaches the port itself pass for any address; a firewall has to keep it to the proxy.`,
  })
}

function checkSearch({ search }: Config): Finding[] {
  if (search.kind === 'sample')
    return [isMissing('Sources: sample pages, because the writing model is the demo writer.')]
  return [
    judge(search.kind !== 'none', {
      ok: `Sources: found by ${search.kind === 'naver' ? 'Naver' : 'the search of the model’s provider'}`,
      weak: 'Sources: texts are written without, because nothing searches the web (WEB_SEARCH).',
    }),
  ]
}

/** One machine with its own database can be enough for the public, once it is backed up; no other fallback is. */
const bearable = new Set<Fallback['for']>(['database'])

function checkFallbacks(config: Config, env: NodeJS.ProcessEnv): Finding[] {
  const fallbacks = listFallbacks(config, env)
  const has = (name: Fallback['for']) => fallbacks.some((fallback) => fallback.for === name)
  return [
    ...fallbacks.map((fallback) =>
      bearable.has(fallback.for)
        ? isWeak(`${fallback.says} Back it up: npm run backup.`)
        : isMissing(fallback.says),
    ),
    ...(has('writing') ? [] : [isGood(`Writing: ${config.models.tool}`)]),
    ...(has('pictures') ? [] : [isGood(`Pictures: ${config.pictures.model}`)]),
    ...(has('keywords') ? [] : [isGood('Keywords: Naver')]),
    ...(has('mail')
      ? []
      : [
          judge(config.mail.kind === 'smtp', {
            ok: 'Mail: a server is set',
            weak: 'Mail: none is sent, so there are no receipts and no invitations by e-mail (SMTP_URL, MAIL_FROM).',
          }),
        ]),
  ]
}

function checkPayments({ cards }: Config): Finding[] {
  if (cards.kind === 'simulator') return []
  if (cards.kind === 'closed')
    return [
      isWeak('Payments: closed, nobody can pay (TOSS_CLIENT_KEY, TOSS_SECRET_KEY, BILLING_KEY_SECRET).'),
    ]
  const areLive = [cards.clientKey, cards.secretKey].every((key) => key.startsWith('live_'))
  return [
    judge(areLive, {
      ok: 'Payments: Toss Payments with live keys',
      missing:
        'Payments: test keys give plans away, since they move no money; both TOSS_ keys have to be live_… ones.',
    }),
  ]
}

/** An invalid number of the registration or the report is an invalid setting, which is reported above. */
function checkBusiness({ business }: Config): Finding {
  return judge(business !== null, {
    ok: `Business: ${business?.name}, ${business?.registrationNumber}`,
    missing: `Business: the law wants customers to see who sells; set ${businessVariables.join(', ')}.`,
  })
}

function checkSecrets(env: NodeJS.ProcessEnv): Finding[] {
  const { BILLING_KEY_SECRET, DELETED_ACCOUNT_KEY, SUPABASE_SECRET_KEY } = env
  const given = Object.entries({ BILLING_KEY_SECRET, DELETED_ACCOUNT_KEY, SUPABASE_SECRET_KEY })
  return [
    // Those that this machine makes itself are strong, and refused at its start when they are not.
    ...given
      .filter(([, secret]) => secret)
      .map(([name, secret]) =>
        judge(isStrongSecret(secret ?? ''), {
          ok: `Secrets: ${name} is strong`,
          missing: `Secrets: ${name} could be guessed; it needs 32 random characters.`,
        }),
      ),
    ...(DELETED_ACCOUNT_KEY
      ? []
      : [
          isWeak(
            'Secrets: DELETED_ACCOUNT_KEY is made of the secret key; set it before you ever change that.',
          ),
        ]),
  ]
}

/**
 * The providers of this machine are in the environment, which the list of fallbacks has checked. A hosted project
 * reports its own.
 */
async function checkProviders(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  if (!env.SUPABASE_URL) return []
  try {
    const response = await fetch(`${env.SUPABASE_URL.replace(/\/+$/, '')}/auth/v1/settings`, {
      headers: { apikey: env.SUPABASE_PUBLISHABLE_KEY ?? '' },
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) return [isMissing(`Sign-in: the project answers its settings with ${response.status}.`)]
    const { external = {} } = (await response.json()) as { external?: Record<string, boolean> }
    return [
      ...['google', 'kakao'].map((name) =>
        judge(external[name] === true, {
          ok: `Sign-in: ${name} is on`,
          missing: `Sign-in: ${name} is off in the project's auth settings.`,
        }),
      ),
      judge(external.email !== true, {
        ok: 'Sign-in: e-mail sign-up is off',
        weak: "Sign-in: e-mail sign-up is on in the project's auth settings, and no page of ours leads to it.",
      }),
    ]
  } catch {
    return [isMissing('Sign-in: the project at SUPABASE_URL does not answer.')]
  }
}

async function checkDatabase(url: string | null, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  if (!url)
    return [isMissing('Database: this machine’s own does not run; start the product and run this again.')]
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
  } catch (error) {
    return [isMissing(`Database: it does not answer. ${(error as Error).message}`.trim())]
  }
  try {
    return await lookInto(client, env)
  } catch (error) {
    return [isMissing(`Database: ${(error as Error).message}`)]
  } finally {
    await client.end()
  }
}

async function lookInto(client: pg.Client, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const pending = await listPending(client, migrationsFolder)
  const { rows } = await client.query<{ level: string }>(`select current_setting('wal_level') as level`)
  const isLogWanted = env.REALTIME_SOURCE !== 'outbox' && !env.SUPABASE_URL
  const liveChanges = judge(rows[0]?.level === 'logical', {
    ok: 'Live changes: read from the log',
    weak: `Live changes: wal_level is ${rows[0]?.level}, so triggers note them: enough for a small site.`,
  })
  return [
    judge(pending.length === 0, {
      ok: 'Database: answers, with every migration',
      missing: `Database: ${pending.length} migrations wait; a start of the product applies them (hosted: supabase db push).`,
    }),
    ...(isLogWanted ? [liveChanges] : []),
  ]
}
