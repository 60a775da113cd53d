import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { serve, type ServerType } from '@hono/node-server'
import pg from 'pg'
import {
  createBackend,
  prepareDatabase,
  type Backend,
  type BackendKeys,
  type BackendOptions,
} from '#backend/main.ts'
import { newKeys } from '#backend/keys.ts'

export type TestDatabase = {
  name: string
  /** Superuser of the embedded engine, in this database. */
  adminUrl: string
  /** The role that migrations run as. */
  ownerUrl: string
  authenticatorUrl: string
  authAdminUrl: string
  replicationUrl: string
  drop(): Promise<void>
}

// Roles belong to the cluster, so all tests on it must use the same passwords.
const passwords = {
  owner: 'owner-test',
  authenticator: 'authenticator-test',
  authAdmin: 'auth-admin-test',
  replication: 'replication-test',
}

/** A fresh, prepared database on the Postgres of TEST_ADMIN_URL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const clusterUrl = process.env.TEST_ADMIN_URL
  if (!clusterUrl) throw new Error('TEST_ADMIN_URL is not set: these tests need a Postgres.')
  const name = `backend_${randomBytes(6).toString('hex')}`
  await runOnce(clusterUrl, `create database ${name}`)
  const urlOf = (role?: string, password?: string) => {
    const url = new URL(clusterUrl)
    url.pathname = `/${name}`
    if (role && password) Object.assign(url, { username: role, password })
    return url.href
  }
  await prepareDatabase({ adminUrl: urlOf(), ownerRole: 'postgres', passwords })
  return {
    name,
    adminUrl: urlOf(),
    ownerUrl: urlOf('postgres', passwords.owner),
    authenticatorUrl: urlOf('authenticator', passwords.authenticator),
    authAdminUrl: urlOf('supabase_auth_admin', passwords.authAdmin),
    replicationUrl: urlOf('supabase_replication_admin', passwords.replication),
    async drop() {
      // A reader of the WAL ends a moment after its connection; `force` does not end it and then fails.
      await runOnce(
        clusterUrl,
        `select pg_terminate_backend(active_pid, 10000) from pg_replication_slots where database = '${name}' and active`,
      )
      await runOnce(clusterUrl, `drop database ${name} with (force)`)
    },
  }
}

/** Acts as a second start. */
export function prepareAgain(database: TestDatabase): Promise<void> {
  return prepareDatabase({ adminUrl: database.adminUrl, ownerRole: 'postgres', passwords })
}

/** Runs statements on their own connection. */
export async function runOnce(connectionString: string, sql: string): Promise<void> {
  await query(connectionString, sql)
}

/** Rows of one query on its own connection. */
export async function query<T extends pg.QueryResultRow>(
  connectionString: string,
  sql: string,
  values?: unknown[],
): Promise<T[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<T>(sql, values)).rows
  } finally {
    await client.end()
  }
}

export type TestBackend = {
  url: string
  keys: BackendKeys
  backend: Backend
  database: TestDatabase
  logs: object[]
  stop(): Promise<void>
}

/** A backend with its own database, served on a free port of 127.0.0.1. */
export async function startTestBackend(
  overrides: Partial<BackendOptions> = {},
  options: {
    withLibrary?: boolean
    withRealtime?: boolean
    /** The port of a proxy to the same server. */
    databasePort?: number
  } = {},
): Promise<TestBackend> {
  const database = await createTestDatabase()
  if (options.withLibrary) {
    await runOnce(database.ownerUrl, await readFile(new URL('./library.sql', import.meta.url), 'utf8'))
  }
  const way = options.databasePort ? throughPort(database, options.databasePort) : {}
  const realtime = options.withRealtime ? { realtime: { replicationUrl: database.replicationUrl } } : {}
  const served = await serveBackend(database, await newKeys(), { ...way, ...realtime, ...overrides })
  return {
    ...served,
    async stop() {
      await served.stop()
      await database.drop()
    },
  }
}

function throughPort(database: TestDatabase, port: number): Partial<BackendOptions> {
  const through = (databaseUrl: string) => {
    const way = new URL(databaseUrl)
    way.port = String(port)
    return way.href
  }
  return {
    authenticatorUrl: through(database.authenticatorUrl),
    authAdminUrl: through(database.authAdminUrl),
  }
}

/** Serves an existing database, which `stop` does not delete: several processes of one product are several of these. */
export async function serveBackend(
  database: TestDatabase,
  keys: BackendKeys,
  overrides: Partial<BackendOptions> = {},
): Promise<TestBackend> {
  let answer: (request: Request, bindings: object) => Response | Promise<Response> = () =>
    new Response(null, { status: 503 })
  const server = await new Promise<ServerType>((resolve) => {
    const starting: ServerType = serve(
      { fetch: (request, bindings) => answer(request, bindings), port: 0, hostname: '127.0.0.1' },
      () => resolve(starting),
    )
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const logs: object[] = []
  const backend = await createBackend({
    authenticatorUrl: database.authenticatorUrl,
    authAdminUrl: database.authAdminUrl,
    publicUrl: url,
    redirectAllowList: [],
    keys,
    providers: {},
    developmentIdentityProvider: true,
    log: (line) => logs.push(line),
    ...overrides,
  })
  answer = (request, bindings) => backend.app.fetch(request, bindings)
  server.on('upgrade', backend.upgrade)
  return {
    url,
    keys,
    backend,
    database,
    logs,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      await backend.stop()
      await closed
    },
  }
}
