-- Keyword research: members' searches, and figures cached for a day because the provider limits calls
-- (docs/decisions/022).

create table public.keyword_search (
  id bigint generated always as identity primary key,
  user_id uuid not null references public."user" (id) on delete cascade,
  kind text not null default 'data',
  keyword text not null,
  key text not null,
  status text not null default 'running',
  is_sample boolean not null,
  token bigint not null default 0,
  error_code text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  constraint keyword_search_keyword_length check (char_length(keyword) between 2 and 100),
  constraint keyword_search_kind_known check (kind in ('data', 'brief')),
  constraint keyword_search_status_known check (status in ('running', 'done', 'failed')),
  constraint keyword_search_key_length check (char_length(key) <= 100)
);
comment on table public.keyword_search is 'An analysis or a brief that a member paid for: open again for nothing until 24 hours after done_at.';
comment on column public.keyword_search.key is 'The keyword as keywords are compared: without spaces, in capitals.';
create index keyword_search_list on public.keyword_search (user_id, id desc);
create index keyword_search_open on public.keyword_search (user_id, key, kind, done_at desc) where status = 'done';
create index keyword_search_running on public.keyword_search (id) where status = 'running';
create index keyword_search_day on public.keyword_search using brin (created_at);
alter table public.keyword_search enable row level security;
grant select, delete on public.keyword_search to authenticated;
create policy "blocked members see no searches" on public.keyword_search as restrictive
  for all to authenticated using ((select private.may_use_service()));
create policy "members read their own searches" on public.keyword_search
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members forget their own searches" on public.keyword_search
  for delete to authenticated using (user_id = (select auth.uid()) and status <> 'running');

create table private.keyword_report (
  kind text not null,
  key text not null,
  is_sample boolean not null,
  data jsonb not null,
  read_at timestamptz not null default now(),
  primary key (kind, key, is_sample),
  constraint keyword_report_kind_known check (kind in ('data', 'brief', 'trend'))
);
comment on table private.keyword_report is
  'What was found: figures of a keyword, its brief, or the trend of several (keys joined by commas). Older than a day it is read again, older than two days deleted.';
create index keyword_report_age on private.keyword_report (read_at);
alter table private.keyword_report enable row level security;

-- An account deletion removes its searches (private.delete_account leaves the row without a name).
create function private.forget_keyword_searches() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.keyword_search s where s.user_id = new.id;
  return new;
end;
$$;
create trigger user_forget_keyword_searches after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_keyword_searches();
