import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createBackend, loadKeys } from '#backend/main.ts'
import { newKeys } from '#backend/keys.ts'
import {
  prepareAgain,
  createTestDatabase,
  query,
  runOnce,
  type TestDatabase,
} from '#backend/testing/test-backend.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'backend-keys-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const grants = () =>
  query(
    database.adminUrl,
    `select
       (select json_agg(json_build_array(oid::regclass::text, relacl::text) order by oid::regclass::text) from pg_class
        where relnamespace in ('public'::regnamespace, 'auth'::regnamespace)) as relations,
       (select json_agg(json_build_array(oid::regprocedure::text, proacl::text) order by oid::regprocedure::text) from pg_proc
        where pronamespace in ('public'::regnamespace, 'auth'::regnamespace)) as functions,
       (select json_agg(json_build_array(nspname, nspacl::text) order by nspname) from pg_namespace where nspname !~ '^pg_') as schemas,
       (select json_agg(json_build_array(defaclrole::regrole::text, defaclnamespace::regnamespace::text, defaclobjtype, defaclacl::text) order by 1::text) from pg_default_acl) as defaults`,
  )

it('security 2: preparing again, even concurrently, changes no privilege and reverts no revoke', async () => {
  await runOnce(
    database.ownerUrl,
    `alter default privileges in schema public revoke all on tables from anon, authenticated;
     create table public.closed (id int); revoke all on public.closed from service_role`,
  )
  const before = await grants()
  await Promise.all([prepareAgain(database), prepareAgain(database), prepareAgain(database)])
  expect(await grants()).toEqual(before)
})

it('security 2: new tables are accessible to the roles of the browser until a migration revokes, as on hosted Supabase', async () => {
  const fresh = await createTestDatabase()
  await runOnce(fresh.ownerUrl, 'create table public.open (id int)')
  const [row] = await query(
    fresh.adminUrl,
    `select has_table_privilege('anon', 'public.open', 'select, insert, truncate') as anon, has_table_privilege('service_role', 'public.open', 'delete') as service`,
  )
  expect(row).toEqual({ anon: true, service: true })
  await fresh.drop()
})

it('security 3: schema auth is inaccessible to the roles of the API, and the owner of the product is no superuser', async () => {
  const [row] = await query(
    database.adminUrl,
    `select
       (select bool_or(has_table_privilege(role, c.oid, 'select, insert, update, delete, truncate, references, trigger'))
        from pg_class c, unnest(array['anon', 'authenticated', 'service_role', 'authenticator']) as role
        where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r') as api_may,
       (select bool_and(relrowsecurity) from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r') as guarded,
       (select rolsuper from pg_roles where rolname = 'postgres') as superuser,
       (select count(*)::int from pg_proc where pronamespace = 'auth'::regnamespace and proconfig is distinct from '{"search_path=\\"\\""}') as loose_functions`,
  )
  expect(row).toEqual({ api_may: false, guarded: true, superuser: false, loose_functions: 0 })
})

it('A03: the owner may reference auth.users, have triggers on it and read it, and cannot switch to the superuser', async () => {
  await runOnce(
    database.ownerUrl,
    `create schema private;
     create table public.profile (id uuid primary key references auth.users (id) on delete cascade);
     create function private.greet() returns trigger language plpgsql security definer set search_path = '' as $$ begin insert into public.profile values (new.id); return new; end $$;
     create trigger greet after insert on auth.users for each row execute function private.greet();
     create policy "own" on public.profile using (id = (select auth.uid()))`,
  )
  await runOnce(database.authAdminUrl, `insert into auth.users (id) values (gen_random_uuid())`)
  expect(
    await query(database.ownerUrl, 'select p.id from public.profile p join auth.users u using (id)'),
  ).toHaveLength(1)
  await expect(runOnce(database.ownerUrl, 'set role supabase_admin')).rejects.toThrow('permission denied')
  await expect(runOnce(database.ownerUrl, 'drop table auth.sessions')).rejects.toThrow('must be owner')
})

it('A03: auth.uid, role, email and jwt read the claims of the request and are null without one', async () => {
  const [empty] = await query(database.ownerUrl, 'select auth.uid(), auth.role(), auth.email(), auth.jwt()')
  expect(empty).toEqual({ uid: null, role: null, email: null, jwt: null })
  const claims = {
    sub: '00000000-0000-4000-8000-000000000001',
    role: 'authenticated',
    email: 'a@example.com',
  }
  const [row] = await query(
    database.ownerUrl,
    `select auth.uid(), auth.role(), auth.email(), auth.jwt() from (select set_config('request.jwt.claims', $1, false)) as set offset 0`,
    [JSON.stringify(claims)],
  )
  expect(row).toEqual({ uid: claims.sub, role: 'authenticated', email: 'a@example.com', jwt: claims })
})

it('security 120: keys are random, private to the user, and the same for processes that start concurrently', async () => {
  const file = join(folder, 'deep', 'keys.json')
  const [first, second, third] = await Promise.all([loadKeys(file), loadKeys(file), loadKeys(file)])
  expect(second).toEqual(first)
  expect(third).toEqual(first)
  expect(await loadKeys(file)).toEqual(first)
  expect(first.secretKey).toMatch(/^sb_secret_[\w-]{43}$/)
  expect(first.publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(folder, 'deep'))).toEqual(['keys.json'])
  expect((await loadKeys(join(folder, 'other.json'))).secretKey).not.toBe(first.secretKey)
})

it('security 120: a file that is no key file stays unchanged and is named in the error', async () => {
  const file = join(folder, 'broken.json')
  await writeFile(file, '{"half":')
  await expect(loadKeys(file)).rejects.toThrow(file)
  expect(await readFile(file, 'utf8')).toBe('{"half":')
})

it('security 119: a key file from before the classic keys gives every reader the same ones', async () => {
  const file = join(folder, 'older.json')
  const { jwtSecret: _secret, anonKey: _anon, serviceRoleKey: _service, ...older } = await newKeys()
  await writeFile(file, JSON.stringify(older))
  const [one, two] = await Promise.all([loadKeys(file), loadKeys(file)])
  expect(one).toEqual(two)
  expect([one.secretKey, one.jwtSecret.length > 60, one.anonKey === one.serviceRoleKey]).toEqual([
    older.secretKey,
    true,
    false,
  ])
})

it('security 120: the development identity provider does not start in production at a public origin', async () => {
  const options = {
    authenticatorUrl: database.authenticatorUrl,
    authAdminUrl: database.authAdminUrl,
    redirectAllowList: [],
    keys: await newKeys(),
    providers: {},
    developmentIdentityProvider: true,
  }
  vi.stubEnv('NODE_ENV', 'production')
  await expect(createBackend({ ...options, publicUrl: 'https://munjang.example' })).rejects.toThrow(
    'development identity provider',
  )
  const local = await createBackend({ ...options, publicUrl: 'http://localhost:3000' })
  await local.stop()
  vi.unstubAllEnvs()
})
