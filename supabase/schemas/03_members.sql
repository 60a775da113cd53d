-- Members, the sign-up survey, blocking, and the second factor with its recovery (docs/decisions/020, 039).
-- password_changed_at stays null, because members sign in through a provider.

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
  constraint user_recommend_code_form check (recommend_code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  constraint user_email_length check (char_length(email) <= 254),
  constraint user_pictures_length check (char_length(photo) <= 2000 and char_length(background) <= 2000)
);
comment on table public."user" is 'A member. id is the uuid of auth.users; uuid repeats it because the calls of the product name it so.';
comment on column public."user".is_dormant is 'Has not signed in for a year. Ended by the next sign-in; nothing is refused meanwhile.';
comment on column public."user".password_changed_at is 'Always null: people sign in through a provider, and there are no passwords.';
alter table public."user" enable row level security;
grant select on public."user" to authenticated;
-- A blocked member can still read the own record, because the block page needs it.
create policy "members read their own record" on public."user"
  for select to authenticated using (id = (select auth.uid()));

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
alter table public.user_referrer enable row level security;
grant select on public.user_referrer to authenticated;
grant insert (id, use, expertise, find, recommend_code) on public.user_referrer to authenticated;
grant update (id, use, expertise, find, recommend_code) on public.user_referrer to authenticated;

create function private.may_use_service() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public."user"
    where id = (select auth.uid()) and not is_block and is_active
  ) and not private.lacks_second_factor();
$$;
grant execute on function private.may_use_service() to authenticated;
create policy "blocked members have no survey" on public.user_referrer as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own answers" on public.user_referrer
  for select to authenticated using (id = (select auth.uid()));
create policy "members answer for themselves" on public.user_referrer
  for insert to authenticated with check (id = (select auth.uid()));
create policy "members correct their own answers" on public.user_referrer
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
create trigger user_referrer_touch before update on public.user_referrer
  for each row execute function private.touch_updated_at();

create trigger user_touch before update on public."user"
  for each row execute function private.touch_updated_at();

-- Nickname and photo of the member with exactly this invite code; open to visitors (A10). Sixty calls a minute per
-- member or network prevent guessing.
create function public.find_inviter(code text) returns table (nickname text, photo text)
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.count_use('inviter:' || coalesce((select auth.uid())::text, private.visitor_hash('inviter')), 60, 60) then
    -- PostgREST's own way to choose the whole answer (https://docs.postgrest.org/en/stable/references/errors.html#raise-errors-with-http-status-codes).
    raise sqlstate 'PGRST' using message = '{"code": "P0001", "message": "too_many_requests"}',
      detail = '{"status": 429, "headers": {"Retry-After": "60"}}';
  end if;
  return query select u.nickname, u.photo from public."user" u
    where u.recommend_code = upper(btrim(find_inviter.code)) and u.is_active and not u.is_block;
end;
$$;
comment on function public.find_inviter(text) is 'Invite look-up by recommend_code.';
grant execute on function public.find_inviter(text) to anon, authenticated;

create function private.end_sessions_of_blocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id = new.id;
  return new;
end;
$$;
create trigger user_block_ends_sessions after update of is_block on public."user"
  for each row when (new.is_block and not old.is_block) execute function private.end_sessions_of_blocked();

-- True when the caller has a verified factor and the session is without it.
create function private.lacks_second_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select auth.jwt()) ->> 'aal', '') <> 'aal2' and exists (
    select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'
  );
$$;
comment on function private.lacks_second_factor() is 'Asked by may_use_service and by needs_second_factor.';

-- A computed column of the member's own record, which is the only row that such a session can read.
create function public.needs_second_factor(public."user") returns boolean
language sql stable security definer set search_path = '' as $$
  select private.lacks_second_factor();
$$;
comment on function public.needs_second_factor(public."user") is 'A computed column: whether the session reading its own record still has to be lifted to aal2.';
grant execute on function public.needs_second_factor(public."user") to authenticated;

-- Called when a provider's code became a session. Before the sign-up there is no member to log it for.
create function public.record_sign_in() returns void
language sql security definer set search_path = '' as $$
  update public."user" u set logined_at = now(), is_dormant = false, dormanted_at = null
    where u.id = (select auth.uid()) and u.is_active
$$;
comment on function public.record_sign_in() is 'Writes down the caller''s sign-in, and ends a dormancy.';
grant execute on function public.record_sign_in() to authenticated;

create index user_awake on public."user" (coalesce(logined_at, created_at)) where is_active and not is_dormant;

-- @returns the number of marked members; a second call is harmless
create function private.mark_dormant(at_most integer default 1000) returns integer
language plpgsql set search_path = '' as $$
declare
  marked integer;
begin
  update public."user" u set is_dormant = true, dormanted_at = now() where u.id in (
    select o.id from public."user" o
      where o.is_active and not o.is_dormant and coalesce(o.logined_at, o.created_at) < now() - interval '1 year'
      order by coalesce(o.logined_at, o.created_at) limit at_most for no key update skip locked);
  get diagnostics marked = row_count;
  return marked;
end;
$$;

