// The target of the conformance tests: a backend of ours with its own database, or a real Supabase (see README.md).
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session, SupabaseClient } from '@supabase/supabase-js'
import type { AuthSettings } from '#backend/auth/auth-settings.ts'
import { createOutbox } from '#backend/main.ts'
import { createOperator, createVisitor, type Address } from '#backend/testing/sign-in.ts'
import { query, runOnce, startTestBackend } from '#backend/testing/test-backend.ts'

export type Target = Address & {
  /** Runs SQL as the owner of schema public. */
  run(sql: string): Promise<void>
  /** A number whose text messages the test can read, and the last code sent to it. */
  phone: { number: string; code(): string }
  stop(): Promise<void>
}

/** Settings of a file beyond the defaults; a hosted project needs them before that file runs. */
export type Needs = {
  auth?: Partial<AuthSettings>
  realtime?: boolean
  /** On by default. */
  aggregates?: boolean
}

export type Member = { client: SupabaseClient; session: Session; email: string; password: string }

/** The target with the library schema in its schema public. */
export async function startTarget(needs: Needs = {}): Promise<Target> {
  const url = process.env.CONFORMANCE_SUPABASE_URL
  return url ? startHosted(url) : startLocal(needs)
}

async function startLocal({ auth, realtime, aggregates = true }: Needs): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  const outbox = createOutbox()
  const backend = await startTestBackend(
    {
      auth: { email: true, ...auth },
      // Without e-mail nothing is sent, invitations included.
      ...(auth?.email === false ? {} : { sendMail: outbox.sendMail }),
      sendTextMessage: outbox.sendTextMessage,
      storage: { files: { folder } },
    },
    { withLibrary: true, ...(realtime ? { withRealtime: true } : {}) },
  )
  const { name, adminUrl } = backend.database
  const number = `+8210${randomInt(10_000_000, 100_000_000)}`
  // Roles belong to the whole server, so the setting applies to this database only.
  await runOnce(
    adminUrl,
    `alter role authenticator in database ${name} set pgrst.db_aggregates_enabled = '${aggregates}'`,
  )
  await runOnce(adminUrl, `notify pgrst, 'reload config'`)
  return {
    url: backend.url,
    keys: backend.keys,
    run: (sql) => runOnce(backend.database.ownerUrl, sql),
    phone: { number, code: () => outbox.messages.findLast(({ to }) => to === number)?.code ?? '' },
    async stop() {
      await backend.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A project for these tests: schema public may hold only the library of an earlier run, and is created again. */
async function startHosted(url: string): Promise<Target> {
  const databaseUrl = requireVariable('CONFORMANCE_DATABASE_URL')
  const tables = await query<{ name: string }>(
    databaseUrl,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  if (tables.length > 0 && !tables.some(({ name }) => name === 'book_genre'))
    throw new Error(
      'Schema public of CONFORMANCE_DATABASE_URL holds tables of somebody else: nothing is touched.',
    )
  await runOnce(
    databaseUrl,
    `drop schema public cascade; create schema public;
     grant usage on schema public to anon, authenticated, service_role;
     alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
     alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
     alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
     alter role authenticator set pgrst.db_aggregates_enabled = 'true'`,
  )
  await runOnce(databaseUrl, await readFile(new URL('../testing/library.sql', import.meta.url), 'utf8'))
  await runOnce(databaseUrl, `notify pgrst, 'reload config'; notify pgrst, 'reload schema'`)
  return {
    url,
    keys: {
      publishableKey: requireVariable('CONFORMANCE_SUPABASE_ANON_KEY'),
      secretKey: requireVariable('CONFORMANCE_SUPABASE_SERVICE_ROLE_KEY'),
    },
    run: (sql) => runOnce(databaseUrl, sql),
    // Supabase lets a project define test numbers with a fixed code, to which nothing is sent.
    phone: {
      number: process.env.CONFORMANCE_PHONE ?? '',
      code: () => requireVariable('CONFORMANCE_PHONE_CODE'),
    },
    stop: () => Promise.resolve(),
  }
}

/** A new user with a session, by address and password: the one method without e-mail or another service. */
export async function newMember(target: Target): Promise<Member> {
  const [email, password] = [`${randomUUID()}@example.com`, randomUUID()]
  const created = await createOperator(target).auth.admin.createUser({ email, password, email_confirm: true })
  if (created.error) throw created.error
  const client = createVisitor(target)
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { client, session: data.session, email, password }
}

/** The rows of a response; an error fails the test with its message. */
export async function rowsOf<T>(answer: PromiseLike<{ data: T; error: unknown }>): Promise<NonNullable<T>> {
  const { data, error } = await answer
  if (error) throw new Error(JSON.stringify(error))
  return data as NonNullable<T>
}

function requireVariable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing, but CONFORMANCE_SUPABASE_URL is set.`)
  return value
}
