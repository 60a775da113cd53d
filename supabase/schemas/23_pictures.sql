-- Pictures that runs make. Their path is stored before their bytes, so that a crash leaves no file without a row (docs/decisions/026).

create function private.add_version(
  p_tool_use_id bigint, p_title text, p_content text, p_tags text[], p_made_by text, p_thumbnail text default null
) returns integer
language plpgsql set search_path = '' as $$
declare
  newest public.tool_use_version;
begin
  -- The lock on the text's row makes version numbers consecutive.
  perform from public.tool_use t where t.id = p_tool_use_id for update;
  if not found then perform private.raise_app_error('not_found'); end if;
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

create function public.restore_version(version_id bigint)
returns table (title text, content text, tags text[], thumbnail text, revision integer, saved_at timestamptz)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  version public.tool_use_version;
  own public.tool_use;
begin
  select * into version from public.tool_use_version v where v.id = restore_version.version_id;
  if not found then perform private.raise_app_error('not_found'); end if;
  own := private.lock_own_text(version.tool_use_id);
  if own.status in ('queued', 'running') then perform private.raise_app_error('request_in_progress'); end if;
  perform private.save_version(own.id, 'person');
  update public.tool_use t
    set title = version.title, content = version.content, tags = version.tags, thumbnail = version.thumbnail, edited_at = clock_timestamp()
    where t.id = own.id;
  return query select t.title, t.content, t.tags, t.thumbnail, t.revision, t.saved_at from public.tool_use t where t.id = own.id;
end;
$$;
grant execute on function public.restore_version(bigint) to authenticated;

-- Removes the picture above a text. The state before is saved as a version, which can restore it.
create function public.remove_thumbnail(tool_use_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
begin
  own := private.lock_own_text(remove_thumbnail.tool_use_id);
  if own.status in ('queued', 'running') then perform private.raise_app_error('request_in_progress'); end if;
  if own.thumbnail is null then return; end if;
  perform private.save_version(own.id, 'person');
  update public.tool_use t set thumbnail = null where t.id = own.id;
end;
$$;
grant execute on function public.remove_thumbnail(bigint) to authenticated;

create function public.read_shared_text(share_id uuid)
returns table (title text, content text, tags text[], thumbnail text, language text, tool text, is_demo boolean, updated_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select t.title, t.content, t.tags, t.thumbnail, t.language, t.tool, t.is_demo, t.changed_at
  from public.tool_use t join public."user" u on u.id = t.user_id
  where t.share_id = read_shared_text.share_id and t.deleted_at is null and not u.is_block and u.is_active;
$$;
grant execute on function public.read_shared_text(uuid) to anon, authenticated;

create table private.made_picture (
  path text primary key,
  user_id uuid not null,
  made_at timestamptz not null default now(),
  constraint made_picture_path check (path ~ '^[0-9a-f]{32}/I[0-9]{13}\.jpg$')
);
comment on table private.made_picture is
  'Pictures of the public bucket that we made for a member and that nobody has looked after yet. A week later the sweep asks whether a text shows them. No foreign key: the member may be gone by then.';
create index made_picture_age on private.made_picture (made_at);
alter table private.made_picture enable row level security;

-- A file that was stored with our rights gets the member as owner, like an upload, so that the same deletions apply.
create function private.give_picture(p_path text) returns boolean
language plpgsql set search_path = '' as $$
begin
  update storage.objects o set owner_id = m.user_id::text, owner = m.user_id
    from private.made_picture m
    where m.path = p_path and o.bucket_id = 'image' and o.name = m.path;
  return found;
end;
$$;

-- Checks up to `at_most` week-old pictures, and queues those that no text shows. Returns the number of checked ones.
create function private.enqueue_unused_pictures(at_most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  looked integer;
begin
  with old as (
    delete from private.made_picture m where m.path in (
      select o.path from private.made_picture o where o.made_at < now() - interval '7 days'
      order by o.made_at limit at_most for update skip locked)
    returning m.path, m.user_id
  ), noted as (
    insert into private.file_deletion_queue (path, user_id, bucket)
    select old.path, old.user_id, 'image' from old where not private.needs_file(old.user_id, 'image', old.path)
    on conflict (path) do nothing
  )
  select count(*) into looked from old;
  return looked;
end;
$$;

-- The picture above the text was replaced or removed: the previous one is deleted with the last version that shows it.
create function private.enqueue_former_thumbnail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_own_files(old.user_id, old.thumbnail);
  return null;
end;
$$;
create trigger tool_use_note_thumbnail after update of thumbnail on public.tool_use
  for each row when (old.thumbnail is not null and new.thumbnail is distinct from old.thumbnail)
  execute function private.enqueue_former_thumbnail();

-- Undoes `remove_thumbnail`: restores the picture of the newest version that has one; later edits of the text stay.
create function public.put_back_thumbnail(tool_use_id bigint) returns text
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
  kept text;
begin
  own := private.lock_own_text(put_back_thumbnail.tool_use_id);
  if own.status in ('queued', 'running') then perform private.raise_app_error('request_in_progress'); end if;
  if own.thumbnail is not null then return own.thumbnail; end if;
  select v.thumbnail into kept from public.tool_use_version v
    where v.tool_use_id = own.id and v.thumbnail is not null order by v.number desc limit 1;
  if kept is null then perform private.raise_app_error('not_found'); end if;
  update public.tool_use t set thumbnail = kept where t.id = own.id;
  return kept;
end;
$$;
grant execute on function public.put_back_thumbnail(bigint) to authenticated;
