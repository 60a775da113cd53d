// What the catalogue must say whatever tables come: nothing forgotten, nothing widened.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type OpenTestDatabase } from '#scripts/testing/database.ts'

let database: OpenTestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
})
afterAll(() => database.close())

const list = async (sql: string): Promise<string[]> =>
  (await client.query(sql)).rows.map((row) => Object.values(row).join(' '))

it('security 3: every table in public and private has row level security', async () => {
  expect(
    await list(`
    select relnamespace::regnamespace || '.' || relname from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p') and not relrowsecurity`),
  ).toEqual([])
})

it('security 3: a table that the browser may write has policies, and none of them is "true"', async () => {
  expect(
    await list(`
    select tablename, policyname from pg_policies
    where schemaname = 'public' and cmd <> 'SELECT' and permissive = 'PERMISSIVE' and (qual = 'true' or with_check = 'true')`),
  ).toEqual([])
  expect(
    await list(`
    select distinct g.table_name from information_schema.role_table_grants g
    join pg_class c on c.relname = g.table_name and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    where g.grantee in ('anon', 'authenticated') and g.table_schema = 'public'
      and not exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = g.table_name)`),
  ).toEqual([])
})

it('security 3: nobody from the browser may truncate, reference or add triggers', async () => {
  expect(
    await list(`
    select grantee, table_name, privilege_type from information_schema.role_table_grants
    where table_schema in ('public', 'private') and grantee in ('anon', 'authenticated', 'PUBLIC')
      and privilege_type in ('TRUNCATE', 'REFERENCES', 'TRIGGER')`),
  ).toEqual([])
})

it("security 4: functions that run with the owner's rights fix their search path", async () => {
  expect(
    await list(`
    select oid::regprocedure from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not coalesce('search_path=""' = any (proconfig), false)`),
  ).toEqual([])
})

it("security 4: a view runs with the caller's rights", async () => {
  expect(
    await list(`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
      and not coalesce('security_invoker=true' = any (reloptions), false)`),
  ).toEqual([])
})

it("security 2, 4: what the browser's roles may do is exactly the checked-in list", async () => {
  const tables = await list(`
    select grantee, table_name, string_agg(distinct lower(privilege_type), ',' order by lower(privilege_type))
    from information_schema.role_table_grants
    where table_schema in ('public', 'private') and grantee in ('anon', 'authenticated', 'PUBLIC')
    group by 1, 2 order by 2, 1`)
  const columns = await list(`
    select grantee, table_name, lower(privilege_type), string_agg(column_name, ',' order by column_name)
    from information_schema.column_privileges c
    where table_schema in ('public', 'private') and grantee in ('anon', 'authenticated', 'PUBLIC')
      and not exists (
        select from information_schema.role_table_grants t where t.grantee = c.grantee and t.table_schema = c.table_schema
          and t.table_name = c.table_name and t.privilege_type = c.privilege_type)
    group by 1, 2, 3 order by 2, 1, 3`)
  const functions = await list(`
    select r.rolname, p.oid::regprocedure::text from pg_proc p cross join (values ('anon'), ('authenticated')) as r (rolname)
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and has_function_privilege(r.rolname, p.oid, 'execute')
    order by 2, 1`)
  const snapshot = [
    `# tables`,
    ...tables,
    '',
    `# columns`,
    ...columns,
    '',
    `# functions`,
    ...functions,
    '',
  ].join('\n')
  await expect(snapshot).toMatchFileSnapshot('./grants.snapshot.txt')
})

it('every foreign key has an index of all its rows', async () => {
  expect(
    await list(`
    select c.conrelid::regclass, a.attname from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))`),
  ).toEqual([])
})

it('17.5: every text that a table of the browser holds has a bound, unless our own code or the payment provider writes it', async () => {
  const codes =
    'error_code|picture_error|failure|stage|model|language|provider|code|idempotency_key|source_id'
  const ofOurs = [
    new RegExp(`\\.(${codes})$`),
    /^payment_(order|card)\.(card_)?(issuer|last_four|receipt_url|plan|period|pack)$/,
    /^user_usage\.(payment_code|last_)/,
    /^prompt_(category_main|category_sub|model|type)\./,
    /^(user_benefit\.type|prompt_action\.type)/,
    /^(user_alarm\.data|tool_use_version\.thumbnail)$/,
  ]
  const unbounded = await list(`
    select c.relname || '.' || a.attname from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attgenerated = '' and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'jsonb[]'::regtype)
      and not exists (select from pg_constraint k where k.conrelid = c.oid and (
        k.contype = 'f' and k.conkey = array[a.attnum]
        or k.contype = 'c' and a.attnum = any (k.conkey) and pg_get_constraintdef(k.oid)
          ~ '(char_length|octet_length|pg_column_size|are_short_tags|are_labels|are_passages|is_own_picture|ANY \\(ARRAY|~ )'))
    order by 1`)
  expect(unbounded.filter((column) => !ofOurs.some((pattern) => pattern.test(column)))).toEqual([])
})

it('17.5: a like, a thank or a run of a prompt changes no index, because no index holds those counts', async () => {
  expect(
    await list(`
    select i.indexrelid::regclass, a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = 'public.prompt'::regclass and a.attname in ('like_count', 'action_count', 'use_count', 'updated_at')`),
  ).toEqual([])
})

it('N07, N08: realtime tells of balances and alarms only, and both are under row level security with a primary key', async () => {
  expect(
    await list(`
    select schemaname || '.' || tablename, relrowsecurity,
      exists (select from pg_index where indrelid = c.oid and indisprimary)
    from pg_publication_tables p join pg_class c on c.oid = format('%I.%I', schemaname, tablename)::regclass
    where pubname = 'supabase_realtime' order by 1`),
  ).toEqual(['public.user_alarm true true', 'public.user_usage true true'])
})

it('design: migrations ran as a role that is no superuser', async () => {
  expect(
    await list(`
    select distinct pg_get_userbyid(relowner), rolsuper from pg_class join pg_roles r on r.oid = relowner
    where relnamespace = 'public'::regnamespace`),
  ).toEqual(['postgres false'])
})
