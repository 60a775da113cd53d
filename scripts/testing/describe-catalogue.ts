// A database's catalogue as comparable lines: two databases with the same lines have the same schema and the same
// rights.
import type pg from 'pg'

const schemas = `in ('public'::regnamespace, 'private'::regnamespace)`

/** One query for each kind of object; the first column is the beginning of the line. */
const queries: Record<string, string> = {
  schema: `
    select nspname, acl::text as privilege from pg_namespace, unnest(coalesce(nspacl, acldefault('n', nspowner))) as acl
    where oid ${schemas}`,
  'default privilege': `
    select pg_get_userbyid(defaclrole) as owner, coalesce(defaclnamespace::regnamespace::text, 'everywhere') as place, defaclobjtype as kind, acl::text as privilege
    from pg_default_acl, unnest(defaclacl) as acl where defaclnamespace = 0 or defaclnamespace ${schemas}`,
  table: `
    select oid::regclass as name, relkind as kind, relpersistence as persistence, relrowsecurity as has_row_security, relforcerowsecurity as is_forced,
      reloptions::text as options, case relkind when 'v' then pg_get_viewdef(oid) end as view
    from pg_class where relnamespace ${schemas} and relkind in ('r', 'v', 'm', 'p', 'S', 'c')`,
  column: `
    select attrelid::regclass as relation, attname as name, format_type(atttypid, atttypmod) as type, attnotnull as is_required, attidentity as identity,
      attgenerated as generated, attcollation::regcollation as collation, attstattarget as statistics, attstorage as storage, attcompression as compression,
      pg_get_expr(adbin, adrelid) as expression
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace ${schemas} and relkind in ('r', 'v', 'm', 'p', 'c', 'i') and attnum > 0 and not attisdropped`,
  constraint: `
    select conrelid::regclass as relation, conname as name, convalidated as is_valid, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace ${schemas}`,
  index: `
    select indexrelid::regclass as name, indisvalid as is_valid, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace ${schemas}`,
  function: `
    -- Comments and empty lines are left out: rewording one needs no migration.
    select oid::regprocedure as name, regexp_replace(regexp_replace(pg_get_functiondef(oid), '--[^\\n]*', '', 'g'), '\\s*\\n\\s*', chr(10), 'g') as definition
    from pg_proc where pronamespace ${schemas} and prokind = 'f'`,
  trigger: `
    select tgrelid::regclass as relation, tgname as name, tgenabled as enabled, pg_get_triggerdef(pg_trigger.oid) as definition
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and (relnamespace ${schemas} or tgfoid in (select oid from pg_proc where pronamespace ${schemas}))`,
  policy: `
    select schemaname, tablename, policyname, permissive, roles::text, cmd, qual, with_check from pg_policies
    where schemaname in ('public', 'private', 'storage')`,
  privilege: `
    select oid::regclass as relation, acl::text as privilege
    from pg_class, unnest(coalesce(relacl, acldefault(case relkind when 'S' then 's'::"char" else 'r'::"char" end, relowner))) as acl
    where relnamespace ${schemas} and relkind in ('r', 'v', 'm', 'p', 'S')`,
  'column privilege': `
    select attrelid::regclass as relation, attname as name, acl::text as privilege
    from pg_attribute join pg_class on pg_class.oid = attrelid, unnest(attacl) as acl where relnamespace ${schemas}`,
  'function privilege': `
    select oid::regprocedure as name, acl::text as privilege from pg_proc, unnest(coalesce(proacl, acldefault('f', proowner))) as acl
    where pronamespace ${schemas}`,
  comment: `
    select pg_identify_object(classoid, objoid, objsubid)::text as name, description from pg_description
    where (classoid = 'pg_class'::regclass and objoid in (select oid from pg_class where relnamespace ${schemas}))
      or (classoid = 'pg_proc'::regclass and objoid in (select oid from pg_proc where pronamespace ${schemas}))
      or (classoid = 'pg_namespace'::regclass and objoid ${schemas})
      or (classoid = 'pg_constraint'::regclass and objoid in (select oid from pg_constraint where connamespace ${schemas}))`,
  publication: `
    select pubname, schemaname, tablename, attnames::text, rowfilter from pg_publication_tables`,
  bucket: `
    select id, name, public, file_size_limit, allowed_mime_types::text from storage.buckets`,
}

/** Rows that the schema itself inserts. */
const fixedTables = [
  'public.prompt_type',
  'public.prompt_model',
  'public.prompt_category_main',
  'public.prompt_category_sub',
  'private.invite_rule',
  'private.gift_rule',
]

/**
 * Every object of schemas public and private, their objects elsewhere, and their fixed rows; one line each, sorted. The
 * order of columns is left out, because queries name them.
 */
export async function describeCatalogue(client: pg.Client): Promise<string[]> {
  await client.query(`set search_path = ''`)
  const lines: string[] = []
  for (const [kind, query] of Object.entries(queries))
    for (const row of (await client.query<Record<string, string | number | boolean | null>>(query)).rows)
      lines.push([kind, ...Object.values(row).map((value) => String(value ?? '-'))].join(' | '))
  for (const table of fixedTables)
    for (const { line } of (
      await client.query<{ line: string }>(`select row_to_json(t)::text as line from ${table} t`)
    ).rows)
      lines.push(`row | ${table} | ${line}`)
  await client.query('reset search_path')
  return lines.sort()
}
