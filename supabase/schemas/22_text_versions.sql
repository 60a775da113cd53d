-- Editing: a save names its base revision and saves earlier versions. Editor commands are runs of their own
-- (docs/decisions/009).

create table public.tool_use_version (
  id bigint generated always as identity primary key,
  tool_use_id bigint not null references public.tool_use (id) on delete cascade,
  number integer not null,
  title text,
  content text not null,
  tags text[] not null,
  characters integer generated always as (char_length(content)) stored,
  made_by text not null,
  created_at timestamptz not null default now(),
  thumbnail text,
  constraint tool_use_version_once unique (tool_use_id, number),
  constraint tool_use_version_made_by_known check (made_by in ('person', 'run')),
  constraint tool_use_version_title_length check (char_length(title) <= 300),
  constraint tool_use_version_content_length check (char_length(content) <= 200000),
  constraint tool_use_version_tags_count check (cardinality(tags) <= 30),
  constraint tool_use_version_tags_short check (private.are_short_tags(tags))
);
comment on table public.tool_use_version is
  'Earlier states of a text, at most 50 each. made_by tells what they were kept for: person = editing, saving or restoring, run = a run was about to write over it.';
alter table public.tool_use_version enable row level security;
grant select on public.tool_use_version to authenticated;
create policy "blocked members have no versions" on public.tool_use_version as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read the versions of their own texts" on public.tool_use_version
  for select to authenticated using (
    exists (select from public.tool_use t where t.id = tool_use_id and t.user_id = (select auth.uid())));
create trigger tool_use_version_note_pictures after delete on public.tool_use_version
  for each row execute function private.enqueue_files_of_version();
create trigger tool_use_version_room before insert on public.tool_use_version
  for each row when (new.made_by = 'person') execute function private.limit_stored_texts();

create function private.save_version(p_tool_use_id bigint, p_made_by text) returns integer
language sql set search_path = '' as $$
  select private.add_version(t.id, t.title, t.content, t.tags, p_made_by, t.thumbnail) from public.tool_use t where t.id = p_tool_use_id;
$$;

create function private.lock_own_text(p_tool_use_id bigint) returns public.tool_use
language plpgsql set search_path = '' as $$
declare
  own public.tool_use;
begin
  if not private.may_use_service() then perform private.raise_app_error('user_blocked'); end if;
  select * into own from public.tool_use t
    where t.id = p_tool_use_id and t.user_id = (select auth.uid()) and t.deleted_at is null for update;
  if not found then perform private.raise_app_error('not_found'); end if;
  return own;
end;
$$;

-- Saves an edited text. `base_revision` is the editor's revision. Another one is `edit_conflict`, unless the text is
-- equal already: a repeated save whose response was lost. An explicit save sets saved_at, which allows sharing, and
-- saves a version. An autosave saves the state before it as a version: a run's output always, the member's text at most
-- once in ten minutes.
create function public.save_text(
  tool_use_id bigint, base_revision integer, title text, content text, tags text[], is_explicit boolean default false
) returns table (revision integer, saved_at timestamptz)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  old_text public.tool_use;
  is_same boolean;
begin
  if char_length(save_text.title) > 300 or char_length(save_text.content) > 200000 or cardinality(save_text.tags) > 30 then
    perform private.raise_app_error('invalid_request');
  end if;
  old_text := private.lock_own_text(save_text.tool_use_id);
  if old_text.status in ('queued', 'running') then perform private.raise_app_error('request_in_progress'); end if;
  is_same := (old_text.title, old_text.content, old_text.tags)
    is not distinct from (save_text.title, save_text.content, save_text.tags);
  if old_text.revision <> save_text.base_revision and not is_same then perform private.raise_app_error('edit_conflict'); end if;
  if not is_same and (old_text.edited_at is null or not exists (
    select from public.tool_use_version v
    where v.tool_use_id = old_text.id and v.created_at > now() - interval '10 minutes'
  )) then
    perform private.save_version(old_text.id, 'person');
  end if;
  if not is_same or save_text.is_explicit then
    update public.tool_use t
      set title = save_text.title, content = save_text.content, tags = save_text.tags,
        edited_at = case when is_same then t.edited_at else clock_timestamp() end,
        saved_at = case when save_text.is_explicit then now() else t.saved_at end
      where t.id = old_text.id;
  end if;
  if save_text.is_explicit then perform private.save_version(old_text.id, 'person'); end if;
  return query select t.revision, t.saved_at from public.tool_use t where t.id = old_text.id;
end;
$$;
grant execute on function public.save_text(bigint, integer, text, text, text[], boolean) to authenticated;

