-- Files that were sent and never used go after a day; pictures go with the last text that shows them.

alter table private.unused_file add column bucket text not null default 'document';
comment on column private.unused_file.bucket is 'document: a file of a request; image: a picture inside a text.';

-- Where pictures stand in a text: `![…](/storage/v1/object/public/image/<path>…)`.
create function private.pictures_of(content text) returns setof text
language sql immutable set search_path = '' as $$
  select distinct found[1] from pg_catalog.regexp_matches(
    content, '/storage/v1/object/public/image/([0-9a-f]{32}/I[0-9]{13}\.[a-z]{3,4})', 'g') as found;
$$;

-- Only the member's own pictures: a text may name another's, which is none of its business to remove.
create function private.note_own_pictures(member uuid, content text) returns void
language sql set search_path = '' as $$
  insert into private.unused_file (path, user_id, bucket)
  select o.name, member, 'image' from private.pictures_of(content) p
  join storage.objects o on o.bucket_id = 'image' and o.name = p and o.owner_id = member::text
  on conflict (path) do nothing;
$$;

-- A text goes with all its versions; a version alone goes when the past gets thinner.
create function private.note_pictures_of_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_own_pictures(old.user_id, old.content);
  perform private.note_own_pictures(old.user_id, v.content) from public.tool_use_version v where v.tool_use_id = old.id;
  return old;
end;
$$;
create trigger tool_use_note_pictures before delete on public.tool_use
  for each row execute function private.note_pictures_of_text();

create function private.note_pictures_of_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_own_pictures(t.user_id, old.content) from public.tool_use t where t.id = old.tool_use_id;
  return old;
end;
$$;
create trigger tool_use_version_note_pictures after delete on public.tool_use_version
  for each row execute function private.note_pictures_of_version();

-- Whether a text of the member still needs the file. Deleted texts that can be taken back do.
create function private.needs_file(member uuid, file_bucket text, file_path text) returns boolean
language sql stable set search_path = '' as $$
  select case file_bucket
    when 'document' then exists (
      select from public.tool_use t where t.user_id = member
        and t.request -> 'files' @> jsonb_build_array(jsonb_build_object('path', file_path)))
    else exists (select from public.tool_use t where t.user_id = member and strpos(t.content, file_path) > 0)
      or exists (
        select from public.tool_use t join public.tool_use_version v on v.tool_use_id = t.id
        where t.user_id = member and strpos(v.content, file_path) > 0)
      -- The member's own face or background.
      or exists (select from public."user" u where u.id = member and strpos(to_jsonb(u)::text, file_path) > 0)
    end;
$$;

-- Notes files of the private bucket that no request has named for a day, `at_most` of them; a week later they are not looked at again. Tools alone keep files there: whatever else
-- comes to keep some has to be asked here too.
create function private.note_unnamed_files(at_most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  noted integer;
begin
  insert into private.unused_file (path, user_id)
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
