-- A private file stays as long as a text is written from it: its member takes it away by deleting the text. The service's own clean-up, also
-- after an account, has other rights and asks `private.needs_file()` itself.

-- Taken by whoever makes a text need a file and by whoever takes one away: each then sees what the other did. A member at a time, so that
-- many files at once cannot wait for each other in a circle.
create function private.lock_files_of(member uuid) returns void
language sql set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('files of ' || member, 0));
$$;

-- Volatile, so that after the wait it looks at what is there now and not when the statement began.
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

-- The other side: a text that comes to need files needs them there. What it needed before may be gone, as may what a copy needs.
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
  ) then perform private.refuse('file_gone'); end if;
  return new;
end;
$$;
create trigger tool_use_require_files before insert or update of request on public.tool_use
  for each row execute function private.require_files();