create table private.recovery_code (
  user_id uuid not null references public."user" (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  constraint recovery_code_pkey primary key (user_id, code_hash)
);
comment on table private.recovery_code is 'Codes that stand in for the second factor, each once. 80 random bits each, so that a plain hash is no way back to them.';
alter table private.recovery_code enable row level security;

create table private.factor_removal (
  user_id uuid not null references public."user" (id) on delete cascade,
  asked_by uuid not null references public."user" (id) on delete cascade,
  reason text not null,
  asked_at timestamptz not null default now(),
  due_at timestamptz not null default now() + interval '72 hours',
  constraint factor_removal_pkey primary key (user_id)
);
comment on table private.factor_removal is 'Second factors that an owner has asked to be removed, until they are or somebody takes it back.';
create index factor_removal_asker on private.factor_removal (asked_by);
create index factor_removal_due on private.factor_removal (due_at);
alter table private.factor_removal enable row level security;

create function private.hash_recovery_code(member uuid, code text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(member || ':' || code, 'UTF8')), 'hex')
$$;

-- Replaces all earlier codes.
create function private.set_recovery_codes(member uuid, codes text[]) returns void
language sql set search_path = '' as $$
  delete from private.recovery_code c where c.user_id = member;
  insert into private.recovery_code (user_id, code_hash) select member, private.hash_recovery_code(member, code) from unnest(codes) as code;
$$;

create function private.has_recovery_code(member uuid, code text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.recovery_code c where c.user_id = member and c.code_hash = private.hash_recovery_code(member, code))
$$;

-- The last step after the auth service has removed a member's factors: `state` is recovered or removed. It raises an
-- alarm, which also sends an e-mail.
create function private.end_second_factor(member uuid, state text) returns void
language plpgsql set search_path = '' as $$
declare
  asked private.factor_removal;
begin
  delete from private.recovery_code c where c.user_id = member;
  delete from private.factor_removal r where r.user_id = member returning * into asked;
  if state = 'removed' and asked.user_id is not null then
    insert into private.operator_log (operator_id, act, member_id) values (asked.asked_by, 'factor_removed', member);
  end if;
  perform private.tell_member(member, 'second_factor', state || ':' || gen_random_uuid(), jsonb_build_object('state', state));
end;
$$;

create function private.has_second_factor(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors f where f.user_id = member and f.status = 'verified')
$$;

create function private.list_due_factor_removals() returns setof uuid
language sql stable set search_path = '' as $$
  select r.user_id from private.factor_removal r where r.due_at <= now() order by r.due_at
$$;

-- For the member's own settings. Null without a second factor.
create function public.read_factor_safety() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
      'codes', (select count(*) from private.recovery_code c where c.user_id = (select auth.uid())),
      'removal_due_at', (select r.due_at from private.factor_removal r where r.user_id = (select auth.uid())))
  where private.may_use_service() and private.has_second_factor((select auth.uid()))
$$;
comment on function public.read_factor_safety() is 'How many recovery codes are left, and when an owner''s removal of the factor takes effect.';
grant execute on function public.read_factor_safety() to authenticated;

create function public.cancel_factor_removal() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  delete from private.factor_removal r where r.user_id = (select auth.uid());
end;
$$;
comment on function public.cancel_factor_removal() is 'The member still has the factor: the session was lifted with it.';
grant execute on function public.cancel_factor_removal() to authenticated;

create function private.require_owner() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_operator();
  if not exists (select from public."user" u where u.id = (select auth.uid()) and u.role = 'owner') then
    raise exception using errcode = '42501', message = 'forbidden';
  end if;
end;
$$;

-- Not for the own account: a hijacked owner's session could otherwise remove the factor.
create function public.operator_ask_factor_removal(member uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words text;
  due timestamptz;
begin
  perform private.require_owner();
  words := private.require_text(reason, 500);
  if member = (select auth.uid()) then raise exception using errcode = '42501', message = 'forbidden'; end if;
  if not private.has_second_factor(member) then perform private.raise_app_error('not_found'); end if;
  insert into private.factor_removal as r (user_id, asked_by, reason) values (member, (select auth.uid()), words)
    on conflict on constraint factor_removal_pkey do nothing returning r.due_at into due;
  if due is null then perform private.raise_app_error('not_found'); end if;
  perform private.log_act('factor_removal_ask', null, member, jsonb_build_object('reason', words, 'due_at', due));
  perform private.tell_member(member, 'second_factor', 'asked:' || gen_random_uuid(), jsonb_build_object('state', 'asked', 'date', due));
end;
$$;
comment on function public.operator_ask_factor_removal(uuid, text) is 'Owners only, and never for oneself. Takes effect after three days.';
grant execute on function public.operator_ask_factor_removal(uuid, text) to authenticated;

create function public.operator_cancel_factor_removal(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_owner();
  delete from private.factor_removal r where r.user_id = member;
  if not found then perform private.raise_app_error('not_found'); end if;
  perform private.log_act('factor_removal_cancel', null, member);
end;
$$;
grant execute on function public.operator_cancel_factor_removal(uuid) to authenticated;

create function private.forget_second_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.recovery_code c where c.user_id = new.id;
  delete from private.factor_removal r where r.user_id = new.id;
  return new;
end;
$$;
create trigger user_forget_second_factor after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_second_factor();
