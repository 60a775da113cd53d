-- Members' files. Pictures and videos are public under an unguessable path; documents are private and served by signed
-- URLs. A file is written once. Files without a reference are queued for deletion after a day.

-- Each file has a folder of 128 random bits, so that a path reveals neither its owner nor their other files.
create policy "members add files under a folder that cannot be guessed" on storage.objects for insert
  to authenticated with check (
    bucket_id in ('image', 'video', 'document')
    and owner_id = (select auth.uid())::text
    and name ~ '^[0-9a-f]{32}/I[0-9]{13}\.[0-9a-z]{2,4}$'
    and (select private.may_use_service())
  );

create policy "members see their own files" on storage.objects for select
  to authenticated using (
    bucket_id in ('image', 'video', 'document') and owner_id = (select auth.uid())::text
    and (select private.may_use_service())
  );

create policy "members delete their own files" on storage.objects for delete
  to authenticated using (
    bucket_id in ('image', 'video', 'document') and owner_id = (select auth.uid())::text
    and (select private.may_use_service())
  );

-- The syntax of pictures in a text: `![…](/storage/v1/object/public/image/<path>…)`.
create function private.pictures_of(content text) returns setof text
language sql immutable set search_path = '' as $$
  select distinct found[1] from pg_catalog.regexp_matches(
    content, '/storage/v1/object/public/image/([0-9a-f]{32}/I[0-9]{13}\.[a-z]{3,4})', 'g') as found;
$$;

-- Queues only the member's own pictures and videos: a text may contain another member's.
create function private.enqueue_own_files(member uuid, content text) returns void
language sql set search_path = '' as $$
  insert into private.file_deletion_queue (path, user_id, bucket)
  select o.name, member, o.bucket_id from (
    select 'image' as bucket, p as path from private.pictures_of(content) p
    union all select 'video', v from private.videos_of(content) v
  ) f join storage.objects o on o.bucket_id = f.bucket and o.name = f.path and o.owner_id = member::text
  on conflict (path) do nothing;
$$;

create function private.enqueue_files_of_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_own_files(old.user_id, concat_ws(E'\n', old.content, old.thumbnail));
  perform private.enqueue_own_files(old.user_id, concat_ws(E'\n', v.content, v.thumbnail))
    from public.tool_use_version v where v.tool_use_id = old.id;
  return old;
end;
$$;

create function private.enqueue_files_of_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_own_files(t.user_id, concat_ws(E'\n', old.content, old.thumbnail)) from public.tool_use t where t.id = old.tool_use_id;
  return old;
end;
$$;

-- Queues files of the private bucket that no request has named for a day, up to at_most; after a week they are not
-- checked again.
create function private.enqueue_unnamed_files(at_most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  noted integer;
begin
  insert into private.file_deletion_queue (path, user_id)
  select o.name, o.owner_id::uuid from storage.objects o
  where o.bucket_id = 'document' and o.created_at between now() - interval '8 days' and now() - interval '1 day' and o.owner_id is not null
    and o.name ~ '^[0-9a-f]{32}/I[0-9]{13}\.[0-9a-z]{2,4}$'
    and not private.needs_file(o.owner_id::uuid, 'document', o.name)
  order by o.created_at limit at_most
  on conflict (path) do nothing;
  get diagnostics noted = row_count;
  return noted;
end;
$$;

-- Locked by each transaction that adds or removes a text's need of a file, so that each sees the other's change. It
-- locks by member, so that many files at once cannot deadlock.
create function private.lock_files_of(member uuid) returns void
language sql set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('files of ' || member, 0));
$$;

-- Volatile, so that after the wait it reads the current rows and not those of the statement's start.
create function private.may_remove_document(path text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.lock_files_of((select auth.uid()));
  return not private.needs_file((select auth.uid()), 'document', path);
end;
$$;
grant execute on function private.may_remove_document(text) to authenticated;

create policy "files that a text is written from stay" on storage.objects as restrictive for delete
  to authenticated using (bucket_id <> 'document' or private.may_remove_document(name));

-- The opposite case: a text needs its new files to exist. Files that it or its original needed before may be gone.
create function private.require_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  named jsonb := case jsonb_typeof(new.request -> 'files') when 'array' then new.request -> 'files' else '[]' end;
begin
  if named = '[]' or new.copy_of is not null then return new; end if;
  if tg_op = 'UPDATE' and named = old.request -> 'files' then return new; end if;
  perform private.lock_files_of(new.user_id);
  if exists (
    select from jsonb_array_elements(named) as file
    where file ->> 'path' is not null and not exists (
      select from storage.objects o
      where o.bucket_id = 'document' and o.name = file ->> 'path' and o.owner_id = new.user_id::text)
  ) then perform private.raise_app_error('file_gone'); end if;
  return new;
end;
$$;

-- The syntax of videos in a text: `![…](/storage/v1/object/public/video/<path>…)`.
create function private.videos_of(content text) returns setof text
language sql immutable set search_path = '' as $$
  select distinct found[1] from pg_catalog.regexp_matches(
    content, '/storage/v1/object/public/video/([0-9a-f]{32}/I[0-9]{13}\.[0-9a-z]{2,4})', 'g') as found;
$$;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('image', 'image', true, 10485760, '{image/svg+xml,image/gif,image/png,image/jpeg,image/heic,image/heif}'),
  ('video', 'video', true, 104857600,
    '{video/x-msvideo,video/mp4,video/quicktime,video/x-ms-wmv,video/webm,video/x-amv,video/x-m4v}'),
  ('document', 'document', false, 104857600,
    '{image/gif,image/png,image/jpeg,image/heic,image/heif,image/webp,application/pdf,application/vnd.openxmlformats-officedocument.wordprocessingml.document,application/hwp+zip,text/markdown,text/plain}');
