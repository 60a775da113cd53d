-- Generations of the writing tools and what people made of them.

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
  stop_requested_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint tool_use_tool_known check (tool in (
    'article', 'document', 'business-plan', 'cover-letter', 'email', 'instagram-feed', 'keyword-data', 'keyword-trend')),
  constraint tool_use_status_known check (status in ('queued', 'running', 'done', 'stopped', 'failed')),
  constraint tool_use_title_length check (char_length(title) <= 300),
  constraint tool_use_content_length check (char_length(content) <= 200000),
  constraint tool_use_tags_count check (cardinality(tags) <= 30)
);
comment on table public.tool_use is 'A generation is a row. content is Markdown; token is what was charged, token_input and token_output what the model counted.';
comment on column public.tool_use.duration is 'Milliseconds from start to end.';
create index tool_use_list on public.tool_use (user_id, id desc);
create index tool_use_running on public.tool_use (id) where status in ('queued', 'running');

-- What a member changes in the editor counts as a save; a running generation writes the text itself.
create function private.save_tool_use() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  if current_user = 'authenticated' then
    if old.status in ('queued', 'running') then
      raise exception using errcode = 'P0001', message = 'request_in_progress';
    end if;
    new.saved_at := now();
  end if;
  return new;
end;
$$;
create trigger tool_use_save before update on public.tool_use
  for each row execute function private.save_tool_use();

-- Opens a saved text to everybody who has the link; the id is random, so it cannot be guessed. Sharing again keeps the link.
create function public.share_tool_use(tool_use_id bigint) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  found_use public.tool_use;
begin
  if not private.may_use_service() then perform private.refuse('user_blocked'); end if;
  select * into found_use from public.tool_use t where t.id = tool_use_id and t.user_id = (select auth.uid()) for update;
  if not found then perform private.refuse('not_found'); end if;
  if found_use.saved_at is null then perform private.refuse('share_after_save'); end if;
  update public.tool_use t set share_id = coalesce(t.share_id, gen_random_uuid()) where t.id = tool_use_id
    returning t.share_id into found_use.share_id;
  return found_use.share_id;
end;
$$;

-- Closes the link; a later share gets a new one.
create function public.unshare_tool_use(tool_use_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_use_service() then perform private.refuse('user_blocked'); end if;
  update public.tool_use t set share_id = null where t.id = tool_use_id and t.user_id = (select auth.uid());
  if not found then perform private.refuse('not_found'); end if;
end;
$$;

-- What a visitor sees of a shared text: nothing of its author or of the request.
create function public.read_shared_text(share_id uuid)
returns table (title text, content text, tags text[], language text, tool text, is_demo boolean, updated_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select t.title, t.content, t.tags, t.language, t.tool, t.is_demo, t.updated_at
  from public.tool_use t join public."user" u on u.id = t.user_id
  where t.share_id = read_shared_text.share_id and not u.is_block and u.is_active;
$$;

revoke all on public.tool_use from anon, authenticated;
grant select, delete on public.tool_use to authenticated;
grant update (title, content, tags) on public.tool_use to authenticated;
grant execute on function public.share_tool_use(bigint), public.unshare_tool_use(bigint) to authenticated;
grant execute on function public.read_shared_text(uuid) to anon, authenticated;

alter table public.tool_use enable row level security;
create policy "blocked members have no texts" on public.tool_use as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own texts" on public.tool_use
  for select to authenticated using (user_id = (select auth.uid()));
create policy "members edit their own texts" on public.tool_use
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "members delete their own finished texts" on public.tool_use
  for delete to authenticated using (user_id = (select auth.uid()) and status not in ('queued', 'running'));