create function public.stash_text_version(tool_use_id bigint, title text, content text, tags text[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
begin
  if char_length(stash_text_version.title) > 300 or char_length(stash_text_version.content) > 200000 or cardinality(stash_text_version.tags) > 30 then
    perform private.raise_app_error('invalid_request');
  end if;
  own := private.lock_own_text(stash_text_version.tool_use_id);
  return private.add_version(own.id, stash_text_version.title, stash_text_version.content, stash_text_version.tags, 'person', own.thumbnail);
end;
$$;
grant execute on function public.stash_text_version(bigint, text, text, text[]) to authenticated;

create table public.tool_edit (
  id bigint generated always as identity primary key,
  user_id uuid not null references public."user" (id) on delete cascade,
  tool_use_id bigint not null references public.tool_use (id) on delete cascade,
  feature text not null,
  status text not null default 'running',
  model text not null,
  is_demo boolean not null default false,
  result text not null default '',
  error_code text,
  token bigint not null default 0,
  token_input bigint not null default 0,
  token_output bigint not null default 0,
  duration integer,
  created_at timestamptz not null default now(),
  image bigint not null default 0,
  constraint tool_edit_status_known check (status in ('running', 'done', 'stopped', 'failed')),
  constraint tool_edit_result_length check (char_length(result) <= 200000),
  constraint tool_edit_feature_known check (feature in (
    'tag', 'image', 'title', 'text', 'text-improve', 'text-fix', 'text-short', 'text-long',
    'text-formal', 'text-friendly', 'text-translate', 'text-continue', 'text-facts', 'section', 'section-fit'))
);
comment on table public.tool_edit is
  'What the editor''s AI commands made and cost. The text itself changes only when the member accepts, as an edit of their own.';
comment on column public.tool_edit.duration is 'Milliseconds from start to end.';
create index tool_edit_of_text on public.tool_edit (tool_use_id);
create index tool_edit_of_member on public.tool_edit (user_id);
create index tool_edit_running on public.tool_edit (id) where status = 'running';
create index tool_edit_day on public.tool_edit using brin (created_at);
alter table public.tool_edit enable row level security;
grant select on public.tool_edit to authenticated;
create policy "blocked members see no edits" on public.tool_edit as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own edits" on public.tool_edit
  for select to authenticated using (user_id = (select auth.uid()));
create trigger tool_edit_forget_runs after delete on public.tool_edit
  for each row execute function private.forget_runs('tool_edit');

create table private.file_deletion_queue (
  path text primary key,
  user_id uuid not null,
  queued_at timestamptz not null default now(),
  bucket text not null default 'document'
);
comment on table private.file_deletion_queue is
  'Files of requests whose text is gone. A job removes those that no other text of the member names. No foreign key: the member may be gone too.';
comment on column private.file_deletion_queue.bucket is 'document: a file of a request; image or video: what stands inside a text.';
create index file_deletion_queue_age on private.file_deletion_queue (queued_at);
alter table private.file_deletion_queue enable row level security;

-- Queues the files of every deleted text, whether a member, a job or an account deletion deletes it.
create function private.enqueue_files() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(old.request -> 'files') = 'array' then
    insert into private.file_deletion_queue (path, user_id)
    select distinct file ->> 'path', old.user_id from jsonb_array_elements(old.request -> 'files') as file
    where file ->> 'path' is not null
    on conflict (path) do nothing;
  end if;
  return old;
end;
$$;
create trigger tool_use_note_files after delete on public.tool_use
  for each row execute function private.enqueue_files();

-- Renames a text. An open editor sees it like any other change.
create function public.rename_text(tool_use_id bigint, title text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
  clean text := btrim(rename_text.title);
begin
  own := private.lock_own_text(rename_text.tool_use_id);
  if own.status in ('queued', 'running') then perform private.raise_app_error('request_in_progress'); end if;
  if clean = '' or char_length(clean) > 300 then perform private.raise_app_error('invalid_request'); end if;
  if own.title is not distinct from clean then return; end if;
  update public.tool_use t set title = clean, edited_at = clock_timestamp() where t.id = own.id;
end;
$$;
grant execute on function public.rename_text(bigint, text) to authenticated;

-- Copies a text with its request, files and labels, without share link and versions, free of charge. The limit is a hundred a
-- day.
create function public.duplicate_text(tool_use_id bigint, title text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
  copy_id bigint;
begin
  own := private.lock_own_text(duplicate_text.tool_use_id);
  if own.status in ('queued', 'running') then perform private.raise_app_error('request_in_progress'); end if;
  if char_length(duplicate_text.title) > 300 then perform private.raise_app_error('invalid_request'); end if;
  perform private.lock_member(own.user_id);
  if (select count(*) from public.tool_use t
      where t.user_id = own.user_id and t.copy_of is not null and t.created_at > now() - interval '1 day') >= 100 then
    perform private.raise_app_error('too_many_requests');
  end if;
  insert into public.tool_use (
    user_id, tool, status, stage, request, language, model, is_demo, title, titles, outline, content, tags, thumbnail,
    error_code, saved_at, edited_at, copy_of, labels, goal_count, goal_unit, assumed, advice
  ) values (
    own.user_id, own.tool, own.status, own.stage, own.request, own.language, own.model, own.is_demo, duplicate_text.title, own.titles,
    own.outline, own.content, own.tags, own.thumbnail, own.error_code, now(), own.edited_at, own.id, own.labels,
    own.goal_count, own.goal_unit, own.assumed, own.advice
  ) returning id into copy_id;
  return copy_id;
end;
$$;
grant execute on function public.duplicate_text(bigint, text) to authenticated;

-- A member's own text: nothing of it comes from a run, so it costs nothing. The limit is a hundred a day.
create function public.create_own_text(title text, content text, text_language text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := (select auth.uid());
  text_id bigint;
begin
  if not private.may_use_service() then perform private.raise_app_error('user_blocked'); end if;
  if title is null or content is null or char_length(title) > 300 or char_length(content) > 200000
    or text_language is null or text_language not in (
      'Korean', 'English', 'Japanese', 'Chinese', 'Spanish', 'French', 'German', 'Russian', 'Arabic', 'Hindi')
  then perform private.raise_app_error('invalid_request'); end if;
  perform private.lock_member(member);
  perform private.require_text_room(member);
  if (select count(*) from public.tool_use t
      where t.user_id = member and t.tool = 'own' and t.copy_of is null and t.created_at > now() - interval '1 day') >= 100 then
    perform private.raise_app_error('too_many_requests');
  end if;
  insert into public.tool_use (user_id, tool, status, stage, request, language, model, title, content, edited_at, saved_at)
  values (member, 'own', 'done', 'done', '{"own": true}', text_language, 'own', nullif(btrim(title), ''), content, now(),
    case when content <> '' then now() end)
  returning id into text_id;
  return text_id;
end;
$$;
grant execute on function public.create_own_text(text, text, text) to authenticated;
