// Databases and members for tests: every test file has its own database, a fast copy of a migrated template.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { prepareDatabase } from 'local-backend'
import { migrate, migrationsFolder } from '#scripts/engine/migrate.ts'
import { fsck } from '#server/fsck.ts'
import { connectDatabase } from '#server/adapters/database.ts'
import { openQueue } from '#server/adapters/queue.ts'
import { consentVersions } from '#shared/consents.ts'
import { keepRows } from './keep-rows.ts'

const template = 'template_munjang'
const testPasswords = {
  owner: 'owner-test',
  authenticator: 'authenticator-test',
  authAdmin: 'auth-admin-test',
  replication: 'replication-test',
}

export type TestDatabase = {
  /** The role that owns the product's schema: no superuser, as on hosted Supabase. */
  url: string
  /** The login of local-backend. */
  authenticatorUrl: string
  authAdminUrl: string
  /** The login for the replication of realtime. */
  replicationUrl: string
  /** The superuser, in this database. */
  adminUrl: string
  /** Ends every connection and refuses new ones during `work`, like a database restart. */
  cutOff(work: () => Promise<void>): Promise<void>
  /** @throws Error with the findings of server/fsck.ts in the database, except for planted ones */
  close(): Promise<void>
}

export type TestDatabaseOptions = {
  /** Findings that a file makes on purpose, because it writes rows of its own that the product never would. */
  planted?: RegExp
  /** A folder with some of the migrations, for a database with only these; slower, because it is no copy. */
  migrations?: string
}

export async function makeTemplate(adminUrl: string): Promise<void> {
  await makeDatabase(adminUrl, template, migrationsFolder)
}

async function makeDatabase(adminUrl: string, name: string, migrations: string): Promise<void> {
  await query(adminUrl, `create database ${name}`)
  const url = urlOf(adminUrl, name)
  await prepareDatabase({ adminUrl: url, ownerRole: 'postgres', passwords: testPasswords })
  const ownerUrl = withLogin(url, 'postgres', testPasswords.owner)
  await migrate(ownerUrl, migrations)
  await (await openQueue(ownerUrl, { isWorker: false })).close()
}

/**
 * A fresh copy of the migrated template; `close` checks invariants and drops it. With KEEP_ROWS, a folder, it first
 * saves the rows there.
 */
