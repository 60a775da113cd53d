import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { codeOf } from './database.ts'

export type PrepareDatabaseOptions = {
  /**
   * A role that may create roles and schemas: the superuser of the embedded engine, or the owner of another database.
   */
  adminUrl: string
  /** The role of product migrations. By default the role of adminUrl itself. */
  ownerRole?: string
  /** Without `replication` no role is made that can follow the WAL, and realtime needs another one. */
  passwords: { owner?: string; authenticator: string; authAdmin: string; replication?: string }
}

type Plan = {
  client: pg.Client
  options: PrepareDatabaseOptions
  owner: string
  database: string
  isSuperuser: boolean
}

const setUpLock = 7_261_034_418

/**
 * Creates roles, schemas auth, storage, realtime and extensions and the helper functions of hosted Supabase in the
 * database of adminUrl. Idempotent; two concurrent processes wait for each other. Throws Postgres errors, e.g. 42501
 * when adminUrl may not create roles.
 */
export async function prepareDatabase(options: PrepareDatabaseOptions): Promise<void> {
  const clusterLock = await lockCluster(options.adminUrl)
  const client = new pg.Client({ connectionString: options.adminUrl })
  try {
    await client.connect()
    const { rows } = await client.query<{ role: string; database: string; superuser: boolean }>(
      `select current_user as role, current_database() as database,
              (select rolsuper from pg_roles where rolname = current_user) as superuser`,
    )
    const facts = rows[0]
    if (!facts) throw new Error('The database answered nothing about the current role.')
    const owner = options.ownerRole ?? facts.role
    const plan = { client, options, owner, database: facts.database, isSuperuser: facts.superuser }
    await client.query('begin')
    const { rowCount: isPrepared } = await client.query(`select from pg_namespace where nspname = 'auth'`)
    await createRoles(plan)
    await createSchemas(plan)
    await grantAuthRights(plan)
    await prepareRealtime(plan)
    if (facts.superuser) await watchSchema(plan)
    if (!isPrepared) await setDefaultPrivileges(plan)
    await client.query('commit')
  } finally {
    await client.end()
    await clusterLock.end()
  }
}

/**
 * Roles belong to the cluster, but advisory locks belong to one database. So all processes lock in the database
 * `postgres`, or in our own database when that one is not accessible.
 */
async function lockCluster(adminUrl: string): Promise<pg.Client> {
  const shared = new URL(adminUrl)
  shared.pathname = '/postgres'
  for (const url of [shared.href, adminUrl]) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
    } catch (error) {
      if (url === adminUrl) throw error
      continue
    }
    await client.query('select pg_advisory_lock($1)', [setUpLock])
    return client
  }
  throw new Error('unreachable')
}

async function createRoles({ client, options, owner, isSuperuser }: Plan): Promise<void> {
  const { passwords, ownerRole } = options
  await createRole(client, 'anon', 'nologin noinherit')
  await createRole(client, 'authenticated', 'nologin noinherit')
  await createRole(client, 'service_role', 'nologin noinherit bypassrls')
  await createRole(client, 'authenticator', 'login noinherit', passwords.authenticator)
  await createRole(client, 'supabase_auth_admin', 'login noinherit', passwords.authAdmin)
  await createRole(client, 'supabase_storage_admin', 'nologin noinherit')
  await createRole(client, 'supabase_realtime_admin', 'nologin noinherit')
  if (passwords.replication) await createReplicationRole(client, passwords.replication)
  if (ownerRole) await createRole(client, ownerRole, 'login createrole bypassrls', passwords.owner)
  await client.query('grant anon, authenticated, service_role to authenticator')
  // A superuser is a member of every role already, and a grant of a role to itself is an error.
  const ownerIsAdmin = isSuperuser && !ownerRole
  if (!ownerIsAdmin)
    await client.query(`grant anon, authenticated, service_role, authenticator to ${quote(owner)}`)
  // An ordinary role that creates schema auth for another role must be able to switch to that role.
  if (!isSuperuser)
    await client.query(
      'grant supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to current_user',
    )
  // Migrations write policies on storage.objects and realtime.messages, which Postgres allows to owners only.
  if (!ownerIsAdmin)
    await client.query(`grant supabase_storage_admin, supabase_realtime_admin to ${quote(owner)}`)
}

/** Only a role with REPLICATION can grant it. Without it, realtime reports the problem when it starts. */
async function createReplicationRole(client: pg.Client, password: string): Promise<void> {
  await client.query('savepoint replication_role')
  try {
    await createRole(client, 'supabase_replication_admin', 'login noinherit replication', password)
  } catch (error) {
    if (codeOf(error) !== '42501') throw error
    await client.query('rollback to savepoint replication_role')
  }
}

async function createRole(
  client: pg.Client,
  name: string,
  attributes: string,
  password?: string,
): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  if (!rowCount) await client.query(`create role ${quote(name)} ${attributes}`)
  if (password) await client.query(`alter role ${quote(name)} password ${pg.escapeLiteral(password)}`)
}

