-- Files of pictures that we make: written down before their bytes go anywhere, so that none is left behind by a crash or by nobody wanting it.

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

-- A file that was stored with our rights belongs to the member whom it was made for, like those that members send themselves: what removes theirs removes it.
create function private.give_picture(p_path text) returns boolean
language plpgsql set search_path = '' as $$
begin
  update storage.objects o set owner_id = m.user_id::text, owner = m.user_id
    from private.made_picture m
    where m.path = p_path and o.bucket_id = 'image' and o.name = m.path;
  return found;
end;
$$;

-- Looks after pictures that are a week old, `at_most` of them: those that no text shows are noted as unused. Returns how many it looked at.
create function private.note_unused_pictures(at_most integer) returns integer
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
    insert into private.unused_file (path, user_id, bucket)
    select old.path, old.user_id, 'image' from old where not private.needs_file(old.user_id, 'image', old.path)
    on conflict (path) do nothing
  )
  select count(*) into looked from old;
  return looked;
end;
$$;

create or replace function private.needs_file(member uuid, file_bucket text, file_path text) returns boolean
language sql stable set search_path = '' as $$
  select case file_bucket
    when 'document' then exists (
      select from public.tool_use t where t.user_id = member
        and t.request -> 'files' @> jsonb_build_array(jsonb_build_object('path', file_path)))
    else exists (
        select from public.tool_use t where t.user_id = member and (strpos(t.content, file_path) > 0 or strpos(t.thumbnail, file_path) > 0))
      or exists (
        select from public.tool_use t join public.tool_use_version v on v.tool_use_id = t.id
        where t.user_id = member and (strpos(v.content, file_path) > 0 or strpos(v.thumbnail, file_path) > 0))
      -- The member's own face or background.
      or exists (select from public."user" u where u.id = member and strpos(to_jsonb(u)::text, file_path) > 0)
      -- The face of a prompt, in any of its versions.
      or exists (select from public.prompt p where p.user_id = member and strpos(p.photo, file_path) > 0)
      or exists (
        select from public.prompt p join public.prompt_version v on v.prompt_id = p.id
        where p.user_id = member and strpos(v.photo, file_path) > 0)
    end;
$$;

create or replace function private.note_pictures_of_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_own_pictures(old.user_id, concat_ws(E'\n', old.content, old.thumbnail));
  perform private.note_own_pictures(old.user_id, concat_ws(E'\n', v.content, v.thumbnail))
    from public.tool_use_version v where v.tool_use_id = old.id;
  return old;
end;
$$;

create or replace function private.note_pictures_of_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_own_pictures(t.user_id, concat_ws(E'\n', old.content, old.thumbnail)) from public.tool_use t where t.id = old.tool_use_id;
  return old;
end;
$$;

-- Another picture has come above the text, or none: the one before goes with the last version that shows it.
create function private.note_former_thumbnail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_own_pictures(old.user_id, old.thumbnail);
  return null;
end;
$$;
create trigger tool_use_note_thumbnail after update of thumbnail on public.tool_use
  for each row when (old.thumbnail is not null and new.thumbnail is distinct from old.thumbnail)
  execute function private.note_former_thumbnail();
