-- Visitors are told apart by a keyed hash of their address: without a key four billion addresses are tried in minutes. And what one caller asks
-- for does not wait for what the same caller is being answered.

create table private.visitor_secret (
  is_only boolean primary key default true,
  secret bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  constraint visitor_secret_one check (is_only)
);
comment on table private.visitor_secret is 'The key of the hashes of visitors'' addresses. One row, made here; a new one only lets visitors count twice on that day.';
insert into private.visitor_secret default values;
alter table private.visitor_secret enable row level security;

-- The caller's address for a purpose and a day, as a hash that leads nowhere. The last entry of the header is the one that our own side wrote.
create function private.visitor_hash(purpose text) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(s.secret || convert_to(purpose || ':' || current_date || ':' || coalesce(btrim(a.list[cardinality(a.list)]), ''), 'UTF8')), 'hex')
  from private.visitor_secret s, (
    select string_to_array(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for', ',') as list
  ) a
$$;

create or replace function private.visitor_key(prompt_id bigint) returns text
language sql stable set search_path = '' as $$ select 'visitor:' || private.visitor_hash(prompt_id::text) $$;

-- As before (invites).
create or replace function public.find_inviter(code text) returns table (nickname text, photo text)
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.count_use('inviter:' || coalesce((select auth.uid())::text, private.visitor_hash('inviter')), 60, 60) then
    -- PostgREST's own way to choose the whole answer (https://docs.postgrest.org/en/stable/references/errors.html#raise-errors-with-http-status-codes).
    raise sqlstate 'PGRST' using message = '{"code": "P0001", "message": "too_many_requests"}',
      detail = '{"status": 429, "headers": {"Retry-After": "60"}}';
  end if;
  return query select u.nickname, u.photo from public."user" u
    where u.recommend_code = upper(btrim(find_inviter.code)) and u.is_active and not u.is_block;
end;
$$;

-- A row for each search instead of one counter for each caller: a counter stays locked until its search is over, and all visitors who come
-- by one address would search one after the other. Searches that go on at this moment are not seen, so a few more may pass.
drop table private.search_count;
create unlogged table private.search_call (
  caller text not null,
  called_at timestamptz not null default clock_timestamp()
);
comment on table private.search_call is 'Searches of prompts of the last minutes, by member or by hash of a visitor''s address.';
create index search_call_caller on private.search_call (caller, called_at);
create index search_call_time on private.search_call (called_at);
alter table private.search_call enable row level security;

-- As before (search_limit).
create or replace function private.count_search() returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := (select auth.uid());
  window_start constant timestamptz := clock_timestamp() - interval '5 minutes';
  caller_key constant text := coalesce('member:' || member, private.visitor_key(0));
begin
  if random() < 0.01 then
    delete from private.search_call c where c.ctid in (
      select o.ctid from private.search_call o where o.called_at < window_start limit 1000 for update skip locked);
  end if;
  if (select count(*) from private.search_call c where c.caller = caller_key and c.called_at > window_start)
    >= (case when member is null then 600 else 300 end) then perform private.refuse('too_many_requests'); end if;
  insert into private.search_call (caller) values (caller_key);
end;
$$;
