-- Readers' reports about a prompt.

create table public.prompt_report (
  id bigint generated always as identity primary key,
  prompt_id bigint not null references public.prompt (id) on delete cascade,
  user_id uuid not null references public."user" (id) on delete cascade,
  reason text not null,
  detail text not null default '',
  status text not null default 'open',
  created_at timestamptz not null default now(),
  constraint prompt_report_reason_known check (reason in ('copied', 'harmful', 'private_data', 'advertising', 'broken', 'other')),
  constraint prompt_report_detail_length check (char_length(detail) <= 1000),
  constraint prompt_report_status_known check (status in ('open', 'kept', 'removed')),
  constraint prompt_report_once unique (prompt_id, user_id)
);
comment on table public.prompt_report is 'One report per prompt and member.';
create index prompt_report_own on public.prompt_report (user_id);
create index prompt_report_open on public.prompt_report (id) where status = 'open';
alter table public.prompt_report enable row level security;
grant select on public.prompt_report to authenticated;
grant insert (prompt_id, user_id, reason, detail) on public.prompt_report to authenticated;
create policy "blocked members report nothing" on public.prompt_report as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members see what they reported" on public.prompt_report
  for select to authenticated using (user_id = (select auth.uid()));
-- The subquery finds only the caller's own prompts.
create policy "members report shown prompts of others" on public.prompt_report
  for insert to authenticated with check (user_id = (select auth.uid()) and private.sees_prompt(prompt_id) and not exists (select from public.prompt p where p.id = prompt_id));

-- Limits a member to twenty reports a day.
create function private.limit_prompt_reports() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_member(new.user_id);
  if (select count(*) from public.prompt_report r where r.user_id = new.user_id and r.created_at > now() - interval '1 day') >= 20 then
    perform private.raise_app_error('too_many_requests');
  end if;
  return new;
end;
$$;
create trigger prompt_report_limit before insert on public.prompt_report
  for each row execute function private.limit_prompt_reports();
