-- The files that a text or one of its versions uses, maintained by triggers. So the check before a deletion is one
-- index lookup instead of a search through every text of the member.

create table private.file_reference (
  bucket text not null,
  path text not null,
  user_id uuid not null references public."user" (id) on delete cascade,
  tool_use_id bigint not null references public.tool_use (id) on delete cascade,
  version_id bigint references public.tool_use_version (id) on delete cascade,
  constraint file_reference_once unique nulls not distinct (path, bucket, tool_use_id, version_id)
);
comment on table private.file_reference is 'version_id is null for the text as it is now.';
create index file_reference_text on private.file_reference (tool_use_id);
create index file_reference_version on private.file_reference (version_id);
create index file_reference_user on private.file_reference (user_id);
alter table private.file_reference enable row level security;

-- The files of a text: pictures and videos in it and above it, and its source files.
create function private.files_in(content text, thumbnail text, request jsonb) returns table (bucket text, path text)
language sql immutable set search_path = '' as $$
  select 'image', p from private.pictures_of(concat_ws(E'\n', content, thumbnail)) p
  union select 'video', v from private.videos_of(content) v
  union select 'document', f ->> 'path'
    from jsonb_array_elements(case jsonb_typeof(request -> 'files') when 'array' then request -> 'files' else '[]' end) f where f ->> 'path' is not null
$$;

create function private.refer_to_files_of_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    delete from private.file_reference r where r.tool_use_id = new.id and r.version_id is null
      and not exists (select from private.files_in(new.content, new.thumbnail, new.request) f where f.bucket = r.bucket and f.path = r.path);
  end if;
  insert into private.file_reference (bucket, path, user_id, tool_use_id)
    select f.bucket, f.path, new.user_id, new.id from private.files_in(new.content, new.thumbnail, new.request) f
    on conflict on constraint file_reference_once do nothing;
  return null;
end;
$$;
create trigger tool_use_file_references after insert on public.tool_use
  for each row execute function private.refer_to_files_of_text();
-- Most saves change words only.
create trigger tool_use_file_references_changed after update of content, thumbnail, request on public.tool_use
  for each row when (
    new.thumbnail is distinct from old.thumbnail or new.request -> 'files' is distinct from old.request -> 'files'
    or (new.content is distinct from old.content and strpos(old.content || new.content, '/storage/v1/object/public/') > 0))
  execute function private.refer_to_files_of_text();

create function private.refer_to_files_of_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.file_reference (bucket, path, user_id, tool_use_id, version_id)
    select f.bucket, f.path, t.user_id, t.id, new.id from private.files_in(new.content, new.thumbnail, null) f, public.tool_use t
    where t.id = new.tool_use_id
    on conflict on constraint file_reference_once do nothing;
  return null;
end;
$$;
create trigger tool_use_version_file_references after insert on public.tool_use_version
  for each row execute function private.refer_to_files_of_version();

-- Whether a member's file is used: by a text or a version, or as a picture of the profile or of a prompt.
create function private.needs_file(member uuid, file_bucket text, file_path text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.file_reference r where r.path = file_path and r.bucket = file_bucket and r.user_id = member)
    or file_bucket <> 'document' and (
      exists (select from public."user" u where u.id = member and strpos(to_jsonb(u)::text, file_path) > 0)
      or exists (select from public.prompt p where p.user_id = member and strpos(p.photo, file_path) > 0)
      or exists (
        select from public.prompt p join public.prompt_version v on v.prompt_id = p.id
        where p.user_id = member and strpos(v.photo, file_path) > 0))
$$;
