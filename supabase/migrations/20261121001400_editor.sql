-- Commands in the editor: each is a run of its own with a hold, a cause and a row, beside the text that it was asked for.

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
  constraint tool_edit_feature_known check (feature in (
    'tag', 'title', 'text', 'text-improve', 'text-fix', 'text-short', 'text-long', 'text-continue')),
  constraint tool_edit_status_known check (status in ('running', 'done', 'stopped', 'failed')),
  constraint tool_edit_result_length check (char_length(result) <= 200000)
);
comment on table public.tool_edit is
  'What the editor''s AI commands made and cost. The text itself changes only when the member accepts, as an edit of their own.';
comment on column public.tool_edit.duration is 'Milliseconds from start to end.';
create index tool_edit_of_text on public.tool_edit (tool_use_id);
create index tool_edit_of_member on public.tool_edit (user_id);
create index tool_edit_running on public.tool_edit (id) where status = 'running';
create trigger tool_edit_forget_events after delete on public.tool_edit
  for each row execute function private.forget_run_events('tool_edit');

revoke all on public.tool_edit from anon, authenticated;
grant select on public.tool_edit to authenticated;
alter table public.tool_edit enable row level security;
create policy "blocked members see no edits" on public.tool_edit as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own edits" on public.tool_edit
  for select to authenticated using (user_id = (select auth.uid()));
