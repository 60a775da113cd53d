-- What people write is never lost: every text counts its changes, a save names the count that it stands on, and earlier states
-- are kept as versions that can be put back.

alter table public.tool_use add column revision integer not null default 0;
comment on column public.tool_use.revision is
  'Counts changes of title, content and tags, whoever makes them. A save that stands on an older count is a conflict.';
alter table public.tool_use add column edited_at timestamptz;
comment on column public.tool_use.edited_at is 'When a person changed the text last; null while what stands there was written by a run.';

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
  constraint tool_use_version_once unique (tool_use_id, number),
  constraint tool_use_version_made_by_known check (made_by in ('person', 'run')),
  constraint tool_use_version_title_length check (char_length(title) <= 300),
  constraint tool_use_version_content_length check (char_length(content) <= 200000),
  constraint tool_use_version_tags_count check (cardinality(tags) <= 30)
);
comment on table public.tool_use_version is
  'Earlier states of a text, at most 50 each. made_by tells what they were kept for: person = editing, saving or restoring, run = a run was about to write over it.';

-- Keeps a state as a version unless the newest one is the same. Of more than 50 the newest 25 stay, and of the older ones goes
-- the one nearest in time to the one before it, so that the first always stays and the past gets thinner, not shorter.
create function private.add_version(p_tool_use_id bigint, p_title text, p_content text, p_tags text[], p_made_by text) returns integer
language plpgsql set search_path = '' as $$
declare
  newest public.tool_use_version;
begin
  -- Whoever adds a version holds the text's row, so numbers come one by one.
  perform from public.tool_use t where t.id = p_tool_use_id for update;
  if not found then perform private.refuse('not_found'); end if;
  if btrim(p_content) = '' then return null; end if;
  select * into newest from public.tool_use_version v where v.tool_use_id = p_tool_use_id order by v.number desc limit 1;
  if found and (newest.title, newest.content, newest.tags) is not distinct from (p_title, p_content, p_tags) then
    return newest.number;
  end if;
  insert into public.tool_use_version (tool_use_id, number, title, content, tags, made_by)
  values (p_tool_use_id, coalesce(newest.number, 0) + 1, p_title, p_content, p_tags, p_made_by);
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

-- Keeps the text as it stands now, before something changes it. For runs: call it in the transaction that begins to write over the text.
create function private.keep_version(p_tool_use_id bigint, p_made_by text) returns integer
language sql set search_path = '' as $$
  select private.add_version(t.id, t.title, t.content, t.tags, p_made_by) from public.tool_use t where t.id = p_tool_use_id;
$$;

-- Every change of the text counts, a run's as well as a person's: an open editor elsewhere learns of it at its next save.
create or replace function private.save_tool_use() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  new.revision := old.revision;
  if (new.title, new.content, new.tags) is distinct from (old.title, old.content, old.tags) then
    new.revision := old.revision + 1;
    -- save_text and restore_version say when; whoever does not is a run.
    if new.edited_at is not distinct from old.edited_at then new.edited_at := null; end if;
  end if;
  return new;
end;
$$;

-- A member's own text, locked; refuses what is not theirs and what a run is writing at the moment.
create function private.lock_own_text(p_tool_use_id bigint) returns public.tool_use
language plpgsql set search_path = '' as $$
declare
  own public.tool_use;
begin
  if not private.may_use_service() then perform private.refuse('user_blocked'); end if;
  select * into own from public.tool_use t where t.id = p_tool_use_id and t.user_id = (select auth.uid()) for update;
  if not found then perform private.refuse('not_found'); end if;
  return own;
end;
$$;

-- Writes an edited text. `base_revision` is the count that the editor stands on: another one is `edit_conflict`, unless the text is
-- the same already (a repeated save whose answer was lost). An explicit save sets saved_at, which opens sharing, and keeps a version;
-- an autosave keeps the state before it: what a run wrote always, what the person wrote at most once in ten minutes.
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
    perform private.refuse('invalid_request');
  end if;
  old_text := private.lock_own_text(save_text.tool_use_id);
  if old_text.status in ('queued', 'running') then perform private.refuse('request_in_progress'); end if;
  is_same := (old_text.title, old_text.content, old_text.tags)
    is not distinct from (save_text.title, save_text.content, save_text.tags);
  if old_text.revision <> save_text.base_revision and not is_same then perform private.refuse('edit_conflict'); end if;
  if not is_same and (old_text.edited_at is null or not exists (
    select from public.tool_use_version v
    where v.tool_use_id = old_text.id and v.created_at > now() - interval '10 minutes'
  )) then
    perform private.keep_version(old_text.id, 'person');
  end if;
  if not is_same or save_text.is_explicit then
    update public.tool_use t
      set title = save_text.title, content = save_text.content, tags = save_text.tags,
        edited_at = case when is_same then t.edited_at else clock_timestamp() end,
        saved_at = case when save_text.is_explicit then now() else t.saved_at end
      where t.id = old_text.id;
  end if;
  if save_text.is_explicit then perform private.keep_version(old_text.id, 'person'); end if;
  return query select t.revision, t.saved_at from public.tool_use t where t.id = old_text.id;
end;
$$;

-- Keeps a text that a member gives up in a conflict, so that whichever side is chosen the other one is still there.
create function public.keep_text(tool_use_id bigint, title text, content text, tags text[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
begin
  if char_length(keep_text.title) > 300 or char_length(keep_text.content) > 200000 or cardinality(keep_text.tags) > 30 then
    perform private.refuse('invalid_request');
  end if;
  own := private.lock_own_text(keep_text.tool_use_id);
  return private.add_version(own.id, keep_text.title, keep_text.content, keep_text.tags, 'person');
end;
$$;

-- Puts a version back. What stood there until now is kept as a version first, so this can be undone in the same way.
create function public.restore_version(version_id bigint)
returns table (title text, content text, tags text[], revision integer, saved_at timestamptz)
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
    set title = version.title, content = version.content, tags = version.tags, edited_at = clock_timestamp()
    where t.id = own.id;
  return query select t.title, t.content, t.tags, t.revision, t.saved_at from public.tool_use t where t.id = own.id;
end;
$$;

revoke all on public.tool_use_version from anon, authenticated;
grant select on public.tool_use_version to authenticated;
-- Texts are changed by save_text and restore_version alone: no write can leave the comparison out.
revoke update (title, content, tags) on public.tool_use from authenticated;
grant execute on function
  public.save_text(bigint, integer, text, text, text[], boolean), public.keep_text(bigint, text, text, text[]),
  public.restore_version(bigint) to authenticated;

alter table public.tool_use_version enable row level security;
create policy "blocked members have no versions" on public.tool_use_version as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read the versions of their own texts" on public.tool_use_version
  for select to authenticated using (
    exists (select from public.tool_use t where t.id = tool_use_id and t.user_id = (select auth.uid())));
drop policy "members edit their own texts" on public.tool_use;
