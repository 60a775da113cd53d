-- Schema realtime: the base of policies of private channels, compatible with hosted Supabase, and the functions by
-- which realtime asks Postgres who may see a change. Runs as supabase_realtime_admin, every start.

create table if not exists realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  inserted_at timestamp not null default (now() at time zone 'utc'),
  updated_at timestamp not null default (now() at time zone 'utc'),
  primary key (id, inserted_at)
);
alter table realtime.messages enable row level security;
revoke all on realtime.messages from anon, authenticated, service_role;
grant select, insert on realtime.messages to anon, authenticated, service_role;

create or replace function realtime.topic() returns text
language sql stable set search_path = '' as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- Whether a text matches a POSIX pattern. Null when Postgres rejects the pattern as too complex for this text, so that
-- one subscriber's pattern fails no other subscriber's change.
create or replace function realtime.matches(value text, pattern text, ignores_case boolean) returns boolean
language plpgsql stable strict set search_path = '' as $$
begin
  return case when ignores_case then value ~* pattern else value ~ pattern end;
exception when invalid_regular_expression then
  return null;
end;
$$;

-- The condition of one filter, e.g. {"column": "id", "operator": "eq", "value": "7", "isNegated": false}. The operators
-- are a closed list and everything else is quoted, so it is safe to execute.
create or replace function realtime.filter_condition(filter jsonb) returns text
language sql immutable set search_path = '' as $$
  select case when (filter ->> 'isNegated')::boolean then format('not (%s)', condition) else format('(%s)', condition) end
  from (select case filter ->> 'operator'
    when 'eq' then format('%I = %L', filter ->> 'column', filter ->> 'value')
    when 'neq' then format('%I <> %L', filter ->> 'column', filter ->> 'value')
    when 'lt' then format('%I < %L', filter ->> 'column', filter ->> 'value')
    when 'lte' then format('%I <= %L', filter ->> 'column', filter ->> 'value')
    when 'gt' then format('%I > %L', filter ->> 'column', filter ->> 'value')
    when 'gte' then format('%I >= %L', filter ->> 'column', filter ->> 'value')
    when 'like' then format('%I like %L', filter ->> 'column', filter ->> 'value')
    when 'ilike' then format('%I ilike %L', filter ->> 'column', filter ->> 'value')
    when 'match' then format('realtime.matches(%I, %L, false)', filter ->> 'column', filter ->> 'value')
    when 'imatch' then format('realtime.matches(%I, %L, true)', filter ->> 'column', filter ->> 'value')
    when 'isdistinct' then format('%I is distinct from %L', filter ->> 'column', filter ->> 'value')
    when 'is' then case lower(filter ->> 'value')
      when 'null' then format('%I is null', filter ->> 'column')
      when 'true' then format('%I is true', filter ->> 'column')
      when 'false' then format('%I is false', filter ->> 'column')
      when 'unknown' then format('%I is unknown', filter ->> 'column') end
    when 'in' then (select format('%I in (%s)', filter ->> 'column', string_agg(format('%L', item), ', '))
      from jsonb_array_elements_text(filter -> 'value') item)
  end as condition) found
$$;

-- Refuses filters that are invalid for a role: unknown columns, columns without a grant, values of another type.
-- Returns {"equal", "since"}. `equal` has for each filter its value in the WAL's format, or null. A value exists when
-- the operator is eq and equal values of the type have one text form. `since` is the current snapshot. Null when the
-- role can read nothing of the table or it is not published.
create or replace function realtime.check_subscription(
  role_name text, schema_name text, table_name text, filters jsonb, selected jsonb
) returns jsonb language plpgsql set search_path = '' as $$
declare
  relation oid;
  table_sql text;
  readable text[];
  conditions text[] := array(select realtime.filter_condition(value) from jsonb_array_elements(filters));
  condition text;
  column_name text;
  filter jsonb;
  type_sql text;
  is_plain boolean;
  canonical text;
  equal jsonb := '[]';
