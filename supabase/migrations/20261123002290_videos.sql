-- Videos stand in texts as pictures do, in their own bucket; they go with the last text that shows them.

comment on column private.unused_file.bucket is 'document: a file of a request; image or video: what stands inside a text.';

-- Where videos stand in a text: `![…](/storage/v1/object/public/video/<path>…)`.
create function private.videos_of(content text) returns setof text
language sql immutable set search_path = '' as $$
  select distinct found[1] from pg_catalog.regexp_matches(
    content, '/storage/v1/object/public/video/([0-9a-f]{32}/I[0-9]{13}\.[0-9a-z]{2,4})', 'g') as found;
$$;
revoke execute on function private.videos_of(text) from public;

-- As before (unused_uploads), with videos.
create or replace function private.note_own_pictures(member uuid, content text) returns void
language sql set search_path = '' as $$
  insert into private.unused_file (path, user_id, bucket)
  select o.name, member, o.bucket_id from (
    select 'image' as bucket, p as path from private.pictures_of(content) p
    union all select 'video', v from private.videos_of(content) v
  ) f join storage.objects o on o.bucket_id = f.bucket and o.name = f.path and o.owner_id = member::text
  on conflict (path) do nothing;
$$;
