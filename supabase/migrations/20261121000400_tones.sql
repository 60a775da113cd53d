-- The member's own tone, learned from links to the member's posts.

create table public.user_tone (
  id uuid primary key references public."user" (id) on delete cascade,
  status text not null default 'none',
  title text,
  description text,
  icon text,
  result text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint user_tone_status_known check (status in ('none', 'processing', 'created', 'failed'))
);
comment on table public.user_tone is 'One custom tone per member.';
create trigger user_tone_touch before update on public.user_tone
  for each row execute function private.touch_updated_at();

revoke all on public.user_tone from anon, authenticated;
grant select on public.user_tone to authenticated;
alter table public.user_tone enable row level security;
create policy "blocked members see no tone" on public.user_tone as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own tone" on public.user_tone
  for select to authenticated using (id = (select auth.uid()));
