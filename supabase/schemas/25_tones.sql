-- The member's own tone, learned from the member's posts. The result replaces the tone when the analysis succeeds;
-- until then the old one is used.

create table public.user_tone (
  id uuid primary key references public."user" (id) on delete cascade,
  status text not null default 'none',
  title text,
  description text,
  icon text,
  result text,
  manner jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint user_tone_status_known check (status in ('none', 'processing', 'created', 'failed')),
  constraint user_tone_lengths check (char_length(title) <= 60 and char_length(description) <= 300 and char_length(icon) <= 16 and char_length(result) <= 4000),
  constraint user_tone_manner_size check (pg_column_size(manner) <= 2000)
);
comment on table public.user_tone is 'One custom tone per member.';
comment on column public.user_tone.manner is 'What could be counted in the posts (shared/manner.ts); null for a tone that was learned before it was counted.';
alter table public.user_tone enable row level security;
grant select, delete on public.user_tone to authenticated;
create policy "blocked members see no tone" on public.user_tone as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own tone" on public.user_tone
  for select to authenticated using (id = (select auth.uid()));
create policy "members delete their own tone" on public.user_tone
  for delete to authenticated using (id = (select auth.uid()) and status <> 'processing');
create trigger user_tone_touch before update of title, description, icon, result on public.user_tone
  for each row execute function private.touch_updated_at();

create table public.tone_analysis (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.user_tone (id) on delete cascade,
  urls text[] not null,
  language text not null,
  links jsonb not null default '[]',
  status text not null default 'running',
  error_code text,
  model text not null,
  is_demo boolean not null default false,
  title text,
  description text,
  icon text,
  result text,
  manner jsonb,
  token bigint not null default 0,
  token_input bigint not null default 0,
  token_output bigint not null default 0,
  duration integer,
  created_at timestamptz not null default now(),
  constraint tone_analysis_urls_count check (cardinality(urls) between 3 and 10),
  constraint tone_analysis_language_known check (language in ('ko', 'en')),
  constraint tone_analysis_status_known check (status in ('running', 'done', 'stopped', 'failed')),
  constraint tone_analysis_whole check (
    status <> 'done' or (title is not null and description is not null and icon is not null and result is not null)),
  constraint tone_analysis_lengths check (char_length(title) <= 60 and char_length(description) <= 300 and char_length(icon) <= 16 and char_length(result) <= 4000),
  constraint tone_analysis_links_size check (pg_column_size(urls) <= 100000 and pg_column_size(links) <= 100000),
  constraint tone_analysis_manner_size check (pg_column_size(manner) <= 2000)
);
comment on table public.tone_analysis is
  'Attempts to learn a member''s tone. They belong to the tone: who deletes it deletes what it was learned from.';
comment on column public.tone_analysis.links is 'What was read of each link: {url, title, site, characters}, or {url, code}.';
comment on column public.tone_analysis.duration is 'Milliseconds from start to end.';
create index tone_analysis_list on public.tone_analysis (user_id, id desc);
create index tone_analysis_running on public.tone_analysis (id) where status = 'running';
create index tone_analysis_day on public.tone_analysis using brin (created_at);
alter table public.tone_analysis enable row level security;
grant select on public.tone_analysis to authenticated;
create policy "blocked members see no analyses" on public.tone_analysis as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own analyses" on public.tone_analysis
  for select to authenticated using (user_id = (select auth.uid()));
create trigger tone_analysis_forget_runs after delete on public.tone_analysis
  for each row execute function private.forget_runs('tone_analysis');

create function private.begin_tone_analysis() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.user_tone t set status = 'processing' where t.id = new.user_id
    and exists (select from public.tone_analysis a where a.id = new.id and a.status = 'running');
  return null;
end;
$$;
-- At the end of the transaction, after the run's hold, in the same order as at the end of the analysis. Another order
-- could deadlock.
create constraint trigger tone_analysis_begin after insert on public.tone_analysis
  deferrable initially deferred for each row execute function private.begin_tone_analysis();

create function private.end_tone_analysis() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status <> 'done' then
    update public.user_tone t set status = case
        when t.result is not null then 'created'
        when new.status = 'stopped' then 'none'
        else 'failed' end
      where t.id = new.user_id;
    return null;
  end if;
  update public.user_tone t set status = 'created', title = new.title, description = new.description, icon = new.icon, result = new.result, manner = new.manner,
      created_at = case when t.result is null then now() else t.created_at end
    where t.id = new.user_id;
  insert into public.user_alarm (user_id, kind, source_id, data)
    values (new.user_id, 'custom_tone', new.id::text, jsonb_build_object('title', new.title))
    on conflict on constraint user_alarm_once do nothing;
  return null;
end;
$$;
create trigger tone_analysis_end after update of status on public.tone_analysis
  for each row when (old.status = 'running' and new.status <> 'running') execute function private.end_tone_analysis();
