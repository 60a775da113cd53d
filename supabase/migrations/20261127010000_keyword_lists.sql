-- Saved keywords may be in one of the member's named lists.
alter table public.saved_keyword add column list text not null default '';
alter table public.saved_keyword
  add constraint saved_keyword_list_name check (char_length(list) <= 30 and list !~ '(^[[:space:]]|[[:space:]]$|[[:cntrl:]])');
grant update (list) on public.saved_keyword to authenticated;

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

-- Saves a keyword whose analysis is open for the member, with its figures. One that was removed starts again.
create or replace function public.save_keyword(keyword_key text) returns bigint
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