async function createSchemas({ client, options, owner, database }: Plan): Promise<void> {
  await client.query('create schema if not exists extensions')
  await client.query('grant usage on schema extensions to anon, authenticated, service_role')
  await client.query(`grant usage, create on schema extensions to ${quote(owner)}`)
  await createExtensions(client)
  await client.query(`grant create, connect, temporary on database ${quote(database)} to ${quote(owner)}`)
  if (options.ownerRole) await client.query(`alter schema public owner to ${quote(owner)}`)
  await client.query('grant usage on schema public to anon, authenticated, service_role')
  await client.query('set local client_min_messages = warning')
  await createServiceSchema(client, 'auth')
  await createServiceSchema(client, 'storage')
  await createServiceSchema(client, 'realtime')
}

/** Runs sql/<name>-schema.sql, with supabase_<name>_admin as owner. */
async function createServiceSchema(client: pg.Client, name: 'auth' | 'storage' | 'realtime'): Promise<void> {
  await client.query(`create schema if not exists ${name} authorization supabase_${name}_admin`)
  const files = name === 'realtime' ? ['realtime-schema', 'realtime-outbox'] : [`${name}-schema`]
  const sql = await Promise.all(
    files.map((file) => readFile(new URL(`./sql/${file}.sql`, import.meta.url), 'utf8')),
  )
  await client.query(`set local role supabase_${name}_admin`)
  for (const text of sql) await client.query(text)
  await client.query('reset role')
}

/** Hosted Supabase has these two in schema extensions; a Postgres without contrib has none. */
async function createExtensions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from pg_available_extensions where name in ('pgcrypto', 'uuid-ossp') and installed_version is null`,
  )
  for (const { name } of rows)
    await client.query(`create extension if not exists ${quote(name)} with schema extensions`)
}

async function grantAuthRights({ client, owner }: Plan): Promise<void> {
  const owned = quote(owner)
  await client.query('set local role supabase_auth_admin')
  await client.query(`grant usage on schema auth to anon, authenticated, service_role, ${owned}`)
  await client.query(
    `grant select, insert, update, delete, truncate, references, trigger on all tables in schema auth to ${owned}`,
  )
  await client.query(`grant usage, select on all sequences in schema auth to ${owned}`)
  await client.query(
    `grant execute on all functions in schema auth to anon, authenticated, service_role, ${owned}`,
  )
  await client.query('reset role')
}

/**
 * Creates the publication whose tables migrations choose, as on hosted Supabase. Our own publication reports ended
 * sessions and banned users, because sockets outlive the check at their start.
 */
async function prepareRealtime({ client, owner }: Plan): Promise<void> {
  await client.query(`
    grant usage on schema realtime to anon, authenticated, service_role, authenticator, ${quote(owner)};
    set local role supabase_realtime_admin;
    grant execute on all functions in schema realtime to authenticator;
    revoke execute on function realtime.note_change() from authenticator;
    grant select, insert, update, delete on realtime.messages to ${quote(owner)};
    reset role`)
  const { rows } = await client.query<{ name: string }>('select pubname as name from pg_publication')
  const existing = new Set(rows.map(({ name }) => name))
  if (!existing.has('supabase_realtime')) {
    await client.query(`create publication supabase_realtime`)
    await client.query(`alter publication supabase_realtime owner to ${quote(owner)}`)
  }
  if (!existing.has('local_backend_sessions')) {
    await client.query(`create publication local_backend_sessions
      for table auth.sessions (id), auth.users (id, banned_until, deleted_at) with (publish = 'update, delete')`)
  }
}

/** As on hosted Supabase, a schema change notifies the API to reload. Event triggers need a superuser. */
async function watchSchema({ client }: Plan): Promise<void> {
  await client.query(`
    create or replace function extensions.pgrst_ddl_watch() returns event_trigger
    language plpgsql set search_path = '' as $$
    begin
      notify pgrst, 'reload schema';
    end;
    $$;
    revoke execute on function extensions.pgrst_ddl_watch() from public`)
  for (const [name, event] of [
    ['pgrst_ddl_watch', 'ddl_command_end'],
    ['pgrst_drop_watch', 'sql_drop'],
  ] as const) {
    const { rowCount } = await client.query('select from pg_event_trigger where evtname = $1', [name])
    if (!rowCount)
      await client.query(
        `create event trigger ${name} on ${event} execute function extensions.pgrst_ddl_watch()`,
      )
  }
}

/**
 * The initial state of hosted Supabase: the owner's new objects are accessible to the browser's roles until a migration
 * revokes. Set only in the transaction that creates schema auth, or a later start would restore revoked rights.
 */
async function setDefaultPrivileges({ client, owner }: Plan): Promise<void> {
  for (const kind of ['tables', 'functions', 'sequences']) {
    await client.query(
      `alter default privileges for role ${quote(owner)} in schema public grant all on ${kind} to anon, authenticated, service_role`,
    )
  }
}

function quote(name: string): string {
  return pg.escapeIdentifier(name)
}
