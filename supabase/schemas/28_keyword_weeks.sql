-- Saved keywords are looked up again once a week, spread over the week, within a daily budget that members share fairly
-- (docs/decisions/022).

create table public.saved_keyword_week (
  saved_id bigint not null references public.saved_keyword (id) on delete cascade,
  week date not null,
  searches integer,
  less_than boolean not null,
  is_announced boolean not null default false,
  read_at timestamptz not null,
  primary key (saved_id, week),
  constraint saved_keyword_week_monday check (extract(isodow from week) = 1)
);
comment on table public.saved_keyword_week is
  'The monthly searches of a saved keyword, desktop and mobile together, as they were last read in a week of Korea. Null when they were too few to be counted.';
comment on column public.saved_keyword_week.week is 'Its Monday.';
create index saved_keyword_week_read on public.saved_keyword_week (read_at);
create index saved_keyword_week_open on public.saved_keyword_week (week) where not is_announced;
create index saved_keyword_key on public.saved_keyword (key, is_sample);
alter table public.saved_keyword_week enable row level security;
grant select on public.saved_keyword_week to authenticated;
create policy "blocked members see no weeks" on public.saved_keyword_week as restrictive
  for all to authenticated using ((select private.may_use_service()));
create policy "members read the weeks of their own keywords" on public.saved_keyword_week
  for select to authenticated using (exists (
    select from public.saved_keyword k where k.id = saved_id and k.user_id = (select auth.uid())));

-- The Monday of the week in Korea.
create function private.korean_week(moment timestamptz default now()) returns date
language sql stable set search_path = '' as $$
  select date_trunc('week', moment at time zone 'Asia/Seoul')::date
$$;

-- New figures of a saved keyword are those of their week. A keyword that is saved again starts again.
create function private.store_keyword_week() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  pc constant jsonb := new.last_figures -> 'pc_searches';
  mobile constant jsonb := new.last_figures -> 'mobile_searches';
begin
  if tg_op = 'UPDATE' and new.created_at is distinct from old.created_at then
    delete from public.saved_keyword_week w where w.saved_id = new.id;
  end if;
  insert into public.saved_keyword_week as w (saved_id, week, searches, less_than, read_at)
  values (new.id, private.korean_week(new.last_read_at), (pc ->> 'count')::integer + (mobile ->> 'count')::integer,
    coalesce((pc ->> 'less_than')::boolean and (mobile ->> 'less_than')::boolean, false), new.last_read_at)
  on conflict (saved_id, week) do update set
    searches = excluded.searches, less_than = excluded.less_than, read_at = excluded.read_at;
  return new;
end;
$$;
create trigger saved_keyword_store_week after insert or update of last_figures, last_read_at on public.saved_keyword
  for each row execute function private.store_keyword_week();

-- A member for whom saved keywords are looked up: one who used the site in the last 60 days.
create function private.is_watching(member uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public."user" u where u.id = member and u.is_active and not u.is_block and (
      coalesce(u.logined_at, u.created_at) > now() - interval '60 days'
      or exists (select from auth.sessions s where s.user_id = member and s.updated_at > now() - interval '60 days')))
$$;

-- The calls of this hour: what is left of today's budget, over the hours that are left. One job has at most 300, so that it
-- ends before the next begins.
create function private.hourly_share(p_name text, p_daily integer) returns integer
language sql stable set search_path = '' as $$
  select least(300, ceil((p_daily - coalesce(
    (select d.calls from private.daily_call d where d.day = private.korean_day() and d.name = p_name), 0))
    / (24 - extract(hour from now() at time zone 'Asia/Seoul'))))::integer
$$;

-- Keywords to look up now: not read this week, and their hour of the week has come. First those of members for whom
-- least was read today, one keyword of each member in turn, so that many keywords of one take nobody's share. The order
-- within a turn changes every hour, so that keywords which the source refuses hold up no others.
create function private.list_due_keywords(p_is_sample boolean, p_daily integer) returns table (key text, keyword text)
language sql stable set search_path = '' as $$
  with watching as materialized (
    select m.user_id from (select distinct k.user_id from public.saved_keyword k where k.removed_at is null) m
    where private.is_watching(m.user_id)
  ), served as (
    select k.user_id, count(*) as times from public.saved_keyword_week w join public.saved_keyword k on k.id = w.saved_id
    where w.read_at >= date_trunc('day', now(), 'Asia/Seoul') group by k.user_id
  ), due as (
    select k.user_id, k.key, k.keyword, hashtextextended(k.key, extract(epoch from date_trunc('hour', now()))::bigint) as lot
    from public.saved_keyword k join watching m on m.user_id = k.user_id
    where k.removed_at is null and k.is_sample = p_is_sample
      -- The last hours of a week are for what was late.
      and now() >= date_trunc('week', now(), 'Asia/Seoul') + make_interval(hours => mod(abs(hashtext(k.key)::bigint), 160)::integer)
      and not exists (select from public.saved_keyword_week w where w.saved_id = k.id and w.week = private.korean_week())
  ), turns as (
    select d.key, d.keyword, d.lot, coalesce(s.times, 0) + row_number() over (partition by d.user_id order by d.lot) as turn
    from due d left join served s on s.user_id = d.user_id
  )
  select t.key, min(t.keyword) from turns t group by t.key order by min(t.turn), min(t.lot)
  limit greatest(0, private.hourly_share('weekly_lookup', p_daily))
$$;

-- One look-up serves every member who saved the keyword.
create function private.store_keyword_volume(p_key text, p_is_sample boolean, p_figures jsonb) returns void
language sql set search_path = '' as $$
  update public.saved_keyword k set last_figures = k.last_figures || p_figures, last_read_at = now()
    where k.key = p_key and k.is_sample = p_is_sample and k.removed_at is null
$$;
comment on function private.store_keyword_volume(text, boolean, jsonb) is 'p_figures: pc_searches, mobile_searches and competition, as in keyword_figures().';

-- From Monday at nine in Korea: one alarm a member, with the keywords whose searches changed by more than a fifth between
-- the week before and the one before that.
create function private.announce_keyword_changes() returns void
language sql set search_path = '' as $$
  with closing as (
    update public.saved_keyword_week w set is_announced = true
    where w.week < private.korean_week() and not w.is_announced
      and now() >= date_trunc('week', now(), 'Asia/Seoul') + interval '9 hours'
    returning w.saved_id, w.week, w.searches
  ), changed as (
    select k.user_id, k.keyword, abs(c.searches - b.searches) / greatest(1, b.searches)::numeric as part
    from closing c
    join public.saved_keyword k on k.id = c.saved_id and k.removed_at is null
    join public."user" u on u.id = k.user_id and u.is_active and not u.is_block
    cross join lateral (
      select p.searches from public.saved_keyword_week p
      where p.saved_id = c.saved_id and p.week < c.week order by p.week desc limit 1) b
    where c.week = private.korean_week() - 7 and abs(c.searches - b.searches) > 0.2 * b.searches
  )
  insert into public.user_alarm (user_id, kind, source_id, data)
  select c.user_id, 'keyword_changed', (private.korean_week() - 7)::text,
    jsonb_build_object('count', count(*), 'title', (array_agg(c.keyword order by c.part desc, c.keyword))[1])
  from changed c group by c.user_id
  on conflict do nothing
$$;
