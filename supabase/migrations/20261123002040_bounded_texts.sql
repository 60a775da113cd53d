-- What a member stores is bounded in every column, and in all: the limits of the screens hold for whoever calls.

create function private.are_short_tags(tags text[]) returns boolean
language sql immutable set search_path = '' as $$
  select not exists (select from unnest(tags) as t (tag) where char_length(t.tag) > 100)
$$;
-- A constraint asks with the rights of whoever writes.
grant execute on function private.are_short_tags(text[]) to authenticated;

update public.tool_use set tags = array(select left(t.tag, 100) from unnest(tags) as t (tag)) where not private.are_short_tags(tags);
update public.tool_use_version set tags = array(select left(t.tag, 100) from unnest(tags) as t (tag)) where not private.are_short_tags(tags);
alter table public.tool_use add constraint tool_use_tags_short check (private.are_short_tags(tags));
alter table public.tool_use_version add constraint tool_use_version_tags_short check (private.are_short_tags(tags));

-- A prompt's picture is one of our own storage, as a path: an address could lead anywhere, and a script's would be run where it is shown.
create function private.is_own_picture(path text) returns boolean
language sql immutable set search_path = '' as $$
  select path is null or path ~ '^/storage/v1/object/public/image/[0-9a-f]{32}/I[0-9]{13}\.[a-z]{3,4}$'
$$;
grant execute on function private.is_own_picture(text) to authenticated;

update public.prompt_version set photo = null where not private.is_own_picture(photo);
update public.prompt set photo = null where not private.is_own_picture(photo);
alter table public.prompt add constraint prompt_photo_own check (private.is_own_picture(photo));
alter table public.prompt_version add constraint prompt_version_photo_own check (private.is_own_picture(photo));

-- Bytes of a member's texts as they are stored, with all their versions. Sizes are read without the texts themselves.
create function private.stored_text_bytes(member uuid) returns bigint
language sql stable set search_path = '' as $$
  select coalesce((select sum(pg_column_size(t.content) + pg_column_size(t.tags)) from public.tool_use t where t.user_id = member), 0)
    + coalesce((select sum(pg_column_size(v.content) + pg_column_size(v.tags)) from public.tool_use t
      join public.tool_use_version v on v.tool_use_id = t.id where t.user_id = member), 0)
    + coalesce((select sum(pg_column_size(v.prompt) + pg_column_size(v.sample_result) + pg_column_size(v.description)) from public.prompt p
      join public.prompt_version v on v.prompt_id = p.id where p.user_id = member), 0)
$$;

create function private.text_quota_bytes() returns bigint
language sql immutable set search_path = '' as $$ select 500 * 1024 * 1024::bigint $$;
comment on function private.text_quota_bytes() is 'How much text one member may keep by copies and versions, which cost nothing.';

create function private.require_text_room(member uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.stored_text_bytes(member) > private.text_quota_bytes() then perform private.refuse('texts_full'); end if;
end;
$$;

-- What a member does alone: a run is paid for, and may always keep what it wrote over.
create function private.limit_stored_texts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_text_room((select auth.uid()));
  return new;
end;
$$;
create trigger tool_use_copy_room before insert on public.tool_use
  for each row when (new.copy_of is not null) execute function private.limit_stored_texts();
create trigger tool_use_version_room before insert on public.tool_use_version
  for each row when (new.made_by = 'person') execute function private.limit_stored_texts();

-- A hundred states of a prompt a day, whichever way they come; imports at a terminal have no caller. The prompt is locked by whoever adds one.
create function private.limit_prompt_versions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.prompt_version v where v.prompt_id = new.prompt_id and v.created_at > now() - interval '1 day') >= 100 then
    perform private.refuse('too_many_requests');
  end if;
  perform private.require_text_room((select auth.uid()));
  return new;
end;
$$;
create trigger prompt_version_limit before insert on public.prompt_version
  for each row when (auth.uid() is not null) execute function private.limit_prompt_versions();