begin
  select c.oid, format('%I.%I', n.nspname, c.relname) into relation, table_sql
  from pg_catalog.pg_publication_tables p
  join pg_catalog.pg_namespace n on n.nspname = p.schemaname
  join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
  where p.pubname = 'supabase_realtime' and p.schemaname = schema_name and p.tablename = table_name;
  if relation is null then return null; end if;

  perform set_config('role', role_name, true);
  if not has_schema_privilege(schema_name, 'usage') then return null; end if;
  readable := array(
    select attname::text from pg_catalog.pg_attribute
    where attrelid = relation and attnum > 0 and not attisdropped and has_column_privilege(relation, attnum, 'select'));
  if readable = '{}' then return null; end if;

  for column_name in
    select value ->> 'column' from jsonb_array_elements(filters) union all select jsonb_array_elements_text(selected)
  loop
    if not coalesce(column_name = any (readable), false) then
      raise exception using errcode = '22023', message = format('invalid column for filter %s', column_name);
    end if;
  end loop;
  foreach condition in array conditions loop
    if condition is null then
      raise exception using errcode = '22023', message = 'invalid operator or value for filter';
    end if;
    execute format('select %s from jsonb_populate_record(null::%s, ''{}'')', condition, table_sql);
  end loop;
  for filter in select value from jsonb_array_elements(filters) loop
    if filter ->> 'operator' in ('match', 'imatch') then
      perform '' ~ (filter ->> 'value');
    end if;
    -- Postgres reports the error only for a row that matches up to this point.
    if filter ->> 'operator' in ('like', 'ilike') and filter ->> 'value' ~ '(^|[^\\])(\\\\)*\\$' then
      raise exception using errcode = '22025', message = 'LIKE pattern must not end with escape character';
    end if;
    select format_type(a.atttypid, null),
      a.atttypid = any ('{uuid,int2,int4,int8,bool,date}'::regtype[]) or t.typtype = 'e'
        or (a.atttypid = any ('{text,varchar}'::regtype[]) and coalesce(o.collisdeterministic, true))
    into type_sql, is_plain
    from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
    left join pg_catalog.pg_collation o on o.oid = a.attcollation
    where a.attrelid = relation and a.attname = filter ->> 'column';
    canonical := null;
    if filter ->> 'operator' = 'eq' and is_plain and not (filter ->> 'isNegated')::boolean then
      execute format('select (%L::%s)::text', filter ->> 'value', type_sql) into canonical;
    end if;
    equal := equal || jsonb_build_array(canonical);
  end loop;
  return jsonb_build_object('equal', equal, 'since', pg_current_snapshot()::text);
end;
$$;

