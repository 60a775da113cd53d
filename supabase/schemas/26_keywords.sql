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

create table public.saved_keyword (
  id bigint generated always as identity primary key,
  user_id uuid not null references public."user" (id) on delete cascade,
  keyword text not null,
  key text not null,
  is_sample boolean not null,
  note text not null default '',
  first_figures jsonb not null,
  first_read_at timestamptz not null,
  last_figures jsonb not null,
  last_read_at timestamptz not null,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  -- Its blog's place among the first hundred posts, as it was last read (29_keyword_ranks.sql).
  blog text not null default '',
  rank_position smallint,
  rank_checked_at timestamptz,
  -- The name of the member's list that it is in, or empty.
  list text not null default '',
  constraint saved_keyword_once unique (user_id, key, is_sample),
  constraint saved_keyword_lengths check (char_length(keyword) between 2 and 100 and char_length(key) <= 100 and char_length(note) <= 500),
  constraint saved_keyword_blog_form check (blog = '' or (char_length(blog) <= 200 and blog ~ '^[a-z0-9-]+([.][a-z0-9-]+)+(/[^[:space:]?#]*)?$')),
  constraint saved_keyword_list_name check (char_length(list) <= 30 and list !~ '(^[[:space:]]|[[:space:]]$|[[:cntrl:]])'),
  constraint saved_keyword_figures_size check (pg_column_size(first_figures) <= 2000 and pg_column_size(last_figures) <= 2000)
);
comment on table public.saved_keyword is
  'Keywords that a member saved from an analysis, at most 200: the figures of that day, and those of the member''s last analysis. A removed one can be restored for a day.';
create index saved_keyword_list on public.saved_keyword (user_id, id desc) where removed_at is null;
create index saved_keyword_removed on public.saved_keyword (removed_at) where removed_at is not null;
alter table public.saved_keyword enable row level security;
grant select, update (note, blog, list) on public.saved_keyword to authenticated;
create policy "blocked members see no saved keywords" on public.saved_keyword as restrictive
  for all to authenticated using ((select private.may_use_service()));
create policy "members read their own saved keywords" on public.saved_keyword
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members note down what they want" on public.saved_keyword
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- The figures of a report that saved keywords compare.
create function private.keyword_figures(report jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'pc_searches', report #> '{metrics,pc_searches}',
    'mobile_searches', report #> '{metrics,mobile_searches}',
    'competition', report #> '{metrics,competition}',
    'blog_count', report -> 'blog_count',
    'web_count', report -> 'web_count')
$$;

-- The caller, with room for one more saved keyword. Calls of one member wait for each other.
create function private.require_keyword_room() returns uuid
language plpgsql set search_path = '' as $$
declare
  member constant uuid := (select auth.uid());
  saved_max constant integer := 200;
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  perform from public."user" u where u.id = member for no key update;
  if (select count(*) from public.saved_keyword k where k.user_id = member and k.removed_at is null) >= saved_max then
    perform private.raise_app_error('texts_full');
  end if;
  return member;
end;
$$;

