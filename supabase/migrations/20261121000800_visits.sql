-- Page views and actions, for statistics only.

create table public.statistic_log (
  id bigint generated always as identity primary key,
  type text not null,
  type_detail text not null,
  url text not null,
  uuid uuid,
  created_at timestamptz not null default now(),
  constraint statistic_log_type_known check (type in ('VIEW', 'ACTION')),
  constraint statistic_log_detail_length check (char_length(type_detail) between 1 and 100),
  constraint statistic_log_url_length check (char_length(url) <= 2000)
);
comment on table public.statistic_log is 'uuid is null for a visitor.';
create index statistic_log_by_day on public.statistic_log (created_at);

revoke all on public.statistic_log from anon, authenticated;
grant insert (type, type_detail, url, uuid) on public.statistic_log to anon, authenticated;
alter table public.statistic_log enable row level security;
create policy "visitors are counted without a name" on public.statistic_log
  for insert to anon with check (uuid is null);
create policy "members are counted as themselves or without a name" on public.statistic_log
  for insert to authenticated with check (uuid is null or uuid = (select auth.uid()));