-- The viewers of one change, and the parts that they may see. The row is read as each viewer, so policies decide as for
-- a query. `viewers`: [{"role", "claims"}]; `change`: {"relation", "xid", "type", "record", "old", "missing",
-- "filters", "viewers", "isTooLarge"}, values in the WAL's format, "viewers" as positions. Returns {"roles": {role:
-- {"columns", "record", "old_record", "filters"}}, "seen": [per viewer null, or the current values of the missing
-- columns]}.
create or replace function realtime.check_change(viewers jsonb, change jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  relation oid := (change ->> 'relation')::oid;
  is_delete boolean := change ->> 'type' = 'DELETE';
  old_image jsonb := nullif(change -> 'old', 'null');
  image jsonb := case when is_delete then old_image else change -> 'record' end;
  missing text[] := array(select jsonb_array_elements_text(change -> 'missing'));
  filters text[] := array(select realtime.filter_condition(value) from jsonb_array_elements(change -> 'filters'));
  schema_oid oid;
  table_sql text;
  keys text[];
  -- Columns of this table that its policies read.
  policy_columns text[];
  role_name text;
  readable text[];
  has_policies boolean;
  is_readable_key boolean;
  row_now jsonb;
  row_before jsonb;
  filter_source text;
  condition text;
  filter_result boolean;
  filter_results boolean[];
  viewer record;
  fill jsonb;
  roles jsonb := '{}';
  seen jsonb[] := array_fill(null::jsonb, array[jsonb_array_length(change -> 'viewers')]);
begin
  select format('%I.%I', n.nspname, c.relname), n.oid into table_sql, schema_oid
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.oid = relation;
  if table_sql is null then return jsonb_build_object('roles', roles, 'seen', to_jsonb(seen)); end if;
  keys := array(
    select a.attname::text from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = relation and i.indisprimary);
  policy_columns := array(
    select distinct a.attname::text from pg_catalog.pg_policy p
    join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_policy'::regclass and d.objid = p.oid
      and d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid = relation
    join pg_catalog.pg_attribute a on a.attrelid = relation and a.attnum = d.refobjsubid
    where p.polrelid = relation and p.polcmd in ('r', '*') and d.refobjsubid > 0);
  if old_image is null and not is_delete then
    old_image := (select jsonb_object_agg(key, value) from jsonb_each(image) where key = any (keys));
  end if;

  for role_name in
    select distinct viewers -> position::int ->> 'role' from jsonb_array_elements_text(change -> 'viewers') position
  loop
    perform set_config('role', role_name, true);
    continue when not has_schema_privilege(schema_oid, 'usage');
    readable := array(
      select attname::text from pg_catalog.pg_attribute
      where attrelid = relation and attnum > 0 and not attisdropped and has_column_privilege(relation, attnum, 'select')
      order by attnum);
    continue when readable = '{}';
    has_policies := row_security_active(relation);
    is_readable_key := keys <> '{}' and keys <@ readable;
    -- A deleted row cannot be read any more, so only viewers without a policy on the table see its deletion.
    continue when has_policies and (is_delete or not is_readable_key);

    execute format('select to_jsonb(r) from jsonb_populate_record(null::%s, $1) r', table_sql)
    into row_now using image;
    filter_source := format('from jsonb_populate_record(null::%s, $1) r', table_sql);
    begin
      -- An array has no limit of elements; the arguments of a function have.
      execute format('select array[%s]::boolean[] %s', array_to_string(filters, ', '), filter_source)
      into filter_results using image;
    exception when others then
      -- A filter that cannot be compared with this row is null and does not affect others.
      filter_results := '{}';
      foreach condition in array filters loop
        begin
          execute format('select %s %s', condition, filter_source) into filter_result using image;
        exception when others then
          filter_result := null;
        end;
        filter_results := array_append(filter_results, filter_result);
      end loop;
    end;
    execute format('select to_jsonb(r) from jsonb_populate_record(null::%s, $1) r', table_sql)
    into row_before using old_image;
    roles := roles || jsonb_build_object(role_name, jsonb_build_object(
      'columns', (
        select jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname) order by a.attnum)
        from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
        where a.attrelid = relation and a.attname = any (readable)),
      'record', case when is_delete then null else coalesce((
        select jsonb_object_agg(key, value) from jsonb_each(row_now)
        where key = any (readable) and image ? key
          and not ((change ->> 'isTooLarge')::boolean and octet_length(value::text) > 64)), '{}') end,
      'old_record', coalesce((
        select jsonb_object_agg(key, value) from jsonb_each(row_before)
        where key = any (readable) and old_image ? key and (not has_policies or key = any (keys))
          and not ((change ->> 'isTooLarge')::boolean and octet_length(value::text) > 64)), '{}'),
      'filters', to_jsonb(filter_results)));

    if has_policies or (missing && readable and is_readable_key) then
      if exists (select from pg_catalog.pg_prepared_statements where name = 'realtime_row') then
        deallocate realtime_row;
      end if;
      -- Without the policy columns, a viewer who may see the row today would also see its content under another owner.
      execute format('prepare realtime_row as select jsonb_build_object(%s) from %s t where %s',
        (select string_agg(format('%L, t.%I', name, name), ', ') from unnest(missing) name where name = any (readable)),
        table_sql,
        (select string_agg(format('t.%I = %L', name, image ->> name), ' and ') from unnest(keys) name)
          || coalesce((
            select string_agg(format(' and (t.%I)::text is not distinct from %L', name, image ->> name), '')
            from unnest(policy_columns) name
            where has_policies and name = any (readable) and image ? name and not name = any (keys)), ''));
    end if;
    for viewer in
      select ordinality::int as at, viewers -> position::int ->> 'claims' as claims
      from jsonb_array_elements_text(change -> 'viewers') with ordinality as listed (position, ordinality)
      where viewers -> position::int ->> 'role' = role_name
    loop
      if has_policies or (missing && readable and is_readable_key) then
        perform set_config('request.jwt.claims', viewer.claims, true);
        begin
          execute 'execute realtime_row' into fill;
        exception when others then
          -- A failing policy gives no access; the other viewers are still checked.
          fill := null;
        end;
        seen[viewer.at] := case when has_policies then fill else coalesce(fill, '{}') end;
      else
        seen[viewer.at] := '{}';
      end if;
    end loop;
  end loop;
  perform set_config('role', 'none', true);
  return jsonb_build_object('roles', roles, 'seen', to_jsonb(seen));
