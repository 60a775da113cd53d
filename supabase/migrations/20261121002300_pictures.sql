-- Pictures that we make: the one above a text, those of a feed and those that the editor offers. They stand in the public bucket like a member's own.

-- A picture above a text is kept as the text would have it: `![what it shows](/storage/v1/object/public/image/<path>#1200x800)`.
alter table public.tool_use
  add column picture_error text,
  add constraint tool_use_thumbnail_picture check (
    char_length(thumbnail) <= 600 and thumbnail ~ '^!\[[^\]\[\\]*\]\(/storage/v1/object/public/image/[0-9a-f]{32}/I[0-9]{13}\.jpg#[0-9]{1,5}x[0-9]{1,5}\)$');
comment on column public.tool_use.thumbnail is 'The picture above the text, as Markdown.';
comment on column public.tool_use.picture_error is 'Why the last run could not make a picture that was asked for; the text is whole all the same, and no image was charged for it.';
comment on column public.tool_use.image is 'Images charged; nothing on plans that make as many as they like.';

alter table public.tool_edit
  drop constraint tool_edit_feature_known,
  add column image bigint not null default 0,
  add constraint tool_edit_feature_known check (feature in (
    'tag', 'image', 'title', 'text', 'text-improve', 'text-fix', 'text-short', 'text-long', 'text-continue'));

-- A version has its picture too: whatever is put back comes back whole.
alter table public.tool_use_version add column thumbnail text;

drop function private.add_version(bigint, text, text, text[], text);
create function private.add_version(
  p_tool_use_id bigint, p_title text, p_content text, p_tags text[], p_made_by text, p_thumbnail text default null
) returns integer
language plpgsql set search_path = '' as $$
declare
  newest public.tool_use_version;
begin
  -- Whoever adds a version holds the text's row, so numbers come one by one.
  perform from public.tool_use t where t.id = p_tool_use_id for update;
  if not found then perform private.refuse('not_found'); end if;
  if btrim(p_content) = '' then return null; end if;
  select * into newest from public.tool_use_version v where v.tool_use_id = p_tool_use_id order by v.number desc limit 1;
  if found and (newest.title, newest.content, newest.tags, newest.thumbnail) is not distinct from (p_title, p_content, p_tags, p_thumbnail) then
    return newest.number;
  end if;
  insert into public.tool_use_version (tool_use_id, number, title, content, tags, made_by, thumbnail)
  values (p_tool_use_id, coalesce(newest.number, 0) + 1, p_title, p_content, p_tags, p_made_by, p_thumbnail);
  delete from public.tool_use_version v where v.id = (
    select older.id from (
      select a.id, row_number() over (order by a.number desc) as age, count(*) over () as total,
        a.created_at - lag(a.created_at) over (order by a.number) as distance
      from public.tool_use_version a where a.tool_use_id = p_tool_use_id
    ) as older
    where older.total > 50 and older.age > 25 and older.distance is not null
    order by older.distance limit 1
  );
  return coalesce(newest.number, 0) + 1;
end;
$$;

create or replace function private.keep_version(p_tool_use_id bigint, p_made_by text) returns integer
language sql set search_path = '' as $$
  select private.add_version(t.id, t.title, t.content, t.tags, p_made_by, t.thumbnail) from public.tool_use t where t.id = p_tool_use_id;
$$;

create or replace function public.keep_text(tool_use_id bigint, title text, content text, tags text[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
begin
  if char_length(keep_text.title) > 300 or char_length(keep_text.content) > 200000 or cardinality(keep_text.tags) > 30 then
    perform private.refuse('invalid_request');
  end if;
  own := private.lock_own_text(keep_text.tool_use_id);
  return private.add_version(own.id, keep_text.title, keep_text.content, keep_text.tags, 'person', own.thumbnail);
end;
$$;

drop function public.restore_version(bigint);
create function public.restore_version(version_id bigint)
returns table (title text, content text, tags text[], thumbnail text, revision integer, saved_at timestamptz)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  version public.tool_use_version;
  own public.tool_use;
begin
  select * into version from public.tool_use_version v where v.id = restore_version.version_id;
  if not found then perform private.refuse('not_found'); end if;
  own := private.lock_own_text(version.tool_use_id);
  if own.status in ('queued', 'running') then perform private.refuse('request_in_progress'); end if;
  perform private.keep_version(own.id, 'person');
  update public.tool_use t
    set title = version.title, content = version.content, tags = version.tags, thumbnail = version.thumbnail, edited_at = clock_timestamp()
    where t.id = own.id;
  return query select t.title, t.content, t.tags, t.thumbnail, t.revision, t.saved_at from public.tool_use t where t.id = own.id;
end;
$$;

-- Takes the picture away from above a text. The state before it is kept as a version, which brings it back.
create function public.remove_thumbnail(tool_use_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
begin
  own := private.lock_own_text(remove_thumbnail.tool_use_id);
  if own.status in ('queued', 'running') then perform private.refuse('request_in_progress'); end if;
  if own.thumbnail is null then return; end if;
  perform private.keep_version(own.id, 'person');
  update public.tool_use t set thumbnail = null where t.id = own.id;
end;
$$;

drop function public.read_shared_text(uuid);
create function public.read_shared_text(share_id uuid)
returns table (title text, content text, tags text[], thumbnail text, language text, tool text, is_demo boolean, updated_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select t.title, t.content, t.tags, t.thumbnail, t.language, t.tool, t.is_demo, t.updated_at
  from public.tool_use t join public."user" u on u.id = t.user_id
  where t.share_id = read_shared_text.share_id and t.deleted_at is null and not u.is_block and u.is_active;
$$;

drop function public.list_texts(text, text, bigint);
create function public.list_texts(search text default '', tool text default null, after_id bigint default null)
returns table (
  id bigint, tool text, status text, title text, language text, is_demo boolean, token bigint, image bigint, thumbnail text,
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
  select t.id, t.tool, t.status, t.title, t.language, t.is_demo, t.token, t.image, t.thumbnail, t.saved_at, t.created_at,
    case when asked.words <> '' and strpos(lower(t.content), asked.words) > 0
      then substr(t.content, greatest(1, strpos(lower(t.content), asked.words) - 40), 140) end,
    (select count(*) from found)
  from (
    select f.id from found f where list_texts.after_id is null or f.id < list_texts.after_id order by f.id desc limit 30
  ) as page
  join public.tool_use t on t.id = page.id, asked
  order by t.id desc;
$$;

grant execute on function
  public.restore_version(bigint), public.remove_thumbnail(bigint), public.list_texts(text, text, bigint) to authenticated;
grant execute on function public.read_shared_text(uuid) to anon, authenticated;
