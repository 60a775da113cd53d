-- Changes for databases whose WAL cannot be read. Triggers record them in a table, and NOTIFY only wakes the readers,
-- so rows may have any size. Every writing transaction pays for it, and NOTIFY serializes commits: the WAL is better.
-- Runs as supabase_realtime_admin, every start.

create table if not exists realtime.change_outbox (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  relation oid not null,
  type text not null,
  record jsonb,
  old jsonb,
  noted_at timestamptz not null default clock_timestamp()
);
create index if not exists change_outbox_xid on realtime.change_outbox (xid);
create index if not exists change_outbox_noted_at on realtime.change_outbox (noted_at);
alter table realtime.change_outbox enable row level security;
revoke all on realtime.change_outbox from anon, authenticated, service_role;

-- Column values in the WAL's format. Of the old row it has only the key, and only when the key has changed or the row
-- is deleted, unless the replica identity is full.
create or replace function realtime.note_change() returns trigger
language plpgsql security definer
set search_path = '' set timezone = 'UTC' set datestyle = 'ISO' set intervalstyle = 'postgres'
set extra_float_digits = 1 set bytea_output = 'hex' as $$
declare
  all_sql text;
  key_sql text;
  is_full boolean;
  record jsonb;
  old_row jsonb;
begin
  select format('select jsonb_build_object(%s)', string_agg(format('%L, ($1).%I::text', a.attname, a.attname), ', ')),
    coalesce(format('select jsonb_build_object(%s)', string_agg(format('%L, ($1).%I::text', a.attname, a.attname), ', ')
      filter (where a.attnum = any (i.indkey))), 'select null::jsonb')
  into all_sql, key_sql
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_index i on i.indrelid = a.attrelid and i.indisprimary
  where a.attrelid = tg_relid and a.attnum > 0 and not a.attisdropped;
  select c.relreplident = 'f' into is_full from pg_catalog.pg_class c where c.oid = tg_relid;
  if tg_op <> 'DELETE' then execute all_sql into record using new; end if;
  if tg_op <> 'INSERT' then
    execute case when is_full then all_sql else key_sql end into old_row using old;
    if tg_op = 'UPDATE' and not is_full and record @> old_row then old_row := null; end if;
  end if;
  insert into realtime.change_outbox (relation, type, record, old) values (tg_relid, tg_op, record, old_row);
  notify local_backend_changes;
  return null;
end;
$$;

-- Changes that became visible since a reader's last read: transactions from `since` on, of which some were read
-- already. `horizon` is the start of the next read: all transactions before it have ended.
create or replace function realtime.read_outbox(since xid8) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'horizon', pg_snapshot_xmin(pg_current_snapshot())::text,
    'changes', coalesce(jsonb_agg(jsonb_build_object(
      'id', o.id, 'xid', o.xid::text, 'type', o.type, 'record', o.record, 'old', o.old,
      'committedAt', floor(extract(epoch from o.noted_at) * 1000),
      'relation', jsonb_build_object('oid', o.relation::int8, 'schema', n.nspname, 'table', c.relname, 'columns', (
        select jsonb_agg(jsonb_build_object('name', a.attname, 'typeOid', a.atttypid::int8, 'isKey', coalesce(a.attnum = any (i.indkey), false))
          order by a.attnum)
        from pg_catalog.pg_attribute a
        left join pg_catalog.pg_index i on i.indrelid = a.attrelid and i.indisprimary
        where a.attrelid = o.relation and a.attnum > 0 and not a.attisdropped))) order by o.id), '[]'))
  from (select * from realtime.change_outbox o where o.xid >= since order by o.id) o
  join pg_catalog.pg_class c on c.oid = o.relation
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
$$;

create or replace function realtime.prune_outbox() returns void
language sql security definer set search_path = '' as $$
  delete from realtime.change_outbox where noted_at < now() - interval '1 minute'
$$;

revoke execute on function realtime.note_change(), realtime.read_outbox(xid8), realtime.prune_outbox() from public;
