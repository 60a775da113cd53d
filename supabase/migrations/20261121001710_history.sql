-- The history of texts: searched, filtered, renamed, duplicated, and deleted in a way that can be taken back for a while.

alter table public.tool_use
  add column deleted_at timestamptz,
  add column copy_of bigint references public.tool_use (id) on delete set null;
comment on column public.tool_use.deleted_at is
  'Since when the member sees it no more. It can be taken back until a job removes it for good, with its versions and files.';
comment on column public.tool_use.copy_of is 'The text that it was duplicated from.';
create index tool_use_deleted on public.tool_use (deleted_at) where deleted_at is not null;
create index tool_use_copies on public.tool_use (copy_of) where copy_of is not null;

create table private.unused_file (
  path text primary key,
  user_id uuid not null,
  noted_at timestamptz not null default now()
);
comment on table private.unused_file is
  'Files of requests whose text is gone. A job removes those that no other text of the member names. No foreign key: the member may be gone too.';
create index unused_file_age on private.unused_file (noted_at);
alter table private.unused_file enable row level security;

-- Whoever deletes a text, its files are noted: a member, a job, or the end of an account.
create function private.note_files() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(old.request -> 'files') = 'array' then
    insert into private.unused_file (path, user_id)
    select distinct file ->> 'path', old.user_id from jsonb_array_elements(old.request -> 'files') as file
    where file ->> 'path' is not null
    on conflict (path) do nothing;
  end if;
  return old;
end;
$$;
create trigger tool_use_note_files after delete on public.tool_use
  for each row execute function private.note_files();

-- A page of the member's own texts, newest first, 30 at a time, and how many there are in all. `search` is looked for in title and text as it
-- stands, without upper and lower case. It reads all of the member's texts: `tool_use_list` finds them, and their number bounds the work.
create function public.list_texts(search text default '', tool text default null, after_id bigint default null)
returns table (
  id bigint, tool text, status text, title text, language text, is_demo boolean, token bigint, image bigint,
  saved_at timestamptz, created_at timestamptz, excerpt text, total bigint
)
language sql stable set search_path = '' as $$
  with asked as (
    select lower(normalize(btrim(list_texts.search), NFC)) as words,
      '%' || regexp_replace(lower(normalize(btrim(list_texts.search), NFC)), '([\\%_])', '\\\1', 'g') || '%' as pattern
  ), found as materialized (
    select t.id from public.tool_use t, asked
    where t.user_id = (select auth.uid()) and t.deleted_at is null
      and (list_texts.tool is null or t.tool = list_texts.tool)
      and (asked.words = '' or lower(t.title) like asked.pattern or lower(t.content) like asked.pattern)
  )
  select t.id, t.tool, t.status, t.title, t.language, t.is_demo, t.token, t.image, t.saved_at, t.created_at,
    case when asked.words <> '' and strpos(lower(t.content), asked.words) > 0
      then substr(t.content, greatest(1, strpos(lower(t.content), asked.words) - 40), 140) end,
    (select count(*) from found)
  from (
    select f.id from found f where list_texts.after_id is null or f.id < list_texts.after_id order by f.id desc limit 30
  ) as page
  join public.tool_use t on t.id = page.id, asked
  order by t.id desc;
$$;

-- Hides the member's finished texts among `ids`; what a run writes at the moment stays. Returns the ids that went.
create function public.delete_texts(ids bigint[]) returns setof bigint
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_use_service() then perform private.refuse('user_blocked'); end if;
  if coalesce(cardinality(ids), 0) = 0 then perform private.refuse('select_history'); end if;
  return query update public.tool_use t set deleted_at = now()
    where t.id = any (ids) and t.user_id = (select auth.uid()) and t.deleted_at is null and t.status not in ('queued', 'running')
    returning t.id;
end;
$$;

-- Takes deleted texts back, as they were, shared links included. Returns the ids that came back.
create function public.restore_texts(ids bigint[]) returns setof bigint
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_use_service() then perform private.refuse('user_blocked'); end if;
  return query update public.tool_use t set deleted_at = null
    where t.id = any (ids) and t.user_id = (select auth.uid()) and t.deleted_at is not null
    returning t.id;
