-- Page views and actions. Rows are limited per caller and stored for ninety days, their daily totals for good.

create table public.statistic_log (
  id bigint generated always as identity primary key,
  type text not null,
  type_detail text not null,
  url text not null,
  uuid uuid,
  created_at timestamptz not null default now(),
  constraint statistic_log_type_known check (type in ('VIEW', 'ACTION')),
  constraint statistic_log_detail_length check (char_length(type_detail) between 1 and 100),
  constraint statistic_log_url_length check (char_length(url) <= 2000),
  constraint statistic_log_detail_form check (
    case type when 'VIEW' then type_detail in ('VIEW_PAGE', 'VIEW_UNIQUE') else type_detail ~ '^[A-Z][A-Z_]*$' end),
  constraint statistic_log_url_is_path check (url like '/%'),
  -- Our longest URL is far shorter; existing longer rows stay.
  constraint statistic_log_url_short check (char_length(url) <= 300)
);
comment on table public.statistic_log is 'uuid is null for a visitor.';
create index statistic_log_by_day on public.statistic_log (created_at);
-- A deletion uses it to find the rows to anonymise.
create index statistic_log_member on public.statistic_log (uuid) where uuid is not null;
alter table public.statistic_log enable row level security;
grant insert (type, type_detail, url, uuid) on public.statistic_log to anon, authenticated;
create policy "visitors are counted without a name" on public.statistic_log
  for insert to anon with check (uuid is null);
create policy "members are counted as themselves or without a name" on public.statistic_log
  for insert to authenticated with check (uuid is null or uuid = (select auth.uid()));

create unlogged table private.visit_count (
  caller text not null,
  minute timestamptz not null,
  count integer not null default 1,
  primary key (caller, minute)
);
comment on table private.visit_count is 'Rows of statistics and views of the minute that goes on: by hash of a member or of a visitor''s address, and all together.';
create index visit_count_minute on private.visit_count (minute);
alter table private.visit_count enable row level security;

-- Counts one row of this minute. False above the limit.
create function private.count_visit(caller text, most integer) returns boolean
language plpgsql set search_path = '' as $$
declare
  this_minute constant timestamptz := date_trunc('minute', clock_timestamp());
  counted integer;
begin
  if random() < 0.01 then
    delete from private.visit_count c where c.ctid in (
      select o.ctid from private.visit_count o where o.minute < this_minute limit 1000 for update skip locked);
  end if;
  insert into private.visit_count as c (caller, minute) values (count_visit.caller, this_minute)
  on conflict on constraint visit_count_pkey do update set count = c.count + 1 returning c.count into counted;
  return counted <= most;
end;
$$;

-- Sixty rows a minute from one address, a hundred and twenty from one member, six thousand from all. The caller's limit
-- comes first, so that a caller above it does not use up the others' share.
create function private.limit_statistics() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := (select auth.uid());
begin
  if not private.count_visit(case when member is null then 'visitor:' else 'member:' end || private.visitor_hash('visit:' || coalesce(member::text, '')),
      case when member is null then 60 else 120 end)
    or not private.count_visit('all', 6000) then perform private.raise_app_error('too_many_requests'); end if;
  return new;
end;
$$;
create trigger statistic_log_limit before insert on public.statistic_log
  for each row when (current_user in ('anon', 'authenticated')) execute function private.limit_statistics();

create table private.statistic_day (
  day date not null,
  type_detail text not null,
  count bigint not null,
  primary key (day, type_detail)
);
comment on table private.statistic_day is 'Totals of statistic_log for each day of Korea, kept for good; of today what the last full hour knew. Names nobody.';
alter table private.statistic_day enable row level security;

-- Recounts the newest day that has totals, and counts all days after it. A second call is harmless.
create function private.sum_up_statistics() returns void
language plpgsql set search_path = '' as $$
declare
  first_open constant date := coalesce((select max(s.day) from private.statistic_day s), '-infinity');
begin
  insert into private.statistic_day as s (day, type_detail, count)
  select (l.created_at at time zone 'Asia/Seoul')::date, l.type_detail, count(*) from public.statistic_log l
    where first_open = '-infinity' or l.created_at >= first_open::timestamp at time zone 'Asia/Seoul'
    group by 1, 2
  -- A deleted old row does not reduce the count of its day.
  on conflict (day, type_detail) do update set count = greatest(s.count, excluded.count);
end;
$$;

-- Each of the last `days` days with its totals, the newest first; today's are those of the last full hour.
create function public.operator_list_visits(days integer default 30) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Asia/Seoul')::date;
  first_day constant date := today - least(greatest(coalesce(days, 30), 1), 366) + 1;
begin
  perform private.require_operator();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'totals', d.totals) order by d.day desc), '[]') from (
      select s.day, jsonb_object_agg(s.type_detail, s.count) as totals from private.statistic_day s where s.day >= first_day group by s.day
    ) d
  );
end;
$$;
comment on function public.operator_list_visits(integer) is 'Counts of visits and of what was done, by day of Korea.';
grant execute on function public.operator_list_visits(integer) to authenticated;
