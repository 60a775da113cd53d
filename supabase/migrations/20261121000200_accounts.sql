-- Who people are: the member's record, the sign-up survey, and what others may see of a member.

create function private.new_recommend_code() returns text
language sql volatile set search_path = '' as $$
  -- 32 signs without 0, O, 1, I: a random byte modulo 32 is uniform. gen_random_uuid() is the core's only source of strong randomness.
  select string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', (get_byte(bytes, i) % 32) + 1, 1), '')
  from (select uuid_send(gen_random_uuid()) as bytes) as random, unnest(array[0, 1, 2, 3, 4, 5, 10, 11]) as i;
$$;

create table public."user" (
  id uuid primary key references auth.users (id) on delete cascade,
  uuid uuid not null generated always as (id) stored unique,
  nickname text not null,
  email text,
  photo text,
  background text,
  provider text not null,
  role text not null default 'member',
  recommend_code text not null default private.new_recommend_code() unique,
  is_email_reception boolean not null default false,
  is_terms_use boolean not null default false,
  is_terms_privacy boolean not null default false,
  is_block boolean not null default false,
  is_dormant boolean not null default false,
  is_active boolean not null default true,
  blocked_at timestamptz,
  dormanted_at timestamptz,
  logined_at timestamptz,
  password_changed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint user_nickname_length check (char_length(nickname) between 2 and 20),
  constraint user_nickname_printable check (nickname !~ '[[:cntrl:]]' and nickname = btrim(nickname)),
  constraint user_role_known check (role in ('member', 'operator', 'owner')),
  constraint user_recommend_code_form check (recommend_code ~ '^[A-HJ-NP-Z2-9]{8}$')
);
comment on table public."user" is 'A member. id is the uuid of auth.users; uuid repeats it because the calls of the product name it so.';
create unique index user_nickname_key on public."user" (lower(nickname));

create table public.user_referrer (
  id uuid primary key references public."user" (id) on delete cascade,
  use text,
  expertise text,
  find text,
  recommend_code text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint user_referrer_use_known check (use in ('work', 'hobby', 'education', 'other')),
  constraint user_referrer_expertise_known check (expertise in (
    'software_development', 'engineering', 'data_science', 'marketing', 'writing', 'design', 'education',
    'customer_support', 'finance', 'legal', 'sales', 'hr', 'other')),
  constraint user_referrer_find_known check (find in (
    'google', 'naver', 'facebook', 'instagram', 'threads', 'linkedin', 'twitter', 'youtube', 'blog', 'friend', 'other')),
  constraint user_referrer_recommend_code_form check (recommend_code ~ '^[A-HJ-NP-Z2-9]{8}$')
);
comment on table public.user_referrer is 'Answers of the sign-up survey, one row per member.';

create trigger user_touch before update on public."user"
  for each row execute function private.touch_updated_at();
create trigger user_referrer_touch before update on public.user_referrer
  for each row execute function private.touch_updated_at();

-- True while the caller is a member who may use the service. Restrictive policies ask it once per statement.
create function private.may_use_service() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public."user"
    where id = (select auth.uid()) and not is_block and is_active
  );
$$;
grant execute on function private.may_use_service() to authenticated;

-- The inviter behind one exact code: nickname and photo, nothing else, open to visitors (A10).
create function public.find_inviter(code text) returns table (nickname text, photo text)
language sql stable security definer set search_path = '' as $$
  select u.nickname, u.photo from public."user" u
  where u.recommend_code = upper(btrim(code)) and u.is_active and not u.is_block;
$$;
comment on function public.find_inviter(text) is 'Invite look-up by recommend_code.';

revoke all on public."user", public.user_referrer from anon, authenticated;
grant select on public."user" to authenticated;
grant select on public.user_referrer to authenticated;
grant insert (id, use, expertise, find, recommend_code) on public.user_referrer to authenticated;
grant update (id, use, expertise, find, recommend_code) on public.user_referrer to authenticated;
grant execute on function public.find_inviter(text) to anon, authenticated;

alter table public."user" enable row level security;
alter table public.user_referrer enable row level security;

-- A blocked member still reads the own record: the block page depends on it.
create policy "members read their own record" on public."user"
  for select to authenticated using (id = (select auth.uid()));

create policy "blocked members have no survey" on public.user_referrer as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own answers" on public.user_referrer
  for select to authenticated using (id = (select auth.uid()));
create policy "members answer for themselves" on public.user_referrer
  for insert to authenticated with check (id = (select auth.uid()));
create policy "members correct their own answers" on public.user_referrer
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