end;
$$;

-- The WAL contains a commit a moment before any query sees it: a check in between would treat a new row as invisible.
create or replace function realtime.wait_until_seen(xid bigint) returns void
language plpgsql set search_path = '' as $$
declare
  snapshot pg_snapshot;
  head bigint;
  whole xid8;
begin
  loop
    snapshot := pg_current_snapshot();
    head := pg_snapshot_xmax(snapshot)::text::bigint;
    -- The WAL has the lower 32 bits; the nearest full number with these bits is meant.
    whole := (head - (((head - xid + 2147483648) & 4294967295) - 2147483648))::text::xid8;
    exit when pg_visible_in_snapshot(whole, snapshot);
    perform pg_sleep(0.001);
  end loop;
end;
$$;

-- Every change of a batch, in order; {"failure": SQLSTATE} for one that cannot be checked, e.g. because its table has
-- changed since.
create or replace function realtime.check_changes(viewers jsonb, changes jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  change jsonb;
  answer jsonb;
  answers jsonb[] := '{}';
begin
  for change in select value from jsonb_array_elements(changes) with ordinality order by ordinality loop
    begin
      perform realtime.wait_until_seen((change ->> 'xid')::bigint);
      answer := realtime.check_change(viewers, change);
    exception when others then
      answer := jsonb_build_object('failure', sqlstate);
    end;
    answers := answers || answer;
  end loop;
  return to_jsonb(answers);
end;
$$;

-- The rights of a caller in a topic by the policies on realtime.messages: {"broadcast": {"read", "write"}, "presence":
-- {"read", "write"}}. The row of the check is never stored. Call it in a transaction that is rolled back.
create or replace function realtime.check_topic(role_name text, claims text, topic_name text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  kind text;
  message_id uuid;
  may_read boolean;
  may_write boolean;
  answer jsonb := '{}';
begin
  -- A check by writing rows leaves dead rows, and every caller may cause one.
  if row_security_active('realtime.messages') and not exists (
    select from pg_catalog.pg_policy where polrelid = 'realtime.messages'::regclass)
    and not exists (select from pg_catalog.pg_roles where rolname = role_name and rolbypassrls)
  then
    return '{"broadcast": {"read": false, "write": false}, "presence": {"read": false, "write": false}}';
  end if;
  perform set_config('realtime.topic', topic_name, true);
  foreach kind in array '{broadcast,presence}'::text[] loop
    message_id := gen_random_uuid();
    perform set_config('role', 'service_role', true);
    insert into realtime.messages (id, topic, extension, private) values (message_id, topic_name, kind, true);
    perform set_config('role', role_name, true), set_config('request.jwt.claims', claims, true);
    begin
      may_read := exists (select from realtime.messages where id = message_id);
    exception when others then
      may_read := false;
    end;
    begin
      insert into realtime.messages (topic, extension, private) values (topic_name, kind, true);
      may_write := true;
    exception when others then
      may_write := false;
    end;
    answer := answer || jsonb_build_object(kind, jsonb_build_object('read', may_read, 'write', may_write));
  end loop;
  perform set_config('role', 'none', true);
  return answer;
end;
$$;

revoke execute on all functions in schema realtime from public;
grant execute on function realtime.topic(), realtime.matches(text, text, boolean) to anon, authenticated, service_role;
