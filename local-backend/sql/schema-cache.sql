-- One row of JSON with the facts about schema public that PostgREST's grammar needs. Runs with an empty search_path, so
-- that names of types are qualified.
select json_build_object(
  'settings', (
    select coalesce(json_agg(setting), '[]') from pg_db_role_setting s, unnest(s.setconfig) as setting
    where s.setrole = (select oid from pg_roles where rolname = session_user)
      and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))),
  'relations', (
    select coalesce(json_agg(json_build_object(
      'oid', c.oid::text, 'schema', n.nspname, 'name', c.relname, 'kind', c.relkind,
      'columns', (
        select coalesce(json_agg(json_build_object(
          'number', a.attnum, 'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
          'identity', a.attidentity) order by a.attnum), '[]')
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
      'uniques', (
        select coalesce(json_agg(json_build_object('isPrimary', k.contype = 'p', 'columns', k.conkey)), '[]')
        from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u')),
      'rule', (
        select r.ev_action::text from pg_rewrite r
        where r.ev_class = c.oid and r.rulename = '_RETURN' and c.relkind in ('v', 'm') and n.nspname = 'public')
    )), '[]')
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f')
      and (n.nspname = 'public' or exists (select from pg_constraint k where k.contype = 'f' and c.oid in (k.conrelid, k.confrelid)))),
  'foreignKeys', (
    select coalesce(json_agg(json_build_object(
      'name', k.conname, 'from', k.conrelid::text, 'fromColumns', k.conkey,
      'to', k.confrelid::text, 'toColumns', k.confkey)), '[]')
    from pg_constraint k where k.contype = 'f' and k.conparentid = 0),
  'functions', (
    select coalesce(json_agg(json_build_object(
      'name', p.proname, 'argumentTypes', (
        select coalesce(json_agg(format_type(t.type, null) order by t.place), '[]')
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as t (type, place)),
      'argumentNames', coalesce(to_json(p.proargnames), '[]'), 'argumentModes', coalesce(to_json(p.proargmodes::text[]), '[]'),
      'defaultCount', p.pronargdefaults, 'isVolatile', p.provolatile = 'v', 'returnsSet', p.proretset,
      'returnType', format_type(p.prorettype, null), 'returnKind', rt.typtype, 'returnRelation', rt.typrelid::text,
      'expectedRows', p.prorows,
      'firstArgumentRelation', (select t.typrelid::text from pg_type t where p.pronargs = 1 and t.oid = p.proargtypes[0] and t.typrelid <> 0)
    )), '[]')
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type rt on rt.oid = p.prorettype
    where n.nspname = 'public' and p.prokind = 'f' and rt.typname not in ('trigger', 'event_trigger'))
) as facts
