-- What a member and the whole site start and spend in a day, for all processes together: nobody runs up a bill that nobody meant to pay.

create table private.daily_use (
  day date not null,
  key text not null,
  runs integer not null default 0,
  tokens bigint not null default 0,
  primary key (day, key),
  constraint daily_use_not_negative check (runs >= 0 and tokens >= 0)
);
comment on table private.daily_use is
  'Runs begun and tokens charged on a day of Korea: one row per member (member:id) and sixteen for the site (site:n), so that members do not wait for each other.';
alter table private.daily_use enable row level security;

-- Always the same part of the site for a member: a transaction never takes two.
create function private.site_share(spender uuid) returns text
language sql immutable set search_path = '' as $$
  select 'site:' || (pg_catalog.hashtext(spender::text) & 15);
$$;

create function private.korean_day() returns date
language sql stable set search_path = '' as $$
  select (now() at time zone 'Asia/Seoul')::date;
$$;

-- Counts the beginning of a run that may cost `ceiling` tokens, in the transaction that begins it. Says whose limit is passed, 'member' or 'site',
-- or null; then the transaction goes back. A run that fails costs the member nothing and counts all the same: it costs the site.
create function private.count_run_of_day(
  spender uuid, ceiling bigint, member_runs integer, member_tokens bigint, site_runs bigint, site_tokens bigint
) returns text
language plpgsql set search_path = '' as $$
declare
  today date := private.korean_day();
  mine private.daily_use;
  site record;
begin
  if random() < 0.01 then
    delete from private.daily_use d where d.ctid in (
      select o.ctid from private.daily_use o where o.day < today - 7 limit 1000 for update skip locked);
  end if;
  insert into private.daily_use as d (day, key, runs) values (today, 'member:' || spender, 1)
  on conflict (day, key) do update set runs = d.runs + 1 returning d.* into mine;
  if mine.runs > member_runs or mine.tokens + ceiling > member_tokens then return 'member'; end if;
  insert into private.daily_use as d (day, key, runs) values (today, private.site_share(spender), 1)
  on conflict (day, key) do update set runs = d.runs + 1;
  select sum(d.runs) as runs, sum(d.tokens) as tokens into site from private.daily_use d
    where d.day = today and d.key >= 'site:' and d.key < 'site;';
  if site.runs > site_runs or site.tokens + ceiling > site_tokens then return 'site'; end if;
  return null;
end;
$$;

-- What was charged is what history says.
create function private.count_tokens_of_day() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.daily_use as d (day, key, tokens)
  values (private.korean_day(), 'member:' || new.spender_id, -new.amount), (private.korean_day(), private.site_share(new.spender_id), -new.amount)
  on conflict (day, key) do update set tokens = d.tokens + excluded.tokens;
  return new;
end;
$$;
create trigger token_history_count_day after insert on public.token_history
  for each row when (new.kind = 'use' and new.amount < 0) execute function private.count_tokens_of_day();