-- Saves a keyword whose analysis is open for the member, with its figures. One that was removed starts again.
create function public.save_keyword(keyword_key text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
  saved bigint;
begin
  select k.id into saved from public.saved_keyword k
    join public.keyword_search s on s.user_id = k.user_id and s.key = k.key and s.is_sample = k.is_sample
    where k.user_id = (select auth.uid()) and k.key = keyword_key and k.removed_at is null and private.may_use_service()
    order by s.id desc limit 1;
  if found then return saved; end if;
  member := private.require_keyword_room();
  insert into public.saved_keyword as k (user_id, keyword, key, is_sample, first_figures, first_read_at, last_figures, last_read_at)
  select s.user_id, s.keyword, s.key, s.is_sample, f.figures, r.read_at, f.figures, r.read_at
  from public.keyword_search s
  join private.keyword_report r on r.kind = 'data' and r.key = s.key and r.is_sample = s.is_sample
  cross join lateral (select private.keyword_figures(r.data) as figures) f
  where s.user_id = member and s.key = keyword_key and s.kind = 'data' and s.status = 'done'
    and s.done_at > now() - interval '24 hours'
  order by s.done_at desc limit 1
  on conflict (user_id, key, is_sample) do update set
    keyword = excluded.keyword, note = '', blog = '', list = '', removed_at = null, created_at = now(),
    first_figures = excluded.first_figures, first_read_at = excluded.first_read_at,
    last_figures = excluded.last_figures, last_read_at = excluded.last_read_at
  returning k.id into saved;
  if saved is null then perform private.raise_app_error('not_found'); end if;
  return saved;
end;
$$;
comment on function public.save_keyword(text) is 'keyword_key: without spaces, in capitals, as keyword_search.key. Returns the id of the saved keyword.';
grant execute on function public.save_keyword(text) to authenticated;

-- Removes a saved keyword, or restores one that was removed within a day, with its note and figures.
create function public.remove_saved_keyword(id bigint, is_removed boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not is_removed then perform private.require_keyword_room(); end if;
  update public.saved_keyword k set removed_at = case when is_removed then now() end
    where k.id = remove_saved_keyword.id and k.user_id = (select auth.uid()) and private.may_use_service()
      and (k.removed_at is null) = is_removed;
  if not found then perform private.raise_app_error('not_found'); end if;
end;
$$;
grant execute on function public.remove_saved_keyword(bigint, boolean) to authenticated;

-- A member has twenty lists at most, those of removed keywords included. All rows of the statement are changed by now, so
-- that renaming a full set of lists is no new list.
create function private.limit_keyword_lists() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  lists_max constant integer := 20;
begin
  perform private.lock_member(new.user_id);
  if (select count(distinct k.list) from public.saved_keyword k where k.user_id = new.user_id and k.list <> '') > lists_max then
    perform private.raise_app_error('texts_full');
  end if;
  return null;
end;
$$;
create trigger saved_keyword_limit_lists after update of list on public.saved_keyword
  for each row when (new.list <> '' and new.list <> old.list) execute function private.limit_keyword_lists();

-- Keywords that continue what the caller typed: saved and analysed ones, and related ones of the caller's analyses of the
-- last two days. Those that begin with it come first, at most eight. Nothing of other members.
create function public.suggest_keywords(typed text) returns table (keyword text, source text)
language sql stable security definer set search_path = '' as $$
  with wanted as (
    select upper(replace(normalize(left(typed, 100), nfc), ' ', '')) as key
    where private.may_use_service()
  ), searched as (
    select s.keyword, s.key, s.is_sample, s.done_at from public.keyword_search s
    where s.user_id = (select auth.uid()) and s.kind = 'data' and s.status = 'done' order by s.id desc limit 300
  ), known as (
    select k.keyword, k.key, 1 as place, 'saved' as source from public.saved_keyword k
      where k.user_id = (select auth.uid()) and k.removed_at is null
    union all
    select s.keyword, s.key, 2, 'searched' from searched s
    union all
    select r.name, upper(replace(r.name, ' ', '')), 3, 'related'
    from (select distinct s.key, s.is_sample from searched s where s.done_at > now() - interval '2 days') s
    join private.keyword_report p on p.kind = 'data' and p.key = s.key and p.is_sample = s.is_sample
    cross join lateral (select e ->> 'keyword' as name from jsonb_array_elements(p.data -> 'related') e) r
  ), found as (
    select distinct on (k.key) k.keyword, k.key, k.place, k.source, starts_with(k.key, w.key) as is_start
    from known k cross join wanted w
    where w.key <> '' and position(w.key in k.key) > 0 and k.key <> w.key and char_length(k.key) between 2 and 50
    order by k.key, k.place
  )
  select f.keyword, f.source from found f order by not f.is_start, f.place, char_length(f.key), f.key limit 8
$$;
comment on function public.suggest_keywords(text) is 'source: saved, searched or related.';
grant execute on function public.suggest_keywords(text) to authenticated;

-- A new analysis of the member brings its figures to the saved keyword.
create function private.refresh_saved_keyword() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.saved_keyword k set last_figures = private.keyword_figures(r.data), last_read_at = r.read_at
  from private.keyword_report r
  where r.kind = 'data' and r.key = new.key and r.is_sample = new.is_sample
    and k.user_id = new.user_id and k.key = new.key and k.is_sample = new.is_sample;
  return new;
end;
$$;
create trigger keyword_search_refresh_saved after update of status on public.keyword_search
  for each row when (new.status = 'done' and new.kind = 'data') execute function private.refresh_saved_keyword();

-- An account deletion removes its searches and saved keywords (private.delete_account leaves the row without a name).
create function private.forget_keyword_searches() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.keyword_search s where s.user_id = new.id;
  delete from public.saved_keyword k where k.user_id = new.id;
  return new;
end;
$$;
create trigger user_forget_keyword_searches after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_keyword_searches();