export async function createTestDatabase({
  planted,
  migrations,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const adminUrl = process.env.TEST_ADMIN_URL
  if (!adminUrl)
    throw new Error(
      'TEST_ADMIN_URL is missing: run this through the Vitest project that has the database set-up.',
    )
  const name = `test_${randomUUID().replaceAll('-', '')}`
  if (migrations) await makeDatabase(adminUrl, name, migrations)
  else await query(adminUrl, `create database ${name} template ${template}`)
  // E-mails leave immediately by day and by night; tests of the night set its hours.
  if (!migrations) await query(urlOf(adminUrl, name), `update private.night_rule set starts_at = ends_at`)
  const url = urlOf(adminUrl, name)
  const ownerUrl = withLogin(url, 'postgres', testPasswords.owner)
  return {
    url: ownerUrl,
    authenticatorUrl: withLogin(url, 'authenticator', testPasswords.authenticator),
    authAdminUrl: withLogin(url, 'supabase_auth_admin', testPasswords.authAdmin),
    replicationUrl: withLogin(url, 'supabase_replication_admin', testPasswords.replication),
    adminUrl: url,
    cutOff: (work) => cutOff(adminUrl, name, work),
    async close() {
      if (process.env.KEEP_ROWS) await keepRows(url, join(process.env.KEEP_ROWS, `${name}.json`))
      const findings = (await findProblems(ownerUrl)).filter((finding) => !planted?.test(finding))
      // A replication client ends shortly after its connection; `force` spares it and then gives up.
      await query(
        adminUrl,
        `select pg_terminate_backend(active_pid, 10000) from pg_replication_slots where database = '${name}' and active`,
      )
      await query(adminUrl, `drop database ${name} with (force)`)
      if (findings.length > 0)
        throw new Error(`These tests leave a database with broken rules:\n${findings.join('\n')}`)
    },
  }
}

export type OpenTestDatabase = TestDatabase & { client: pg.Client }

/** A test database with a connection of the superuser, which ends with it. */
export async function openTestDatabase(options?: TestDatabaseOptions): Promise<OpenTestDatabase> {
  const database = await createTestDatabase(options)
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  return {
    ...database,
    client,
    async close() {
      await client.end()
      await database.close()
    },
  }
}

async function findProblems(url: string): Promise<string[]> {
  const database = connectDatabase(url, { connectionsMax: 1 })
  try {
    return await fsck(database)
  } finally {
    await database.destroy()
  }
}

const { news: _, ...required } = consentVersions

export type TestMember = { id: string; identityId: string; sessionId: string; nickname: string }

/** A signed-up member with a session; tokens come as a history row, like all others. */
export async function createMember(
  adminUrl: string,
  options: {
    nickname?: string
    token?: number
    image?: number
    plan?: string
    isBlock?: boolean
    provider?: string
    /** Whether the member has agreed to all that is required. */
    isConsenting?: boolean
  } = {},
): Promise<TestMember> {
  const account = await createAccount(adminUrl, options)
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(
      'insert into public."user" (id, nickname, provider, is_block) values ($1, $2, $3, $4)',
      [account.id, account.nickname, options.provider ?? 'google', options.isBlock ?? false],
    )
    await client.query('insert into public.user_usage (id, plan) values ($1, $2)', [
      account.id,
      options.plan ?? 'starter',
    ])
    if (options.isConsenting ?? true)
      await client.query(
        `insert into public.user_consent (user_id, kind, version, is_given) select $1, key, value, true from jsonb_each_text($2)`,
        [account.id, required],
      )
    const token = options.token ?? 100_000
    if (token > 0) {
      await client.query(
        `insert into public.token_history (user_id, spender_id, kind, amount, balance_after, idempotency_key) values ($1, $1, 'sign_up', $2, 0, $3)`,
        [account.id, token, `sign_up:${account.id}`],
      )
    }
    if (options.image) {
      await client.query(
        `insert into public.image_history (user_id, spender_id, kind, amount, balance_after, idempotency_key) values ($1, $1, 'operator', $2, 0, $3)`,
        [account.id, options.image, `image:${account.id}`],
      )
    }
    return account
  } finally {
    await client.end()
  }
}

/** An account that came from a provider but has not signed up yet. */
export async function createAccount(
  adminUrl: string,
  options: { nickname?: string; provider?: string } = {},
): Promise<TestMember> {
  const [id, identityId, sessionId] = [randomUUID(), randomUUID(), randomUUID()]
  const nickname = options.nickname ?? `n${id.slice(0, 8)}`
  const provider = options.provider ?? 'google'
  const email = `${id.slice(0, 8)}@example.com`
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(
      `insert into auth.users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
       values ($1, 'authenticated', 'authenticated', $2, $3, $4, now(), now())`,
      [id, email, { provider, providers: [provider] }, { full_name: nickname, name: nickname, email }],
    )
    await client.query(
      `insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, now(), now(), now())`,
      [
        identityId,
        `sub-${id}`,
        id,
        { sub: `sub-${id}`, email, email_verified: true, phone_verified: false, name: nickname },
        provider,
      ],
    )
    await client.query(
      'insert into auth.sessions (id, user_id, created_at, updated_at) values ($1, $2, now(), now())',
      [sessionId, id],
    )
    return { id, identityId, sessionId, nickname }
  } finally {
    await client.end()
  }
}

async function cutOff(adminUrl: string, name: string, work: () => Promise<void>): Promise<void> {
  await query(adminUrl, `alter database ${name} allow_connections false`)
  await query(adminUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  try {
    await work()
  } finally {
    await query(adminUrl, `alter database ${name} allow_connections true`)
  }
}

async function query(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function urlOf(base: string, database: string): string {
  const url = new URL(base)
  url.pathname = `/${database}`
  return url.href
}

function withLogin(base: string, user: string, password: string): string {
  const url = new URL(base)
  url.username = user
  url.password = password
  return url.href
}