end;
$$;

create or replace function private.lock_own_text(p_tool_use_id bigint) returns public.tool_use
language plpgsql set search_path = '' as $$
declare
  own public.tool_use;
begin
  if not private.may_use_service() then perform private.refuse('user_blocked'); end if;
  select * into own from public.tool_use t
    where t.id = p_tool_use_id and t.user_id = (select auth.uid()) and t.deleted_at is null for update;
  if not found then perform private.refuse('not_found'); end if;
  return own;
end;
$$;

-- Gives a text another title. For an editor that has it open it is a change like any other.
create function public.rename_text(tool_use_id bigint, title text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
  clean text := btrim(rename_text.title);
begin
  own := private.lock_own_text(rename_text.tool_use_id);
  if own.status in ('queued', 'running') then perform private.refuse('request_in_progress'); end if;
  if clean = '' or char_length(clean) > 300 then perform private.refuse('invalid_request'); end if;
  if own.title is not distinct from clean then return; end if;
  update public.tool_use t set title = clean, edited_at = clock_timestamp() where t.id = own.id;
end;
$$;

-- A copy of a text with the same request and files: not shared, without versions, and free. A hundred a day, so that nobody fills the disk with them.
create function public.duplicate_text(tool_use_id bigint, title text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
  copy_id bigint;
begin
  own := private.lock_own_text(duplicate_text.tool_use_id);
  if own.status in ('queued', 'running') then perform private.refuse('request_in_progress'); end if;
  if char_length(duplicate_text.title) > 300 then perform private.refuse('invalid_request'); end if;
  if (select count(*) from public.tool_use t
      where t.user_id = own.user_id and t.copy_of is not null and t.created_at > now() - interval '1 day') >= 100 then
    perform private.refuse('too_many_requests');
  end if;
  insert into public.tool_use (
    user_id, tool, status, stage, request, language, model, is_demo, title, titles, outline, content, tags, thumbnail,
    error_code, saved_at, edited_at, copy_of
  ) values (
    own.user_id, own.tool, own.status, own.stage, own.request, own.language, own.model, own.is_demo, duplicate_text.title, own.titles,
    own.outline, own.content, own.tags, own.thumbnail, own.error_code, now(), own.edited_at, own.id
  ) returning id into copy_id;
  return copy_id;
end;
$$;

-- What is deleted is neither opened nor closed to others, and a link to it shows nothing.
create or replace function public.share_tool_use(tool_use_id bigint) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
begin
  own := private.lock_own_text(share_tool_use.tool_use_id);
  if own.saved_at is null then perform private.refuse('share_after_save'); end if;
  update public.tool_use t set share_id = coalesce(t.share_id, gen_random_uuid()) where t.id = own.id
    returning t.share_id into own.share_id;
  return own.share_id;
end;
$$;

create or replace function public.unshare_tool_use(tool_use_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
begin
  own := private.lock_own_text(unshare_tool_use.tool_use_id);
  update public.tool_use t set share_id = null where t.id = own.id;
end;
$$;

create or replace function public.read_shared_text(share_id uuid)
returns table (title text, content text, tags text[], language text, tool text, is_demo boolean, updated_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select t.title, t.content, t.tags, t.language, t.tool, t.is_demo, t.updated_at
  from public.tool_use t join public."user" u on u.id = t.user_id
  where t.share_id = read_shared_text.share_id and t.deleted_at is null and not u.is_block and u.is_active;
$$;

-- Deleting goes through delete_texts alone: nothing is lost by one wrong statement.
revoke delete on public.tool_use from authenticated;
drop policy "members delete their own finished texts" on public.tool_use;
grant execute on function
  public.list_texts(text, text, bigint), public.delete_texts(bigint[]), public.restore_texts(bigint[]),
  public.rename_text(bigint, text), public.duplicate_text(bigint, text) to authenticated;

alter policy "members read their own texts" on public.tool_use
  using (user_id = (select auth.uid()) and deleted_at is null);
