-- Texts of the writing tools. Every column that a member writes is bounded here, for every client.

create function private.are_short_tags(tags text[]) returns boolean
language sql immutable set search_path = '' as $$
  select not exists (select from unnest(tags) as t (tag) where char_length(t.tag) > 100)
$$;
grant execute on function private.are_short_tags(text[]) to authenticated;

create function private.are_labels(labels text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(labels) <= 10
    and not exists (select from unnest(labels) as l (label) where label is null or char_length(label) not between 1 and 30)
$$;

create function private.are_passages(passages text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(passages) <= 20
    and not exists (select from unnest(passages) as p (passage) where passage is null or char_length(passage) not between 1 and 500)
$$;

create table public.tool_use (
  id bigint generated always as identity primary key,
  user_id uuid not null references public."user" (id) on delete cascade,
  tool text not null,
  status text not null default 'queued',
  stage text,
  request jsonb not null,
  language text not null,
  model text not null,
  is_demo boolean not null default false,
  title text,
  titles text[] not null default '{}',
  outline text[] not null default '{}',
  content text not null default '',
  tags text[] not null default '{}',
  thumbnail text,
  error_code text,
  token bigint not null default 0,
  token_input bigint not null default 0,
  token_output bigint not null default 0,
  image bigint not null default 0,
  duration integer,
  saved_at timestamptz,
  share_id uuid unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  attempt integer not null default 1,
  revision integer not null default 0,
  edited_at timestamptz,
  deleted_at timestamptz,
  copy_of bigint references public.tool_use (id) on delete set null,
  sources jsonb not null default '[]',
  picture_error text,
  labels text[] not null default '{}',
  changed_at timestamptz not null default now(),
  goal_count integer,
  goal_unit text,
  assumed text[] not null default '{}',
  advice text[] not null default '{}',
  constraint tool_use_tool_known check (tool in (
    'article', 'document', 'business-plan', 'cover-letter', 'email', 'instagram-feed', 'keyword-data', 'keyword-trend', 'own')),
  constraint tool_use_status_known check (status in ('queued', 'running', 'done', 'stopped', 'failed')),
  constraint tool_use_title_length check (char_length(title) <= 300),
  constraint tool_use_content_length check (char_length(content) <= 200000),
  constraint tool_use_tags_count check (cardinality(tags) <= 30),
  constraint tool_use_sources_list check (jsonb_typeof(sources) = 'array'),
  -- A picture above a text is stored in the text's own syntax:
  -- `![alt](/storage/v1/object/public/image/<path>#1200x800)`.
  constraint tool_use_thumbnail_picture check (
    char_length(thumbnail) <= 600 and thumbnail ~ '^!\[[^\]\[\\]*\]\(/storage/v1/object/public/image/[0-9a-f]{32}/I[0-9]{13}\.jpg#[0-9]{1,5}x[0-9]{1,5}\)$'),
  constraint tool_use_tags_short check (private.are_short_tags(tags)),
  constraint tool_use_labels_few check (private.are_labels(labels)),
  constraint tool_use_assumed_few check (private.are_passages(assumed)),
  constraint tool_use_advice_few check (private.are_passages(advice)),
  constraint tool_use_goal_whole check ((goal_count is null) = (goal_unit is null)),
  constraint tool_use_goal_count check (goal_count between 1 and 200000),
  constraint tool_use_goal_unit check (goal_unit in ('characters', 'words')),
  constraint tool_use_sizes check (pg_column_size(request) <= 2000000 and pg_column_size(outline) <= 1000000 and pg_column_size(titles) <= 50000 and pg_column_size(sources) <= 1000000)
);
comment on table public.tool_use is 'A generation is a row. content is Markdown; token is what was charged, token_input and token_output what the model counted.';
comment on column public.tool_use.duration is 'Milliseconds from start to end.';
comment on column public.tool_use.revision is
  'Counts changes of title, content and tags, whoever makes them. A save that stands on an older count is a conflict.';
comment on column public.tool_use.edited_at is 'When a person changed the text last; null while what stands there was written by a run.';
comment on column public.tool_use.deleted_at is
  'Since when it is in the member''s trash. It can be restored until a job removes it for good, with its versions and files.';
comment on column public.tool_use.labels is 'The member''s own labels, for finding it again. tags are the hashtags of the text itself.';
comment on column public.tool_use.goal_count is 'How long the member wants the text to be, in goal_unit; null without a goal.';
comment on column public.tool_use.assumed is
  'Passages of the text that tell about its sender what the order does not say, and that the member has not confirmed.';
comment on column public.tool_use.advice is
  'What the last run advises before the text is sent, in the language of the member''s page, without what is dealt with.';
comment on column public.tool_use.changed_at is 'When title, content, tags or picture changed last, whoever changed them.';
comment on column public.tool_use.copy_of is 'The text that it was duplicated from.';
comment on column public.tool_use.sources is
  'Files and links that the last run has read: kind, name, url of a link, characters that a model was given (null for pictures).';
comment on column public.tool_use.thumbnail is 'The picture above the text, as Markdown.';
comment on column public.tool_use.picture_error is 'Why the last run could not make a picture that was asked for; the text is whole all the same, and no image was charged for it.';
comment on column public.tool_use.image is 'Images charged; nothing on plans that make as many as they like.';
create index tool_use_list on public.tool_use (user_id, id desc) include (tool) where deleted_at is null;
create index tool_use_member on public.tool_use (user_id, status);
create index tool_use_running on public.tool_use (id) where status in ('queued', 'running');
create index tool_use_deleted on public.tool_use (deleted_at) where deleted_at is not null;
create index tool_use_copies on public.tool_use (copy_of) where copy_of is not null;
-- Rows of a day are adjacent: a small index finds them and does not slow writers down.
create index tool_use_day on public.tool_use using brin (created_at);
alter table public.tool_use enable row level security;
grant select on public.tool_use to authenticated;
create policy "blocked members have no texts" on public.tool_use as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own texts" on public.tool_use
  for select to authenticated using (user_id = (select auth.uid()) and deleted_at is null);
create trigger tool_use_note_pictures before delete on public.tool_use
  for each row execute function private.enqueue_files_of_text();
create trigger tool_use_require_files before insert or update of request on public.tool_use
  for each row execute function private.require_files();

-- Every change of the text counts, of runs and members: an editor that is open in another window detects it at its next
-- save.
create function private.save_tool_use() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  new.revision := old.revision;
  if (new.title, new.content, new.tags) is distinct from (old.title, old.content, old.tags) then
    new.revision := old.revision + 1;
    -- save_text and restore_version set the time; a run does not.
    if new.edited_at is not distinct from old.edited_at then new.edited_at := null; end if;
  end if;
  new.changed_at := old.changed_at;
  if new.revision <> old.revision or new.thumbnail is distinct from old.thumbnail then new.changed_at := now(); end if;
  return new;
end;
$$;
create trigger tool_use_save before update on public.tool_use
  for each row execute function private.save_tool_use();

-- A deleted text cannot be shared or unshared, and its link shows nothing.
create function public.share_tool_use(tool_use_id bigint) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
begin
  own := private.lock_own_text(share_tool_use.tool_use_id);
  if own.saved_at is null then perform private.raise_app_error('share_after_save'); end if;
  update public.tool_use t set share_id = coalesce(t.share_id, gen_random_uuid()) where t.id = own.id
    returning t.share_id into own.share_id;
  return own.share_id;
end;
$$;
grant execute on function public.share_tool_use(bigint) to authenticated;

create function public.unshare_tool_use(tool_use_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
begin
  own := private.lock_own_text(unshare_tool_use.tool_use_id);
  update public.tool_use t set share_id = null where t.id = own.id;
end;
$$;
grant execute on function public.unshare_tool_use(bigint) to authenticated;

-- How long the member wants the text to be; without values, the goal is removed. It is no part of the text: no revision, no version.
create function public.set_text_goal(tool_use_id bigint, goal_count integer default null, goal_unit text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
begin
  own := private.lock_own_text(set_text_goal.tool_use_id);
  if (set_text_goal.goal_count is null) <> (set_text_goal.goal_unit is null)
    or set_text_goal.goal_count not between 1 and 200000 or set_text_goal.goal_unit not in ('characters', 'words')
  then perform private.raise_app_error('invalid_request'); end if;
  update public.tool_use t set goal_count = set_text_goal.goal_count, goal_unit = set_text_goal.goal_unit where t.id = own.id;
end;
$$;
grant execute on function public.set_text_goal(bigint, integer, text) to authenticated;

-- The member has dealt with a passage or a piece of advice, so it is no longer listed. It is no part of the text: no
-- revision, no version.
create function public.confirm_assumption(tool_use_id bigint, passage text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
begin
  own := private.lock_own_text(confirm_assumption.tool_use_id);
  if own.status in ('queued', 'running') then perform private.raise_app_error('request_in_progress'); end if;
  update public.tool_use t set
      assumed = array_remove(t.assumed, confirm_assumption.passage),
      advice = array_remove(t.advice, confirm_assumption.passage)
    where t.id = own.id and confirm_assumption.passage = any (t.assumed || t.advice);
end;
$$;
grant execute on function public.confirm_assumption(bigint, text) to authenticated;

-- A prompt's picture is a path of our own storage, because a URL could lead anywhere, and a script URL would run on the
-- page.
create function private.is_own_picture(path text) returns boolean
language sql immutable set search_path = '' as $$
  select path is null or path ~ '^/storage/v1/object/public/image/[0-9a-f]{32}/I[0-9]{13}\.[a-z]{3,4}$'
$$;
grant execute on function private.is_own_picture(text) to authenticated;

-- Stored bytes of a member's texts with all their versions. Sizes are read without the texts themselves.
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
  if private.stored_text_bytes(member) > private.text_quota_bytes() then perform private.raise_app_error('texts_full'); end if;
end;
$$;

-- Limits members only: a run is paid for, and may always save the version that it replaces.
create function private.limit_stored_texts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_text_room((select auth.uid()));
  return new;
end;
$$;
create trigger tool_use_copy_room before insert on public.tool_use
  for each row when (new.copy_of is not null) execute function private.limit_stored_texts();

-- Limits the versions of a prompt to a hundred a day, from every source; imports at a terminal have no caller. The
-- writer of a version locks the prompt.
create function private.limit_prompt_versions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.prompt_version v where v.prompt_id = new.prompt_id and v.created_at > now() - interval '1 day') >= 100 then
    perform private.raise_app_error('too_many_requests');
  end if;
  perform private.require_text_room((select auth.uid()));
  return new;
end;
$$;
