-- The schema as supabase/schemas describes it on this day. See docs/database.md.

set check_function_bodies = off;

-- 01_foundations.sql

-- Hosted Supabase grants everything on new objects to the browser's roles. Its grants are per schema, and a schema's default privileges cannot
-- take away what the global ones give, so both are revoked.
revoke all on all tables in schema public from anon, authenticated;

revoke all on all sequences in schema public from anon, authenticated;

revoke all on all functions in schema public from public, anon, authenticated;

alter default privileges in schema public revoke all on tables from anon, authenticated;

alter default privileges in schema public revoke all on sequences from anon, authenticated;

alter default privileges in schema public revoke all on functions from anon, authenticated;

alter default privileges revoke execute on functions from public;

revoke create on schema public from public, anon, authenticated;

create schema private;

comment on schema private is 'Functions and rows that are never exposed: policies and the server use them.';

revoke all on schema private from public;

grant usage on schema private to anon, authenticated, service_role;

alter default privileges in schema private revoke execute on functions from public;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

-- A refusal that the product's error catalogue knows: the message is its code.
create function private.raise_app_error(code text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = code;
end;
$$;

-- 02_limits.sql

create table private.use_count (
  key text primary key,
  window_started_at timestamptz not null default now(),
  count integer not null default 1
);

comment on table private.use_count is
  'How often something was done in a fixed window, for all processes together. Keys say what and by whom: member:id and host:name read links, keyword:id looks keywords up, contact:id or a keyed hash of an address asks us, inviter:id or a hash of an address looks a code up.';

alter table private.use_count enable row level security;

create index use_count_window on private.use_count (window_started_at);

create table private.daily_use (
  day date not null,
  key text not null,
  runs integer not null default 0,
  tokens bigint not null default 0,
  images integer not null default 0,
  primary key (day, key),
  constraint daily_use_not_negative check (runs >= 0 and tokens >= 0),
  constraint daily_use_images_not_negative check (images >= 0)
);

comment on table private.daily_use is
  'Runs begun and tokens charged on a day of Korea: one row per member (member:id) and sixteen for the site (site:n), so that members do not wait for each other.';

comment on column private.daily_use.images is 'Images that runs of the day set out to make, whether or not they came to be: they may have cost the site.';

alter table private.daily_use enable row level security;

-- Always the same part of the site for a member: a transaction never takes two.
create function private.site_share(spender uuid) returns text
language sql immutable set search_path = '' as $$
  select 'site:' || (pg_catalog.hashtext(spender::text) & 15);
$$;

create function private.korean_day() returns date
language sql stable set search_path = '' as $$
  select (now() at time zone 'Asia/Seoul')::date;
$$;

-- What was charged is what history says.
create function private.count_tokens_of_day() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.daily_use as d (day, key, tokens)
  values (private.korean_day(), 'member:' || new.spender_id, -new.amount), (private.korean_day(), private.site_share(new.spender_id), -new.amount)
  on conflict (day, key) do update set tokens = d.tokens + excluded.tokens;
  return new;
end;
$$;

-- Counts one use. False when the window's limit is passed.
create function private.count_use(p_key text, p_max integer, p_window_seconds integer) returns boolean
language sql set search_path = '' as $$
  with swept as (
    delete from private.use_count c
    where random() < 0.02 and c.window_started_at < now() - interval '1 hour' and c.key <> p_key
  )
  insert into private.use_count as c (key) values (p_key)
  on conflict (key) do update set
    count = case when c.window_started_at < now() - make_interval(secs => p_window_seconds) then 1 else c.count + 1 end,
    window_started_at =
      case when c.window_started_at < now() - make_interval(secs => p_window_seconds) then now() else c.window_started_at end
  returning c.count <= p_max;
$$;

create function private.lock_member(member uuid) returns void
language sql set search_path = '' as $$
  select from public."user" u where u.id = member for no key update
$$;

comment on function private.lock_member(uuid) is 'Whoever counts what a member made today comes one after the other. Rows that refer to the member do not wait.';

create table private.visitor_secret (
  is_only boolean primary key default true,
  secret bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  proxy_hash bytea,
  constraint visitor_secret_one check (is_only)
);

comment on table private.visitor_secret is 'The key of the hashes of visitors'' addresses. One row, made here; a new one only lets visitors count twice on that day.';

comment on column private.visitor_secret.proxy_hash is 'SHA-256 of PROXY_SECRET, written at the start of the product. Calls with that secret name their visitor themselves.';

alter table private.visitor_secret enable row level security;

create function private.visitor_hash(purpose text) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(s.secret || convert_to(purpose || ':' || current_date || ':' || coalesce(private.caller_network(), ''), 'UTF8')), 'hex')
  from private.visitor_secret s
$$;

create unlogged table private.search_call (
  caller text not null,
  called_at timestamptz not null default clock_timestamp()
);

comment on table private.search_call is 'Searches of prompts of the last minutes, by member or by hash of a visitor''s address.';

create index search_call_caller on private.search_call (caller, called_at);

create index search_call_time on private.search_call (called_at);

alter table private.search_call enable row level security;

-- Called at the start of the product.
create function private.trust_proxy_secret(secret_hash bytea) returns void
language sql security definer set search_path = '' as $$
  update private.visitor_secret set proxy_hash = secret_hash where proxy_hash is distinct from secret_hash
$$;

-- Where a call comes from. Pages that our own server renders name their visitor and prove it. On hosted Supabase the first entry of
-- x-forwarded-for is whatever the caller sent, and cf-connecting-ip is Cloudflare's own
-- (https://github.com/orgs/supabase/discussions/34647; not tried on a hosted project: UNCONFIRMED). local-backend hides that header and the
-- secret, and writes x-forwarded-for itself.
create function private.caller_address() returns text
language sql stable set search_path = '' as $$
  select btrim(case
    when sha256(convert_to(h.all ->> 'x-proxy-secret', 'UTF8')) = s.proxy_hash then h.all ->> 'x-visitor-address'
    else coalesce(h.all ->> 'cf-connecting-ip', (string_to_array(h.all ->> 'x-forwarded-for', ','))[
      cardinality(string_to_array(h.all ->> 'x-forwarded-for', ','))])
  end)
  from private.visitor_secret s, (select nullif(current_setting('request.headers', true), '')::jsonb as all) h
$$;

-- What is counted: an IPv4 address, or the /64 of an IPv6 one, all of which one line has.
create function private.caller_network() returns text
language plpgsql stable set search_path = '' as $$
declare
  address constant text := regexp_replace(private.caller_address(), '^::ffff:(\d+\.)', '\1', 'i');
begin
  return case when family(address::inet) = 6 then host(network(set_masklen(address::inet, 64))) else host(address::inet) end;
exception when invalid_text_representation then
  return address;
end;
$$;

-- 03_members.sql

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

comment on column public."user".is_dormant is 'Has not signed in for a year. Ended by the next sign-in; nothing is refused meanwhile.';

comment on column public."user".password_changed_at is 'Always null: people sign in through a provider, and there are no passwords.';

alter table public."user" enable row level security;

-- A blocked member still reads the own record: the block page depends on it.
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

create function private.may_use_service() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public."user"
    where id = (select auth.uid()) and not is_block and is_active
  ) and not private.lacks_second_factor();
$$;

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

-- Nickname and photo of the member behind one exact invite code; open to visitors (A10). Limited to sixty calls a minute per member or
-- network, so that codes cannot be guessed.
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

create function private.end_sessions_of_blocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id = new.id;
  return new;
end;
$$;

create trigger user_block_ends_sessions after update of is_block on public."user"
  for each row when (new.is_block and not old.is_block) execute function private.end_sessions_of_blocked();

-- True when the caller has a verified factor that this session was not lifted with.
create function private.lacks_second_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select auth.jwt()) ->> 'aal', '') <> 'aal2' and exists (
    select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'
  );
$$;

comment on function private.lacks_second_factor() is 'Asked by may_use_service and by needs_second_factor.';

-- What a page asks for with the member's own record, the one thing that such a session still reads.
create function public.needs_second_factor(public."user") returns boolean
language sql stable security definer set search_path = '' as $$
  select private.lacks_second_factor();
$$;

comment on function public.needs_second_factor(public."user") is 'A computed column: whether the session reading its own record still has to be lifted to aal2.';

-- Called where a provider's code became a session. Before the sign-up there is nobody to write it down for.
create function public.record_sign_in() returns void
language sql security definer set search_path = '' as $$
  update public."user" u set logined_at = now(), is_dormant = false, dormanted_at = null
    where u.id = (select auth.uid()) and u.is_active
$$;

comment on function public.record_sign_in() is 'Writes down the caller''s sign-in, and ends a dormancy.';

create index user_awake on public."user" (coalesce(logined_at, created_at)) where is_active and not is_dormant;

-- @returns how many it found; harmless when repeated
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

-- The codes of before are worth nothing from now on.
create function private.set_recovery_codes(member uuid, codes text[]) returns void
language sql set search_path = '' as $$
  delete from private.recovery_code c where c.user_id = member;
  insert into private.recovery_code (user_id, code_hash) select member, private.hash_recovery_code(member, code) from unnest(codes) as code;
$$;

create function private.has_recovery_code(member uuid, code text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.recovery_code c where c.user_id = member and c.code_hash = private.hash_recovery_code(member, code))
$$;

-- What is left to do once the auth service has removed a member's factors: `state` is recovered or removed. An alarm, and by it a letter.
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

-- What the member's own settings show. Null without a second factor.
create function public.read_factor_safety() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
      'codes', (select count(*) from private.recovery_code c where c.user_id = (select auth.uid())),
      'removal_due_at', (select r.due_at from private.factor_removal r where r.user_id = (select auth.uid())))
  where private.may_use_service() and private.has_second_factor((select auth.uid()))
$$;

comment on function public.read_factor_safety() is 'How many recovery codes are left, and when an owner''s removal of the factor takes effect.';

create function public.cancel_factor_removal() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  delete from private.factor_removal r where r.user_id = (select auth.uid());
end;
$$;

comment on function public.cancel_factor_removal() is 'The member still has the factor: the session was lifted with it.';

create function private.require_owner() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_operator();
  if not exists (select from public."user" u where u.id = (select auth.uid()) and u.role = 'owner') then
    raise exception using errcode = '42501', message = 'forbidden';
  end if;
end;
$$;

-- Not for oneself: whoever took an owner's session over would be rid of the factor.
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

create function public.operator_cancel_factor_removal(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_owner();
  delete from private.factor_removal r where r.user_id = member;
  if not found then perform private.raise_app_error('not_found'); end if;
  perform private.log_act('factor_removal_cancel', null, member);
end;
$$;

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

-- 05_ledger.sql

create table public.user_usage (
  id uuid primary key references public."user" (id) on delete cascade,
  token bigint not null default 0,
  image bigint not null default 0,
  plan text not null default 'starter',
  payment_id bigint,
  payment_code text,
  payment_token bigint not null default 0,
  payment_image bigint not null default 0,
  last_subscription_id bigint,
  last_subscription_status text,
  last_order_id bigint,
  last_order_code text,
  last_order_type text,
  last_payment_id bigint,
  last_payment_order_id text,
  last_payment_status text,
  constraint user_usage_plan_known check (plan in ('starter', 'basic', 'pro', 'team')),
  constraint user_usage_subscription_known check (
    last_subscription_status in ('ACTIVE', 'UNPAID', 'PENDING_CANCEL', 'EXPIRED', 'CANCELED')),
  constraint user_usage_not_negative check (token >= 0 and image >= 0 and payment_token >= 0 and payment_image >= 0)
);

comment on table public.user_usage is
  'Balances and plan of a member. token and image are gifts and rewards; payment_token and payment_image are this paid period''s, spent first.';

alter table public.user_usage enable row level security;

create policy "blocked members see no usage" on public.user_usage as restrictive
  to authenticated using ((select private.may_use_service()));

create policy "members read their own usage" on public.user_usage
  for select to authenticated using (id = (select auth.uid()));

create table public.user_benefit (
  id uuid primary key references public."user" (id) on delete cascade,
  type text not null,
  type_detail text,
  duration integer not null,
  duration_unit text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  constraint user_benefit_unit_known check (duration_unit in ('day', 'month', 'year')),
  constraint user_benefit_period check (end_at > start_at and duration > 0)
);

comment on table public.user_benefit is 'A gift or promotion that an operator gave, with start and end.';

alter table public.user_benefit enable row level security;

create policy "blocked members see no benefit" on public.user_benefit as restrictive
  to authenticated using ((select private.may_use_service()));

create policy "members read their own benefit" on public.user_benefit
  for select to authenticated using (id = (select auth.uid()));

create table public.token_history (
  id bigint generated always as identity,
  user_id uuid not null references public."user" (id) on delete restrict,
  spender_id uuid not null references public."user" (id) on delete restrict,
  kind text not null,
  bucket text not null default 'token',
  amount bigint not null,
  balance_after bigint not null,
  idempotency_key text not null,
  tool_use_id bigint,
  prompt_use_id bigint,
  created_at timestamptz not null default now(),
  constraint token_history_bucket_known check (bucket in ('token', 'payment_token')),
  constraint token_history_kind_known check (kind in ('sign_up', 'use', 'refund', 'invite', 'review', 'payment', 'expire', 'operator', 'reversal')),
  constraint token_history_sign check (
    case when kind in ('use', 'expire', 'reversal') then amount < 0 when kind = 'operator' then amount <> 0 else amount > 0 end),
  constraint token_history_once unique (user_id, idempotency_key),
  primary key (user_id, id)
);

comment on table public.token_history is 'Every movement of tokens. user_id owns the balance, spender_id caused the movement, idempotency_key is unique for its member, so that nothing happens twice. Every key begins with user_id, so that the table can be partitioned by member.';

create index token_history_key on public.token_history (idempotency_key);

create index token_history_day on public.token_history using brin (created_at);

create index token_history_spender on public.token_history (spender_id, user_id, created_at);

create index token_history_of_team on public.token_history (spender_id, id desc) where spender_id <> user_id;

alter table public.token_history enable row level security;

create policy "blocked members see no token history" on public.token_history as restrictive
  to authenticated using ((select private.may_use_service()));

-- Whoever writes on a team's tokens sees their own charges, whose lines stand under the owner.
create policy "members read their own token history" on public.token_history
  for select to authenticated using (user_id = (select auth.uid()) or spender_id = (select auth.uid()));

create trigger token_history_count_day after insert on public.token_history
  for each row when (new.kind = 'use' and new.amount < 0) execute function private.count_tokens_of_day();

create table public.image_history (
  id bigint generated always as identity,
  user_id uuid not null references public."user" (id) on delete restrict,
  spender_id uuid not null references public."user" (id) on delete restrict,
  kind text not null,
  bucket text not null default 'image',
  amount bigint not null,
  balance_after bigint not null,
  idempotency_key text not null,
  tool_use_id bigint,
  prompt_use_id bigint,
  created_at timestamptz not null default now(),
  constraint image_history_bucket_known check (bucket in ('image', 'payment_image')),
  constraint image_history_kind_known check (kind in ('sign_up', 'use', 'refund', 'invite', 'review', 'payment', 'expire', 'operator', 'reversal')),
  constraint image_history_sign check (
    case when kind in ('use', 'expire', 'reversal') then amount < 0 when kind = 'operator' then amount <> 0 else amount > 0 end),
  constraint image_history_once unique (user_id, idempotency_key),
  primary key (user_id, id)
);

comment on table public.image_history is 'Every movement of image credits; same rules as token_history.';

create index image_history_key on public.image_history (idempotency_key);

create index image_history_spender on public.image_history (spender_id, user_id, created_at);

create index image_history_of_team on public.image_history (spender_id, id desc) where spender_id <> user_id;

alter table public.image_history enable row level security;

create policy "blocked members see no image history" on public.image_history as restrictive
  to authenticated using ((select private.may_use_service()));

create policy "members read their own image history" on public.image_history
  for select to authenticated using (user_id = (select auth.uid()) or spender_id = (select auth.uid()));

-- Every piece of work that costs: a text, a command of the editor, the answers to a prompt, a tone, a keyword. While it goes on its row is the
-- hold on the payer's balance, the lease of the process that works on it, its place in the queue and the lock that refuses a second run (B39).
create table private.run (
  id bigint generated always as identity primary key,
  kind text not null,
  subject_id bigint not null,
  attempt integer not null default 1,
  idempotency_key text not null generated always as (kind || ':' || subject_id || ':' || attempt) stored unique,
  member_id uuid not null references public."user" (id) on delete cascade,
  payer_id uuid not null references public.user_usage (id) on delete cascade,
  input jsonb not null default '{}',
  model text not null default '',
  status text not null default 'running',
  held_token bigint not null,
  held_image bigint not null,
  token bigint not null default 0,
  image bigint not null default 0,
  token_input bigint not null default 0,
  token_output bigint not null default 0,
  duration integer not null default 0,
  error_code text,
  state jsonb,
  failure_count smallint not null default 0,
  lease_until timestamptz not null,
  handed_over_at timestamptz,
  cancel_requested_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint run_kind_known check (kind in ('tool_use', 'tool_edit', 'prompt_use', 'tone_analysis', 'keyword_search')),
  constraint run_status_known check (status in ('queued', 'running', 'done', 'stopped', 'failed')),
  constraint run_ended check ((ended_at is null) = (status in ('queued', 'running'))),
  constraint run_held_not_negative check (held_token >= 0 and held_image >= 0)
);

comment on table private.run is 'A run from its hold to its end, kept for 90 days. kind names the table whose row subject_id it works on.';

comment on column private.run.id is 'Also its place in the queue: of those that go on, as many as the site''s capacity with the lowest ids run, the others wait.';

comment on column private.run.input is 'What is needed to write its end when its process is gone.';

comment on column private.run.state is 'What its events add up to, for late readers: kept for a day after its end.';

comment on column private.run.handed_over_at is
  'Since when its process, which is about to end, has left it for another one to go on with. token, image and the counts beside them say what it had used by then.';

comment on column private.run.failure_count is 'How often its recovery failed. After five times it is left alone, its hold released.';

create unique index run_one_live on private.run (member_id) where ended_at is null;

create index run_member on private.run (member_id, id desc);

create index run_payer on private.run (payer_id, ended_at);

create index run_lease on private.run (lease_until) where ended_at is null;

create index run_queue on private.run (id) where ended_at is null;

create index run_subject on private.run (kind, subject_id, id desc);

create index run_ended_at on private.run (ended_at) include (status);

create index run_with_state on private.run (ended_at) where state is not null;

alter table private.run enable row level security;

-- The history row moves the balance; the row lock on user_usage puts movements of one member in order.
create function private.apply_token_history() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.bucket = 'token' then
    update public.user_usage set token = token + new.amount where id = new.user_id returning token into new.balance_after;
  else
    update public.user_usage set payment_token = payment_token + new.amount where id = new.user_id
      returning payment_token into new.balance_after;
  end if;
  if not found then perform private.raise_app_error('member_not_found'); end if;
  return new;
end;
$$;

create trigger token_history_apply before insert on public.token_history
  for each row execute function private.apply_token_history();

create function private.apply_image_history() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.bucket = 'image' then
    update public.user_usage set image = image + new.amount where id = new.user_id returning image into new.balance_after;
  else
    update public.user_usage set payment_image = payment_image + new.amount where id = new.user_id
      returning payment_image into new.balance_after;
  end if;
  if not found then perform private.raise_app_error('member_not_found'); end if;
  return new;
end;
$$;

create trigger image_history_apply before insert on public.image_history
  for each row execute function private.apply_image_history();

-- A balance may change only inside the trigger of a history row (depth 2), whoever asks.
create function private.guard_balance() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if (new.token, new.image, new.payment_token, new.payment_image) is distinct from (0::bigint, 0::bigint, 0::bigint, 0::bigint) then
      raise exception using errcode = 'P0001', message = 'balance_needs_history';
    end if;
    return new;
  end if;
  if (new.token, new.image, new.payment_token, new.payment_image)
     is distinct from (old.token, old.image, old.payment_token, old.payment_image) and pg_trigger_depth() < 2 then
    raise exception using errcode = 'P0001', message = 'balance_needs_history';
  end if;
  return new;
end;
$$;

create trigger user_usage_guard before insert or update on public.user_usage
  for each row execute function private.guard_balance();

-- Nothing goes with its member any more.
create function private.guard_history() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = 'history_is_immutable';
end;
$$;

create trigger token_history_guard before update or delete on public.token_history
  for each row execute function private.guard_history();

create trigger image_history_guard before update or delete on public.image_history
  for each row execute function private.guard_history();

create trigger token_history_guard_truncate before truncate on public.token_history
  for each statement execute function private.guard_history();

create trigger image_history_guard_truncate before truncate on public.image_history
  for each statement execute function private.guard_history();

-- Gives tokens once per idempotency key. False when the key was used before.
create function private.grant_tokens(member uuid, amount bigint, kind text, idempotency_key text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if amount <= 0 then perform private.raise_app_error('invalid_request'); end if;
  perform from public.user_usage where id = member for update;
  if exists (select from public.token_history h where h.user_id = member and h.idempotency_key = grant_tokens.idempotency_key) then return false; end if;
  insert into public.token_history (user_id, spender_id, kind, amount, balance_after, idempotency_key)
  values (member, member, kind, amount, 0, idempotency_key);
  return true;
end;
$$;

-- Opens a run, with the most that it may cost set aside. @returns its id
create function private.open_run(
  kind text, subject_id bigint, attempt integer, member uuid, tokens bigint, images bigint, model text, input jsonb, lease_seconds integer
) returns bigint
language plpgsql set search_path = '' as $$
declare
  usage public.user_usage;
  payer uuid;
  held record;
  run_id bigint;
begin
  if tokens < 0 or images < 0 then perform private.raise_app_error('invalid_request'); end if;
  loop
    payer := private.payer_of(member);
    perform private.lock_balances(payer, member);
    -- A seat may have come or gone while we waited.
    exit when private.payer_of(member) = payer;
  end loop;
  select * into usage from public.user_usage where id = payer;
  if not found then perform private.raise_app_error('user_or_usage_failed'); end if;
  -- Pro and Team make as many images as they like (T19, B06).
  if private.effective_plan(member) in ('pro', 'team') then images := 0; end if;
  if exists (select from private.run r where r.member_id = member and r.ended_at is null) then
    perform private.raise_app_error('request_in_progress');
  end if;
  select coalesce(sum(r.held_token), 0) as token, coalesce(sum(r.held_image), 0) as image into held
    from private.run r where r.payer_id = usage.id and r.ended_at is null;
  if usage.token + usage.payment_token - held.token < tokens then perform private.raise_app_error('no_tokens'); end if;
  if usage.image + usage.payment_image - held.image < images then perform private.raise_app_error('no_image_credits'); end if;
  insert into private.run (kind, subject_id, attempt, member_id, payer_id, held_token, held_image, model, input, lease_until)
  values (kind, subject_id, attempt, member, usage.id, tokens, images, model, input, now() + make_interval(secs => lease_seconds))
  returning id into run_id;
  return run_id;
end;
$$;

-- Ends a run that goes on, and charges what it used, never more than was held: whoever the hold was taken from, also when the seat is gone by
-- now, for that text was still the team's. @returns what was charged; no row for a run that has ended
create function private.settle_run(run_id bigint, status text, tokens bigint, images bigint) returns table (token bigint, image bigint)
language plpgsql set search_path = '' as $$
declare
  run private.run;
  usage public.user_usage;
  tokens_due bigint;
  images_due bigint;
  part bigint;
  tool_use_id bigint;
  prompt_use_id bigint;
begin
  update private.run r set status = settle_run.status, ended_at = now(),
    token = least(greatest(tokens, 0), r.held_token), image = least(greatest(images, 0), r.held_image)
    where r.id = run_id and r.ended_at is null returning * into run;
  if not found then return; end if;
  perform private.lock_balances(run.payer_id, run.member_id);
  select * into usage from public.user_usage where id = run.payer_id;
  tokens_due := run.token;
  images_due := run.image;
  tool_use_id := case when run.kind = 'tool_use' then run.subject_id end;
  prompt_use_id := case when run.kind = 'prompt_use' then run.subject_id end;

  part := least(tokens_due, usage.payment_token);
  if part > 0 then
    insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key, tool_use_id, prompt_use_id)
    values (run.payer_id, run.member_id, 'use', 'payment_token', -part, 0, run.idempotency_key || ':payment_token', tool_use_id, prompt_use_id);
  end if;
  if tokens_due > part then
    insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key, tool_use_id, prompt_use_id)
    values (run.payer_id, run.member_id, 'use', 'token', part - tokens_due, 0, run.idempotency_key || ':token', tool_use_id, prompt_use_id);
  end if;

  part := least(images_due, usage.payment_image);
  if part > 0 then
    insert into public.image_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key, tool_use_id, prompt_use_id)
    values (run.payer_id, run.member_id, 'use', 'payment_image', -part, 0, run.idempotency_key || ':payment_image', tool_use_id, prompt_use_id);
  end if;
  if images_due > part then
    insert into public.image_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key, tool_use_id, prompt_use_id)
    values (run.payer_id, run.member_id, 'use', 'image', part - images_due, 0, run.idempotency_key || ':image', tool_use_id, prompt_use_id);
  end if;
  -- A plan that ended while the run held some of its tokens leaves none behind.
  if usage.plan = 'starter' and (usage.payment_token > 0 or usage.payment_image > 0)
    and not exists (select from private.run r where r.payer_id = run.payer_id and r.ended_at is null) then
    perform private.expire_paid(run.payer_id);
  end if;
  -- Whoever spent somebody else's hears of it in an open page all the same (M18).
  if run.member_id <> run.payer_id then
    update public.user_usage u set plan = u.plan where u.id = run.member_id;
  end if;
  return query select tokens_due, images_due;
end;
$$;

create function private.count_run_of_day(
  spender uuid, ceiling bigint, images integer, member_runs integer, member_tokens bigint, member_images integer,
  site_runs bigint, site_tokens bigint, site_images bigint
) returns text
language plpgsql set search_path = '' as $$
declare
  today date := private.korean_day();
  mine private.daily_use;
  site record;
begin
  if random() < 0.01 then
    delete from private.daily_use d where d.ctid in (
      select o.ctid from private.daily_use o where o.day < today - 7 limit 1000 for update skip locked);
  end if;
  insert into private.daily_use as d (day, key, runs, images) values (today, 'member:' || spender, 1, count_run_of_day.images)
  on conflict (day, key) do update set runs = d.runs + 1, images = d.images + excluded.images returning d.* into mine;
  if mine.runs > member_runs or mine.tokens + ceiling > member_tokens then return 'member'; end if;
  -- A day's images close what asks for more of them, nothing else.
  if count_run_of_day.images > 0 and mine.images > member_images then return 'member'; end if;
  insert into private.daily_use as d (day, key, runs, images) values (today, private.site_share(spender), 1, count_run_of_day.images)
  on conflict (day, key) do update set runs = d.runs + 1, images = d.images + excluded.images;
  select sum(d.runs) as runs, sum(d.tokens) as tokens, sum(d.images) as images into site from private.daily_use d
    where d.day = today and d.key >= 'site:' and d.key < 'site;';
  if site.runs > site_runs or site.tokens + ceiling > site_tokens then return 'site'; end if;
  if count_run_of_day.images > 0 and site.images > site_images then return 'site'; end if;
  return null;
end;
$$;

-- Movements that the caller sees, newest first: those of the own balance, and what the caller spent of a team's. Each part is read from its own
-- index, so that a page costs the same for a member with a hundred thousand of them. before_id is the last id of the page before.
create function public.list_token_movements(before_id bigint default null, rows_max integer default 31) returns setof public.token_history
language sql stable security definer set search_path = '' as $$
  (select h.* from public.token_history h where (select private.may_use_service()) and h.user_id = (select auth.uid())
    and h.id < coalesce(before_id, 9223372036854775807) order by h.id desc limit least(rows_max, 100))
  union all
  (select h.* from public.token_history h where (select private.may_use_service()) and h.spender_id = (select auth.uid()) and h.spender_id <> h.user_id
    and h.id < coalesce(before_id, 9223372036854775807) order by h.id desc limit least(rows_max, 100))
  order by id desc limit least(rows_max, 100)
$$;

create function public.list_image_movements(before_id bigint default null, rows_max integer default 31) returns setof public.image_history
language sql stable security definer set search_path = '' as $$
  (select h.* from public.image_history h where (select private.may_use_service()) and h.user_id = (select auth.uid())
    and h.id < coalesce(before_id, 9223372036854775807) order by h.id desc limit least(rows_max, 100))
  union all
  (select h.* from public.image_history h where (select private.may_use_service()) and h.spender_id = (select auth.uid()) and h.spender_id <> h.user_id
    and h.id < coalesce(before_id, 9223372036854775807) order by h.id desc limit least(rows_max, 100))
  order by id desc limit least(rows_max, 100)
$$;

-- How many movements the caller sees.
create function public.count_movements() returns table (token bigint, image bigint)
language sql stable security definer set search_path = '' as $$
  select (select count(*) from public.token_history h where h.user_id = (select auth.uid()))
      + (select count(*) from public.token_history h where h.spender_id = (select auth.uid()) and h.spender_id <> h.user_id),
    (select count(*) from public.image_history h where h.user_id = (select auth.uid()))
      + (select count(*) from public.image_history h where h.spender_id = (select auth.uid()) and h.spender_id <> h.user_id)
  where (select private.may_use_service())
$$;

-- 06_plans.sql

create table private.token_refill (
  user_id uuid primary key references public."user" (id) on delete cascade,
  token_history_id bigint not null,
  total bigint not null
);

comment on table private.token_refill is
  'The last movement that was no use of tokens, and what both buckets held right after it: what percentages are taken of.';

alter table private.token_refill enable row level security;

create function private.watch_balance() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  total_now bigint;
  refill private.token_refill;
  percent_used integer;
  percent integer;
begin
  select u.token + u.payment_token into total_now from public.user_usage u where u.id = new.user_id;
  if new.kind not in ('use', 'refund') then
    insert into private.token_refill (user_id, token_history_id, total) values (new.user_id, new.id, total_now)
    on conflict (user_id) do update set token_history_id = excluded.token_history_id, total = excluded.total;
    return null;
  end if;
  select * into refill from private.token_refill r where r.user_id = new.user_id;
  if not found or refill.total <= 0 then return null; end if;
  percent_used := (refill.total - total_now) * 100 / refill.total;
  percent := case when percent_used >= 95 then 95 when percent_used >= 80 then 80 end;
  if percent is not null then
    insert into public.user_alarm (user_id, kind, source_id, data)
    values (new.user_id, 'balance_low', refill.token_history_id || ':' || percent, jsonb_build_object('percent', percent))
    on conflict on constraint user_alarm_once do nothing;
  end if;
  return null;
end;
$$;

-- At the end of the transaction: one run may be paid from both buckets.
create constraint trigger token_history_watch after insert on public.token_history
  deferrable initially deferred for each row execute function private.watch_balance();

create function private.higher_plan(a text, b text) returns text
language sql immutable set search_path = '' as $$
  select case when coalesce(array_position(array['starter', 'basic', 'pro', 'team'], b), 0)
    > coalesce(array_position(array['starter', 'basic', 'pro', 'team'], a), 0) then b else a end
$$;

-- The plan that a benefit gives at this moment, and until when; no row without one.
create function private.find_running_benefit(member uuid) returns table (plan text, end_at timestamptz)
language sql stable set search_path = '' as $$
  select b.type_detail, b.end_at from public.user_benefit b
  where b.id = member and b.type = 'plan' and b.start_at <= now() and now() < b.end_at and b.type_detail in ('basic', 'pro', 'team')
$$;

create function private.effective_plan(member uuid) returns text
language sql stable set search_path = '' as $$
  select case when private.payer_of(member) <> member then 'team' else private.own_plan(member) end
$$;

comment on function private.effective_plan(uuid) is 'The plan that counts now. user_usage.plan is only what is paid for.';

create function public.read_usage() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  member constant uuid := auth.uid();
  payer uuid;
  own public.user_usage;
  purse public.user_usage;
  plan text;
begin
  if not private.may_use_service() then return null; end if;
  select * into own from public.user_usage u where u.id = member;
  if not found then return null; end if;
  payer := private.payer_of(member);
  select * into purse from public.user_usage u where u.id = payer;
  plan := private.effective_plan(member);
  return jsonb_build_object('id', own.id, 'token', purse.token, 'image', purse.image, 'payment_token', purse.payment_token,
    'payment_image', purse.payment_image, 'last_subscription_status', own.last_subscription_status, 'plan', plan,
    'plan_until', case when payer = member and plan <> own.plan then (select b.end_at from private.find_running_benefit(member) b) end,
    'team_owner', case when payer <> member then (select u.nickname from public."user" u where u.id = payer) end);
end;
$$;

-- 07_alarms.sql

create table public.user_alarm (
  id bigint generated always as identity primary key,
  user_id uuid not null references public."user" (id) on delete cascade,
  kind text not null,
  source_id text not null,
  data jsonb not null default '{}',
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  constraint user_alarm_once unique (kind, source_id, user_id),
  constraint user_alarm_kind_known check (kind in (
  'prompt_thank', 'prompt_execute', 'tool_execute', 'contact_reply', 'custom_tone', 'prompt_reviewed',
  'invite_rewarded', 'balance_low', 'payment_failed', 'payment_refunded', 'subscription_ending', 'notice',
  'team_invited', 'team_joined', 'team_removed', 'question_asked', 'second_factor'))
);

comment on table public.user_alarm is 'One row per event and member: each event makes exactly one alarm.';

create index user_alarm_list on public.user_alarm (user_id, id desc);

create index user_alarm_unread on public.user_alarm (user_id) where not is_read;

alter table public.user_alarm enable row level security;

create policy "blocked members have no alarms" on public.user_alarm as restrictive
  to authenticated using ((select private.may_use_service()));

create policy "members read their own alarms" on public.user_alarm
  for select to authenticated using (user_id = (select auth.uid()));

create policy "members mark their own alarms" on public.user_alarm
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "members delete their own alarms" on public.user_alarm
  for delete to authenticated using (user_id = (select auth.uid()));

-- Without the question itself: alarms outlive the asker's account.
create function private.tell_operators_of_question() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_alarm (user_id, kind, source_id, data)
  select u.id, 'question_asked', new.id::text, '{}' from public."user" u
    where u.role in ('operator', 'owner') and u.is_active and not u.is_block
  on conflict do nothing;
  return null;
end;
$$;

-- 08_storage.sql

-- A folder of 128 random bits per file, so that an address tells nothing about its owner or their other files.
create policy "members add files under a folder that cannot be guessed" on storage.objects for insert
  to authenticated with check (
    bucket_id in ('image', 'video', 'document')
    and owner_id = (select auth.uid())::text
    and name ~ '^[0-9a-f]{32}/I[0-9]{13}\.[0-9a-z]{2,4}$'
    and (select private.may_use_service())
  );

create policy "members see their own files" on storage.objects for select
  to authenticated using (
    bucket_id in ('image', 'video', 'document') and owner_id = (select auth.uid())::text
    and (select private.may_use_service())
  );

create policy "members delete their own files" on storage.objects for delete
  to authenticated using (
    bucket_id in ('image', 'video', 'document') and owner_id = (select auth.uid())::text
    and (select private.may_use_service())
  );

-- Where pictures stand in a text: `![…](/storage/v1/object/public/image/<path>…)`.
create function private.pictures_of(content text) returns setof text
language sql immutable set search_path = '' as $$
  select distinct found[1] from pg_catalog.regexp_matches(
    content, '/storage/v1/object/public/image/([0-9a-f]{32}/I[0-9]{13}\.[a-z]{3,4})', 'g') as found;
$$;

-- Queues the member's own pictures and videos only: a text may contain another member's.
create function private.enqueue_own_files(member uuid, content text) returns void
language sql set search_path = '' as $$
  insert into private.file_deletion_queue (path, user_id, bucket)
  select o.name, member, o.bucket_id from (
    select 'image' as bucket, p as path from private.pictures_of(content) p
    union all select 'video', v from private.videos_of(content) v
  ) f join storage.objects o on o.bucket_id = f.bucket and o.name = f.path and o.owner_id = member::text
  on conflict (path) do nothing;
$$;

create function private.enqueue_files_of_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_own_files(old.user_id, concat_ws(E'\n', old.content, old.thumbnail));
  perform private.enqueue_own_files(old.user_id, concat_ws(E'\n', v.content, v.thumbnail))
    from public.tool_use_version v where v.tool_use_id = old.id;
  return old;
end;
$$;

create function private.enqueue_files_of_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_own_files(t.user_id, concat_ws(E'\n', old.content, old.thumbnail)) from public.tool_use t where t.id = old.tool_use_id;
  return old;
end;
$$;

-- Queues files of the private bucket that no request has named for a day, at most so many; after a week they are not looked at again.
create function private.enqueue_unnamed_files(at_most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  noted integer;
begin
  insert into private.file_deletion_queue (path, user_id)
  select o.name, o.owner_id::uuid from storage.objects o
  where o.bucket_id = 'document' and o.created_at between now() - interval '8 days' and now() - interval '1 day' and o.owner_id is not null
    and o.name ~ '^[0-9a-f]{32}/I[0-9]{13}\.[0-9a-z]{2,4}$'
    and not private.needs_file(o.owner_id::uuid, 'document', o.name)
  order by o.created_at limit at_most
  on conflict (path) do nothing;
  get diagnostics noted = row_count;
  return noted;
end;
$$;

-- Taken by whoever makes a text need a file and by whoever takes one away: each then sees what the other did. A member at a time, so that
-- many files at once cannot wait for each other in a circle.
create function private.lock_files_of(member uuid) returns void
language sql set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('files of ' || member, 0));
$$;

-- Volatile, so that after the wait it looks at what is there now and not when the statement began.
create function private.may_remove_document(path text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.lock_files_of((select auth.uid()));
  return not private.needs_file((select auth.uid()), 'document', path);
end;
$$;

create policy "files that a text is written from stay" on storage.objects as restrictive for delete
  to authenticated using (bucket_id <> 'document' or private.may_remove_document(name));

-- The other side: a text that comes to need files needs them there. What it needed before may be gone, as may what a copy needs.
create function private.require_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  named jsonb := case jsonb_typeof(new.request -> 'files') when 'array' then new.request -> 'files' else '[]' end;
begin
  if named = '[]' or new.copy_of is not null then return new; end if;
  if tg_op = 'UPDATE' and named = old.request -> 'files' then return new; end if;
  perform private.lock_files_of(new.user_id);
  if exists (
    select from jsonb_array_elements(named) as file
    where file ->> 'path' is not null and not exists (
      select from storage.objects o
      where o.bucket_id = 'document' and o.name = file ->> 'path' and o.owner_id = new.user_id::text)
  ) then perform private.raise_app_error('file_gone'); end if;
  return new;
end;
$$;

-- Where videos stand in a text: `![…](/storage/v1/object/public/video/<path>…)`.
create function private.videos_of(content text) returns setof text
language sql immutable set search_path = '' as $$
  select distinct found[1] from pg_catalog.regexp_matches(
    content, '/storage/v1/object/public/video/([0-9a-f]{32}/I[0-9]{13}\.[0-9a-z]{2,4})', 'g') as found;
$$;

-- 09_emails.sql

create table private.email_outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  idempotency_key text not null unique,
  user_id uuid references public."user" (id) on delete cascade,
  recipient text,
  language text not null,
  payload jsonb not null default '{}',
  state text not null default 'waiting',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_at timestamptz,
  expires_at timestamptz not null,
  provider_id text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint email_outbox_kind_known check (kind in (
    'receipt', 'refund', 'payment_failed', 'subscription_ending', 'second_factor', 'notice', 'email_code', 'email_changed', 'answer',
    'invitation', 'team_invitation')),
  constraint email_outbox_state_known check (state in ('waiting', 'sending', 'sent', 'refused', 'failed', 'unknown')),
  constraint email_outbox_language_known check (language in ('ko', 'en')),
  constraint email_outbox_recipient_length check (char_length(recipient) between 3 and 254),
  constraint email_outbox_open_or_ended check ((state in ('waiting', 'sending')) = (ended_at is null) and (ended_at is null) = (recipient is not null))
);

comment on table private.email_outbox is
  'One row per e-mail. recipient and payload are deleted when it ends; the row stays a month, of an answer as long as its question, as proof of what was sent.';

comment on column private.email_outbox.idempotency_key is 'kind:event. A second e-mail about the same event is not written.';

comment on column private.email_outbox.user_id is 'Whose account deletion deletes the e-mail; null for an answer to a visitor.';

comment on column private.email_outbox.expires_at is 'After this time the e-mail is no use any more, and counts as failed.';

comment on column private.email_outbox.provider_id is 'What the mail server answered when it took the e-mail.';

create index email_outbox_due on private.email_outbox ((kind = 'notice'), next_attempt_at) where state = 'waiting';

create index email_outbox_expiring on private.email_outbox (expires_at) where state = 'waiting';

create index email_outbox_invitations on private.email_outbox (id) where state = 'waiting' and kind in ('invitation', 'team_invitation');

create index email_outbox_sending on private.email_outbox (claimed_at) where state = 'sending';

create index email_outbox_user on private.email_outbox (user_id);

create index email_outbox_undelivered on private.email_outbox (created_at) where kind = 'answer' and state in ('refused', 'failed', 'unknown');

create index email_outbox_ended on private.email_outbox (ended_at) where kind <> 'answer';

alter table private.email_outbox enable row level security;

-- Writes an e-mail, once per kind and event. @returns its id, null when the event has one already
create function private.enqueue_email(
  kind text, event text, user_id uuid, recipient text, language text, payload jsonb, lifetime interval default interval '3 days'
) returns bigint
language sql security definer set search_path = '' as $$
  insert into private.email_outbox (kind, idempotency_key, user_id, recipient, language, payload, expires_at)
  values (kind, kind || ':' || event, user_id, recipient, language, payload, now() + lifetime)
  on conflict on constraint email_outbox_idempotency_key_key do nothing
  returning id
$$;

-- Writes an e-mail to a member, in the language of the newest order. Nothing for a member without an address.
create function private.enqueue_member_email(member uuid, kind text, event text, payload jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.enqueue_email(kind, event, u.id, u.email,
    coalesce((select o.language from public.payment_order o where o.user_id = u.id and o.language is not null order by o.id desc limit 1), 'ko'), payload)
  from public."user" u where u.id = member and u.is_active and u.email is not null
$$;

-- Whether an e-mail of this kind may arrive twice. A lost receipt is worse than a second one; an invitation is not, and an answer is sent again by
-- an operator who sees that its fate is unknown.
create function private.may_repeat_email(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select kind not in ('notice', 'invitation', 'team_invitation', 'answer')
$$;

-- Ends an e-mail or puts it back. outcome: sent, refused (never tried again), later (surely not taken), unknown (may have been taken). One that
-- is tried again waits five minutes at first, then twice as long each time, at most ten times; of a code seconds, because somebody waits for it.
create function private.end_email(email_id bigint, outcome text, provider_id text default null) returns text
language plpgsql set search_path = '' as $$
declare
  email private.email_outbox;
  will_retry boolean;
  next_state text;
begin
  select * into email from private.email_outbox e where e.id = email_id and e.state = 'sending' for update;
  if not found then return null; end if;
  will_retry := email.attempts < 10 and (outcome = 'later' or outcome = 'unknown' and private.may_repeat_email(email.kind));
  next_state := case when will_retry then 'waiting' when outcome = 'later' then 'failed' else outcome end;
  update private.email_outbox e set state = next_state, claimed_at = null,
    provider_id = coalesce(end_email.provider_id, e.provider_id),
    next_attempt_at = now() + power(2, e.attempts - 1) * case e.kind when 'email_code' then interval '5 seconds' else interval '5 minutes' end,
    recipient = case when will_retry then e.recipient end,
    payload = case when will_retry then e.payload else '{}' end,
    ended_at = case when will_retry then null else now() end
  where e.id = email_id;
  return next_state;
end;
$$;

-- Puts back or ends what cannot go on: e-mails of a process that died while it sent them, and those that came too late.
create function private.sweep_emails() returns void
language plpgsql set search_path = '' as $$
begin
  perform private.end_email(e.id, 'unknown') from private.email_outbox e
    where e.state = 'sending' and e.claimed_at < now() - interval '2 minutes';
  update private.email_outbox e set state = 'failed', recipient = null, payload = '{}', ended_at = now()
    where e.state = 'waiting' and e.expires_at < now();
  delete from private.email_outbox e where e.id in (
    select o.id from private.email_outbox o where o.kind <> 'answer' and o.ended_at < now() - interval '31 days' limit 1000 for update skip locked);
end;
$$;

-- Takes due e-mails for one process, those of notices last: nobody waits for a code behind a letter to everybody. Invitations fail here when their sender was blocked or left, the address wants none, or the seat is taken.
create function private.claim_emails(count integer, kinds text[] default null) returns setof private.email_outbox
language plpgsql set search_path = '' as $$
begin
  perform private.sweep_emails();
  update private.email_outbox e set state = 'failed', recipient = null, payload = '{}', ended_at = now()
    where e.state = 'waiting' and e.kind in ('invitation', 'team_invitation') and (
      not exists (select from public."user" u where u.id = e.user_id and u.is_active and not u.is_block)
      or exists (select from private.mail_refusal r where r.address_hash = e.payload ->> 'address_hash')
      or e.kind = 'team_invitation' and not exists (
        select from private.team_seat s
        where s.id = split_part(e.idempotency_key, ':', 2)::bigint and s.member_id is null and s.expires_at > now()));
  return query
    with claimed as (
      update private.email_outbox e set state = 'sending', claimed_at = now(), attempts = e.attempts + 1
      where e.id in (
        select w.id from private.email_outbox w
        where w.state = 'waiting' and w.next_attempt_at <= now() and (kinds is null or w.kind = any (kinds))
        order by w.kind = 'notice', w.next_attempt_at limit count for update skip locked)
      returning e.*
    )
    select * from claimed c order by c.id;
end;
$$;

-- An account deletion deletes the e-mails that have not left.
create function private.forget_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.email_outbox e where e.user_id = new.id;
  return new;
end;
$$;

create trigger user_forget_emails after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_emails();

create function private.write_receipt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_member_email(new.user_id, 'receipt', new.code,
    jsonb_build_object('order', new.code, 'plan', new.plan, 'period', new.period, 'pack', new.pack, 'amount', new.amount,
      'paid_at', new.paid_at, 'issuer', new.card_issuer, 'card', new.card_last_four));
  return new;
end;
$$;

-- Some alarms leave by e-mail too.
create function private.email_alarm() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_member_email(new.user_id, new.kind, new.source_id, new.data);
  return new;
end;
$$;

create trigger user_alarm_email after insert on public.user_alarm
  for each row when (new.kind in ('payment_failed', 'subscription_ending', 'second_factor'))
  execute function private.email_alarm();

create table private.news_reader (
  user_id uuid not null references public."user" (id) on delete cascade,
  language text not null,
  constraint news_reader_pkey primary key (user_id),
  constraint news_reader_language_known check (language in ('ko', 'en'))
);

comment on table private.news_reader is 'In which language a member asked for news by e-mail. Whether the member still wants it says user.is_email_reception.';

alter table private.news_reader enable row level security;

-- 10_orders.sql

create table public.subscription (
  id bigint generated always as identity primary key,
  user_id uuid not null references public."user" (id) on delete restrict,
  code text not null unique,
  plan text not null,
  period text not null,
  status text not null default 'ACTIVE',
  amount integer not null,
  token_month bigint not null,
  image_month bigint not null,
  anchor_at timestamptz not null,
  anchor_number integer not null default 1,
  period_number integer not null default 1,
  period_start timestamptz not null,
  period_end timestamptz not null,
  months_given integer not null default 1,
  next_month_at timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz,
  retry_at timestamptz,
  cancel_reason text,
  cancel_detail text,
  canceled_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  constraint subscription_plan_known check (plan in ('basic', 'pro', 'team')),
  constraint subscription_period_known check (period in ('month', 'year')),
  constraint subscription_status_known check (status in ('ACTIVE', 'UNPAID', 'PENDING_CANCEL', 'EXPIRED', 'CANCELED')),
  constraint subscription_amounts check (amount > 0 and token_month >= 0 and image_month >= 0 and period_end > period_start),
  constraint subscription_cancel_detail_length check (char_length(cancel_detail) <= 500)
);

comment on table public.subscription is
  'What a member agreed to pay for, and the period that is paid. UNPAID rests: nothing is given until it is paid. CANCELED ended by choice, EXPIRED unpaid.';

comment on column public.subscription.anchor_at is 'Periods are counted in months of Korea from here, so that the 31st comes back after a short month. Anew after a late payment.';

comment on column public.subscription.months_given is 'Months of this period whose amounts were given; a year gives twelve.';

comment on column public.subscription.tries is 'Charges for the next period that were declined in a row.';

comment on column public.subscription.next_month_at is 'When a year gives its next month; null when it gives none any more.';

comment on column public.subscription.retry_at is 'Set for an hour when work on the row failed, so that it keeps no other row waiting.';

create unique index subscription_one_live on public.subscription (user_id) where status in ('ACTIVE', 'UNPAID', 'PENDING_CANCEL');

create index subscription_member on public.subscription (user_id, id desc);

create index subscription_due on public.subscription (period_end) where status in ('ACTIVE', 'PENDING_CANCEL');

create index subscription_month on public.subscription (next_month_at) where status in ('ACTIVE', 'PENDING_CANCEL');

create index subscription_try on public.subscription (next_try_at) where status = 'UNPAID';

alter table public.subscription enable row level security;

create policy "blocked members see no subscription" on public.subscription as restrictive
  to authenticated using ((select private.may_use_service()));

create policy "members read their own subscription" on public.subscription
  for select to authenticated using (user_id = (select auth.uid()));

create table public.payment_order (
  id bigint generated always as identity primary key,
  code text not null unique,
  user_id uuid not null references public."user" (id) on delete restrict,
  type text not null,
  plan text,
  period text,
  pack text,
  amount integer not null,
  token bigint not null default 0,
  image bigint not null default 0,
  subscription_id bigint references public.subscription (id) on delete restrict,
  period_number integer,
  status text not null default 'PENDING',
  failure text,
  card_issuer text,
  card_last_four text,
  receipt_url text,
  try_number integer not null default 1,
  lease_until timestamptz,
  check_at timestamptz,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  language text,
  refunded integer not null default 0,
  constraint payment_order_type_known check (type in ('subscription', 'change', 'renewal', 'pack', 'card')),
  constraint payment_order_status_known check (status in ('PENDING', 'CHARGING', 'UNKNOWN', 'PAID', 'DONE', 'FAILED', 'CANCELED', 'REFUNDED')),
  constraint payment_order_amounts check (token >= 0 and image >= 0 and (amount > 0) = (type <> 'card')),
  constraint payment_order_code_form check (code ~ '^[A-Za-z0-9_-]{6,48}$'),
  constraint payment_order_once unique (subscription_id, period_number),
  constraint payment_order_language_known check (language in ('ko', 'en')),
  constraint payment_order_refunded_part check (refunded between 0 and amount)
);

comment on table public.payment_order is
  'One thing to be paid: a period of a subscription, or a pack. UNKNOWN was sent and not answered: it is looked up, never sent again. DONE is a card without a charge.';

comment on column public.payment_order.language is 'In which the member ordered. Null for renewals: letters about them follow the newest order that has one.';

comment on column public.payment_order.refunded is 'What went back of it, in KRW. PAID as long as something is left, REFUNDED when all of it went back.';

-- A member has at most one charge under way, whatever is pressed in how many windows.
create unique index payment_order_one_open on public.payment_order (user_id) where status in ('CHARGING', 'UNKNOWN');

create index payment_order_list on public.payment_order (user_id, id desc);

create index payment_order_pending on public.payment_order (created_at) where status = 'PENDING';

create index payment_order_shown on public.payment_order (user_id, id desc) where status not in ('PENDING', 'CANCELED');

alter table public.payment_order enable row level security;

create policy "blocked members see no orders" on public.payment_order as restrictive
  to authenticated using ((select private.may_use_service()));

create policy "members read their own orders" on public.payment_order
  for select to authenticated using (user_id = (select auth.uid()));

create table private.payment (
  id bigint generated always as identity primary key,
  order_id bigint not null references public.payment_order (id) on delete restrict,
  try_number integer not null,
  code text not null unique,
  status text not null default 'INTENT',
  payment_key text unique,
  amount integer not null,
  balance integer,
  failure text,
  approved_at timestamptz,
  created_at timestamptz not null default now(),
  constraint payment_status_known check (status in ('INTENT', 'UNKNOWN', 'DONE', 'DECLINED', 'CANCELED')),
  constraint payment_once unique (order_id, try_number)
);

comment on table private.payment is 'One charge at the provider, written down before it is asked for. code is its order id there.';

create unique index payment_one_done on private.payment (order_id) where status in ('DONE', 'CANCELED');

create index payment_day on private.payment (approved_at) where status = 'DONE';

alter table private.payment enable row level security;

create table private.billing_customer (
  user_id uuid primary key references public."user" (id) on delete cascade,
  customer_key uuid not null unique default gen_random_uuid()
);

comment on table private.billing_customer is 'The name of a member at the provider: random, so that it leads to nobody.';

alter table private.billing_customer enable row level security;

create table private.billing_key (
  user_id uuid primary key references public."user" (id) on delete cascade,
  cipher text not null,
  created_at timestamptz not null default now()
);

comment on table private.billing_key is 'The key that charges the card of a member, encrypted by the server (server/outside/billing-key.ts).';

alter table private.billing_key enable row level security;

create table private.order_key (
  order_id bigint primary key references public.payment_order (id) on delete cascade,
  cipher text not null,
  issuer text,
  last_four text
);

comment on table private.order_key is 'The key of a card that an order brings along: becomes the member''s once it has been charged.';

alter table private.order_key enable row level security;

create table private.removed_key (
  id bigint generated always as identity primary key,
  cipher text not null,
  tries integer not null default 0,
  next_at timestamptz not null default now()
);

comment on table private.removed_key is 'Keys that nobody uses any more, until the provider has deleted them.';

create index removed_key_next on private.removed_key (next_at);

alter table private.removed_key enable row level security;

create table public.payment_card (
  user_id uuid primary key references public."user" (id) on delete cascade,
  issuer text,
  last_four text,
  created_at timestamptz not null default now()
);

comment on table public.payment_card is 'What a member sees of the card: who issued it and its last four digits.';

alter table public.payment_card enable row level security;

create policy "blocked members see no card" on public.payment_card as restrictive
  to authenticated using ((select private.may_use_service()));

create policy "members read their own card" on public.payment_card
  for select to authenticated using (user_id = (select auth.uid()));

create table public.payment_debt (
  order_id bigint primary key references public.payment_order (id) on delete restrict,
  user_id uuid not null references public."user" (id) on delete restrict,
  token bigint not null,
  image bigint not null,
  created_at timestamptz not null default now(),
  constraint payment_debt_not_negative check (token >= 0 and image >= 0)
);

comment on table public.payment_debt is 'What had been spent of an order when its money went back. The next payments pay it off; balances never go below zero.';

create index payment_debt_member on public.payment_debt (user_id);

alter table public.payment_debt enable row level security;

create policy "blocked members see no debt" on public.payment_debt as restrictive
  to authenticated using ((select private.may_use_service()));

create policy "members read their own debt" on public.payment_debt
  for select to authenticated using (user_id = (select auth.uid()));

create table private.payment_event (
  transmission_id text primary key,
  event_type text not null,
  code text not null,
  received_at timestamptz not null default now()
);

comment on table private.payment_event is 'Webhooks about charges of ours that were looked into.';

alter table private.payment_event enable row level security;

create table private.simulated_payment (
  code text primary key,
  payment_key text not null unique,
  amount integer not null,
  status text not null,
  failure text,
  visible_at timestamptz not null default now(),
  approved_at timestamptz not null default now(),
  returned integer not null default 0,
  refunds text[] not null default '{}'
);

comment on table private.simulated_payment is 'What the card simulator has charged; empty where a real provider is configured.';

comment on column private.simulated_payment.refunds is 'Names of the refunds that were made: asking again makes none.';

alter table private.simulated_payment enable row level security;

-- The fields of user_usage that tell of subscription, order and payment (M11) follow their tables, whoever changes those.
create function private.follow_subscription() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.user_usage set last_subscription_id = new.id, last_subscription_status = new.status
    where id = new.user_id and coalesce(last_subscription_id, 0) <= new.id;
  return null;
end;
$$;

create trigger subscription_follow after insert or update of status on public.subscription
  for each row execute function private.follow_subscription();

create function private.follow_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.user_usage set last_order_id = new.id, last_order_code = new.code, last_order_type = new.type where id = new.user_id;
  return null;
end;
$$;

create trigger payment_order_follow after insert on public.payment_order
  for each row execute function private.follow_order();

create function private.follow_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.user_usage u set last_payment_id = new.id, last_payment_order_id = new.code, last_payment_status = new.status
    from public.payment_order o where o.id = new.order_id and u.id = o.user_id and coalesce(u.last_payment_id, 0) <= new.id;
  return null;
end;
$$;

create trigger payment_follow after insert or update of status on private.payment
  for each row execute function private.follow_payment();

create function private.lock_usage(member uuid) returns public.user_usage
language plpgsql set search_path = '' as $$
declare
  usage public.user_usage;
begin
  select * into usage from public.user_usage u where u.id = member for update;
  if not found then perform private.raise_app_error('user_or_usage_failed'); end if;
  return usage;
end;
$$;

create function private.lock_order(order_id bigint) returns public.payment_order
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  select * into o from public.payment_order p where p.id = order_id;
  if not found then perform private.raise_app_error('not_found'); end if;
  perform private.lock_usage(o.user_id);
  select * into o from public.payment_order p where p.id = order_id for update;
  return o;
end;
$$;

create function private.find_live_subscription(member uuid) returns public.subscription
language sql stable set search_path = '' as $$
  select s.* from public.subscription s where s.user_id = member and s.status in ('ACTIVE', 'UNPAID', 'PENDING_CANCEL')
$$;

-- Whether this may be ordered now (M08, M09, M10, B02, B33). Asked when an order is opened and again before it is charged.
create function private.require_orderable(o public.payment_order) returns void
language plpgsql set search_path = '' as $$
declare
  live public.subscription;
begin
  perform private.lock_usage(o.user_id);
  if o.type = 'pack' then return; end if;
  live := private.find_live_subscription(o.user_id);
  if o.type = 'card' then
    if live.id is null then perform private.raise_app_error('check_plan'); end if;
    return;
  end if;
  if exists (select from public.user_benefit b where b.id = o.user_id and now() >= b.start_at and now() < b.end_at) then
    perform private.raise_app_error('benefit_active');
  end if;
  if live.status = 'UNPAID' then perform private.raise_app_error('unpaid_card'); end if;
  if live.plan = o.plan and live.period = o.period then perform private.raise_app_error('plan_already_selected'); end if;
  if o.type = 'subscription' and live.id is not null then perform private.raise_app_error('must_cancel_first'); end if;
  if o.type = 'change' and live.id is null then perform private.raise_app_error('check_plan'); end if;
end;
$$;

create function private.open_order(
  member uuid, code text, type text, plan text, period text, pack text, amount integer, token bigint, image bigint
) returns bigint
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  o.user_id := member;
  o.type := open_order.type;
  o.plan := open_order.plan;
  o.period := open_order.period;
  perform private.require_orderable(o);
  if exists (select from public.payment_order p where p.user_id = member and p.status in ('CHARGING', 'UNKNOWN')) then
    perform private.raise_app_error('payment_confirming');
  end if;
  insert into private.billing_customer (user_id) values (member) on conflict do nothing;
  insert into public.payment_order (code, user_id, type, plan, period, pack, amount, token, image)
  values (open_order.code, member, open_order.type, open_order.plan, open_order.period, open_order.pack, open_order.amount,
    open_order.token, open_order.image)
  returning id into o.id;
  return o.id;
end;
$$;

-- Writes the charge down before it is asked for. False: somebody else has it, or it is over.
create function private.begin_charge(order_id bigint, lease_seconds integer) returns boolean
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  o := private.lock_order(order_id);
  if o.status <> 'PENDING' then return false; end if;
  if o.type <> 'renewal' then perform private.require_orderable(o); end if;
  begin
    update public.payment_order set status = 'CHARGING', lease_until = now() + make_interval(secs => lease_seconds) where id = o.id;
  exception when unique_violation then
    perform private.raise_app_error('payment_confirming');
  end;
  if o.type <> 'card' then
    insert into private.payment (order_id, try_number, code, amount)
    values (o.id, o.try_number, o.code || '-' || o.try_number, o.amount)
    on conflict on constraint payment_once do nothing;
  end if;
  return true;
end;
$$;

-- Not sent at all, so it can be begun again.
create function private.return_order(order_id bigint) returns void
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  o := private.lock_order(order_id);
  if o.status <> 'CHARGING' then return; end if;
  update public.payment_order set status = 'PENDING', lease_until = null where id = o.id;
end;
$$;

create function private.save_order_key(order_id bigint, cipher text, issuer text, last_four text) returns void
language sql set search_path = '' as $$
  insert into private.order_key (order_id, cipher, issuer, last_four) values (order_id, cipher, issuer, last_four)
  on conflict on constraint order_key_pkey do update set cipher = excluded.cipher, issuer = excluded.issuer, last_four = excluded.last_four
$$;

-- The key that an order brought becomes the member's; the one before goes to be deleted.
create function private.take_order_key(o public.payment_order) returns void
language plpgsql set search_path = '' as $$
declare
  fresh private.order_key;
begin
  delete from private.order_key k where k.order_id = o.id returning * into fresh;
  if not found then return; end if;
  insert into private.removed_key (cipher) select k.cipher from private.billing_key k where k.user_id = o.user_id;
  insert into private.billing_key (user_id, cipher) values (o.user_id, fresh.cipher)
    on conflict on constraint billing_key_pkey do update set cipher = excluded.cipher, created_at = now();
  insert into public.payment_card (user_id, issuer, last_four) values (o.user_id, fresh.issuer, fresh.last_four)
    on conflict on constraint payment_card_pkey do update
      set issuer = excluded.issuer, last_four = excluded.last_four, created_at = now();
end;
$$;

create function private.drop_order_key(o public.payment_order) returns void
language sql set search_path = '' as $$
  with gone as (delete from private.order_key k where k.order_id = o.id returning k.cipher)
  insert into private.removed_key (cipher) select cipher from gone
$$;

create function private.drop_card(member uuid) returns void
language sql set search_path = '' as $$
  delete from public.payment_card c where c.user_id = member;
  with gone as (delete from private.billing_key k where k.user_id = member returning k.cipher)
  insert into private.removed_key (cipher) select cipher from gone
$$;

create function private.finish_card_order(order_id bigint) returns void
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  o := private.lock_order(order_id);
  if o.status <> 'CHARGING' or o.type <> 'card' then return; end if;
  update public.payment_order p set status = 'DONE', lease_until = null, card_issuer = k.issuer, card_last_four = k.last_four
    from private.order_key k where p.id = o.id and k.order_id = o.id;
  perform private.take_order_key(o);
end;
$$;

-- Sent, and nobody knows what became of it.
create function private.settle_unknown(order_id bigint, check_after_seconds integer) returns void
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  o := private.lock_order(order_id);
  if o.status not in ('CHARGING', 'UNKNOWN') then return; end if;
  update public.payment_order
    set status = 'UNKNOWN', lease_until = null, check_at = now() + make_interval(secs => check_after_seconds) where id = o.id;
  update private.payment set status = 'UNKNOWN' where payment.order_id = o.id and try_number = o.try_number and status = 'INTENT';
end;
$$;

-- The next order whose charge has to be looked up: an answer that never came, or a process that is gone.
create function private.take_unknown_order(lease_seconds integer) returns bigint
language plpgsql set search_path = '' as $$
declare
  candidate record;
begin
  for candidate in
    select p.id, p.user_id from public.payment_order p
    where (p.status = 'UNKNOWN' and p.check_at <= now()) or (p.status = 'CHARGING' and p.lease_until <= now())
    order by p.id limit 50
  loop
    perform from public.user_usage u where u.id = candidate.user_id for update skip locked;
    if not found then continue; end if;
    update public.payment_order p set status = 'UNKNOWN', check_at = now() + make_interval(secs => lease_seconds), lease_until = null
      where p.id = candidate.id
        and ((p.status = 'UNKNOWN' and p.check_at <= now()) or (p.status = 'CHARGING' and p.lease_until <= now()));
    if found then return candidate.id; end if;
  end loop;
  return null;
end;
$$;

create trigger payment_order_receipt after update of status on public.payment_order
  for each row when (new.status = 'PAID' and old.status is distinct from new.status and new.amount > 0)
  execute function private.write_receipt();

-- 11_subscriptions.sql

-- Months as people in Korea count them.
create function private.add_months(moment timestamptz, months integer) returns timestamptz
language sql stable set search_path = '' as $$
  select ((moment at time zone 'Asia/Seoul') + make_interval(months => months)) at time zone 'Asia/Seoul'
$$;

create function private.plan_next_month() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.next_month_at := case when new.period = 'year' and new.months_given < 12 then private.add_months(new.period_start, new.months_given) end;
  return new;
end;
$$;

create trigger subscription_next_month before insert or update of period_start, months_given on public.subscription
  for each row execute function private.plan_next_month();

-- Ends the amounts of the paid period, but for what a running text holds of them: that text is still paid for.
create function private.expire_paid(member uuid) returns void
language plpgsql set search_path = '' as $$
declare
  usage public.user_usage;
  held record;
  gone bigint;
begin
  usage := private.lock_usage(member);
  select coalesce(sum(r.held_token), 0) as token, coalesce(sum(r.held_image), 0) as image into held
    from private.run r where r.payer_id = member and r.ended_at is null;
  gone := usage.payment_token - least(usage.payment_token, greatest(0, held.token - usage.token));
  if gone > 0 then
    insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
    values (member, member, 'expire', 'payment_token', -gone, 0, 'expire:' || coalesce(usage.payment_id, 0) || ':' || gen_random_uuid());
  end if;
  gone := usage.payment_image - least(usage.payment_image, greatest(0, held.image - usage.image));
  if gone > 0 then
    insert into public.image_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
    values (member, member, 'expire', 'payment_image', -gone, 0, 'expire:' || coalesce(usage.payment_id, 0) || ':' || gen_random_uuid());
  end if;
end;
$$;

-- Grants what was paid for, once per idempotency key, less the debt of an earlier refund.
create function private.give_paid(member uuid, tokens bigint, images bigint, is_period boolean, idempotency_key text) returns void
language plpgsql set search_path = '' as $$
declare
  debt public.payment_debt;
  part bigint;
begin
  if tokens > 0 then
    insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
    values (member, member, 'payment', case when is_period then 'payment_token' else 'token' end, tokens, 0, idempotency_key);
  end if;
  if images > 0 then
    insert into public.image_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
    values (member, member, 'payment', case when is_period then 'payment_image' else 'image' end, images, 0, idempotency_key);
  end if;
  for debt in select * from public.payment_debt d where d.user_id = member and (d.token > 0 or d.image > 0) order by d.order_id loop
    part := least(debt.token, tokens);
    if part > 0 then
      insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
      values (member, member, 'reversal', case when is_period then 'payment_token' else 'token' end, -part, 0, 'debt:' || debt.order_id || ':' || idempotency_key);
      tokens := tokens - part;
      update public.payment_debt d set token = d.token - part where d.order_id = debt.order_id;
    end if;
    part := least(debt.image, images);
    if part > 0 then
      insert into public.image_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
      values (member, member, 'reversal', case when is_period then 'payment_image' else 'image' end, -part, 0, 'debt:' || debt.order_id || ':' || idempotency_key);
      images := images - part;
      update public.payment_debt d set image = d.image - part where d.order_id = debt.order_id;
    end if;
  end loop;
end;
$$;

create function private.end_subscription(ended bigint, final_status text) returns void
language plpgsql set search_path = '' as $$
declare
  s public.subscription;
begin
  update public.subscription u set status = final_status, ended_at = now(), next_try_at = null where u.id = ended returning * into s;
  perform private.expire_paid(s.user_id);
  update public.user_usage set plan = 'starter' where id = s.user_id;
  perform private.drop_card(s.user_id);
end;
$$;

-- Begins the period that an order has paid for: a new subscription's first, or the next one.
create function private.begin_period(o public.payment_order) returns public.subscription
language plpgsql set search_path = '' as $$
declare
  s public.subscription;
  months integer := case o.period when 'year' then 12 else 1 end;
begin
  if o.type <> 'renewal' then
    insert into public.subscription (user_id, code, plan, period, amount, token_month, image_month, anchor_at, period_start, period_end)
    values (o.user_id, o.code, o.plan, o.period, o.amount, o.token, o.image, now(), now(), private.add_months(now(), months))
    returning * into s;
    return s;
  end if;
  select * into s from public.subscription u where u.id = o.subscription_id for update;
  -- Whoever pays late gets a whole period from that day on: nothing was given in between. The same holds when we were away for a whole period.
  if s.status = 'UNPAID' or private.add_months(s.anchor_at, months * (o.period_number - s.anchor_number + 1)) <= now() then
    s.anchor_at := now();
    s.anchor_number := o.period_number;
    s.period_start := now();
  else
    s.period_start := s.period_end;
  end if;
  update public.subscription u set status = 'ACTIVE', period_number = o.period_number, months_given = 1, tries = 0, next_try_at = null,
      anchor_at = s.anchor_at, anchor_number = s.anchor_number, period_start = s.period_start,
      period_end = private.add_months(s.anchor_at, months * (o.period_number - s.anchor_number + 1))
    where u.id = s.id returning * into s;
  return s;
end;
$$;

-- Records a payment and everything it grants, once (I3). False when it was recorded before. Refuses what can no longer be sold
-- (must_cancel_first, check_plan) and a second charge of a paid order: the caller then refunds the money.
create function private.settle_paid(
  charge text, payment_key text, amount integer, approved_at timestamptz, receipt_url text, issuer text, last_four text
) returns boolean
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
  live public.subscription;
  s public.subscription;
begin
  o := private.lock_order((select p.order_id from private.payment p where p.code = charge));
  if o.status in ('PAID', 'REFUNDED', 'DONE') then
    if exists (select from private.payment p where p.code = charge and p.payment_key = settle_paid.payment_key) then return false; end if;
    perform private.raise_app_error('invalid_request');
  end if;
  if settle_paid.amount <> o.amount then perform private.raise_app_error('invalid_request'); end if;
  live := private.find_live_subscription(o.user_id);
  if o.type = 'subscription' and live.id is not null then perform private.raise_app_error('must_cancel_first'); end if;
  if o.type = 'renewal' and (live.id is distinct from o.subscription_id or live.period_number <> o.period_number - 1) then
    perform private.raise_app_error('check_plan');
  end if;
  update private.payment p set status = 'DONE', payment_key = settle_paid.payment_key, balance = settle_paid.amount, approved_at = settle_paid.approved_at
    where p.code = charge;

  if o.type = 'pack' then
    perform private.give_paid(o.user_id, o.token, o.image, false, 'order:' || o.id);
  else
    if o.type = 'change' and live.id is not null then
      update public.subscription u set status = 'CANCELED', ended_at = now(), canceled_at = coalesce(u.canceled_at, now()), next_try_at = null,
        cancel_reason = coalesce(u.cancel_reason, 'plan_change') where u.id = live.id;
    end if;
    perform private.expire_paid(o.user_id);
    s := private.begin_period(o);
    update public.user_usage set plan = s.plan, payment_id = o.id, payment_code = o.code where id = o.user_id;
    perform private.give_paid(o.user_id, s.token_month, s.image_month, true, 'order:' || o.id || ':month:1');
  end if;
  perform private.take_order_key(o);
  update public.payment_order p set status = 'PAID', failure = null, paid_at = now(), lease_until = null, check_at = null, receipt_url = settle_paid.receipt_url,
      card_issuer = settle_paid.issuer, card_last_four = settle_paid.last_four,
      subscription_id = coalesce(p.subscription_id, s.id), period_number = coalesce(p.period_number, s.period_number)
    where p.id = o.id;
  return true;
end;
$$;

-- The charge was declined for certain. A renewal is tried again 1, 3, 5, 10 and 14 days after its period began; what a member tries
-- in between does not count. While it is unpaid the plan rests.
create function private.settle_declined(order_id bigint, failure text) returns void
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
  s public.subscription;
  days integer[] := array[1, 3, 5, 10, 14];
  is_members_own boolean;
begin
  o := private.lock_order(order_id);
  if o.status not in ('CHARGING', 'UNKNOWN') then return; end if;
  update private.payment p set status = 'DECLINED', failure = settle_declined.failure
    where p.order_id = o.id and p.try_number = o.try_number and p.status in ('INTENT', 'UNKNOWN');
  update public.payment_order p set status = 'FAILED', failure = settle_declined.failure, lease_until = null, check_at = null,
    try_number = p.try_number + case when o.type = 'renewal' then 1 else 0 end where p.id = o.id;
  perform private.drop_order_key(o);
  if o.type <> 'renewal' then return; end if;

  select * into s from public.subscription u where u.id = o.subscription_id for update;
  is_members_own := s.status = 'UNPAID' and now() < s.next_try_at;
  if is_members_own then return; end if;
  insert into public.user_alarm (user_id, kind, source_id, data)
  values (o.user_id, 'payment_failed', o.code || ':' || o.try_number, '{}')
  on conflict on constraint user_alarm_once do nothing;
  s.tries := s.tries + 1;
  if s.tries > array_length(days, 1) then
    update public.subscription set tries = s.tries where id = s.id;
    perform private.end_subscription(s.id, 'EXPIRED');
    return;
  end if;
  if s.status = 'ACTIVE' then
    perform private.expire_paid(o.user_id);
    update public.user_usage set plan = 'starter' where id = o.user_id;
  end if;
  s.next_try_at := greatest(s.period_end + make_interval(days => days[s.tries]), now() + interval '1 hour');
  update public.subscription set status = 'UNPAID', tries = s.tries, next_try_at = s.next_try_at where id = s.id;
  if s.tries = array_length(days, 1) then
    insert into public.user_alarm (user_id, kind, source_id, data)
    values (o.user_id, 'subscription_ending', s.id || ':unpaid:' || s.period_number, jsonb_build_object('date', s.next_try_at))
    on conflict on constraint user_alarm_once do nothing;
  end if;
end;
$$;

-- The provider has no such charge, long after it was asked for: nothing was taken. A renewal goes on with the same charge.
create function private.settle_absent(order_id bigint) returns void
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  o := private.lock_order(order_id);
  if not (o.status = 'UNKNOWN' or (o.status = 'CHARGING' and o.lease_until <= now())) then return; end if;
  if o.type = 'renewal' then
    update public.payment_order set status = 'PENDING', check_at = null, lease_until = null where id = o.id;
    return;
  end if;
  update private.payment p set status = 'DECLINED', failure = 'not_charged'
    where p.order_id = o.id and p.try_number = o.try_number and p.status in ('INTENT', 'UNKNOWN');
  update public.payment_order set status = 'FAILED', failure = 'not_charged', check_at = null, lease_until = null where id = o.id;
  perform private.drop_order_key(o);
end;
$$;

-- Takes the next period of a subscription to be charged, or null. Its order is the same row at every try: no period is paid twice.
create function private.claim_period(s public.subscription, lease_seconds integer) returns bigint
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  if exists (select from public.payment_order p where p.user_id = s.user_id and p.status in ('CHARGING', 'UNKNOWN')) then return null; end if;
  insert into public.payment_order (code, user_id, type, plan, period, amount, token, image, subscription_id, period_number)
  values (left(s.code, 40) || '-p' || (s.period_number + 1), s.user_id, 'renewal', s.plan, s.period, s.amount, s.token_month, s.image_month, s.id, s.period_number + 1)
  on conflict on constraint payment_order_once do nothing;
  select * into o from public.payment_order p where p.subscription_id = s.id and p.period_number = s.period_number + 1 for update;
  if o.status not in ('PENDING', 'FAILED') then return null; end if;
  update public.payment_order set status = 'PENDING' where id = o.id;
  if not private.begin_charge(o.id, lease_seconds) then return null; end if;
  return o.id;
end;
$$;

-- A row on which work failed waits an hour.
create function private.set_aside(subscription_id bigint) returns void
language sql set search_path = '' as $$
  update public.subscription u set retry_at = now() + interval '1 hour' where u.id = subscription_id
$$;

create function private.claim_renewal(lease_seconds integer) returns bigint
language plpgsql set search_path = '' as $$
declare
  candidate record;
  s public.subscription;
  claimed bigint;
begin
  for candidate in
    select u.id, u.user_id from public.subscription u
    where (u.status = 'ACTIVE' and u.period_end <= now() or u.status = 'UNPAID' and u.next_try_at <= now())
      and (u.retry_at is null or u.retry_at <= now())
      -- A member whose last charge is still unknown waits, and keeps nobody else waiting.
      and not exists (select from public.payment_order p where p.user_id = u.user_id and p.status in ('CHARGING', 'UNKNOWN'))
    order by coalesce(u.next_try_at, u.period_end) limit 200
  loop
    perform from public.user_usage u where u.id = candidate.user_id for update skip locked;
    if not found then continue; end if;
    select * into s from public.subscription u where u.id = candidate.id
      and ((u.status = 'ACTIVE' and u.period_end <= now()) or (u.status = 'UNPAID' and u.next_try_at <= now()));
    if not found then continue; end if;
    begin
      claimed := private.claim_period(s, lease_seconds);
    exception when others then
      perform private.set_aside(s.id);
      raise warning 'the renewal of subscription % is set aside: % %', s.id, sqlstate, sqlerrm;
    end;
    if claimed is not null then return claimed; end if;
  end loop;
  return null;
end;
$$;

-- The unpaid period, when its member wants it charged now.
create function private.claim_unpaid(member uuid, lease_seconds integer) returns bigint
language plpgsql set search_path = '' as $$
declare
  s public.subscription;
  claimed bigint;
begin
  perform private.lock_usage(member);
  s := private.find_live_subscription(member);
  if s.id is null or s.status <> 'UNPAID' then perform private.raise_app_error('check_plan'); end if;
  claimed := private.claim_period(s, lease_seconds);
  if claimed is null then perform private.raise_app_error('payment_confirming'); end if;
  return claimed;
end;
$$;

create function private.cancel_subscription(member uuid, reason text, detail text) returns timestamptz
language plpgsql set search_path = '' as $$
declare
  s public.subscription;
begin
  perform private.lock_usage(member);
  s := private.find_live_subscription(member);
  if s.id is null or s.status <> 'ACTIVE' then perform private.raise_app_error('cancel_only_when_active'); end if;
  if exists (select from public.payment_order p where p.user_id = member and p.status in ('CHARGING', 'UNKNOWN') and p.type <> 'pack') then
    perform private.raise_app_error('payment_confirming');
  end if;
  update public.subscription set status = 'PENDING_CANCEL', canceled_at = now(), cancel_reason = reason, cancel_detail = detail where id = s.id;
  return s.period_end;
end;
$$;

create function private.resume_subscription(member uuid) returns void
language plpgsql set search_path = '' as $$
declare
  s public.subscription;
begin
  perform private.lock_usage(member);
  s := private.find_live_subscription(member);
  if s.id is null or s.status <> 'PENDING_CANCEL' or s.period_end <= now() then perform private.raise_app_error('check_plan'); end if;
  update public.subscription set status = 'ACTIVE', canceled_at = null, cancel_reason = null, cancel_detail = null where id = s.id;
end;
$$;

create function private.run_subscription_cycle() returns setof text
language plpgsql set search_path = '' as $$
declare
  s public.subscription;
begin
  for s in select * from public.subscription u where u.status = 'PENDING_CANCEL' and u.period_end <= now()
    and (u.retry_at is null or u.retry_at <= now()) order by u.period_end limit 200
  loop
    perform from public.user_usage u where u.id = s.user_id for update skip locked;
    if not found then continue; end if;
    begin
      if exists (select from public.subscription u where u.id = s.id and u.status = 'PENDING_CANCEL') then
        perform private.end_subscription(s.id, 'CANCELED');
      end if;
    exception when others then
      perform private.set_aside(s.id);
      return next format('the end of subscription %s: %s %s', s.id, sqlstate, sqlerrm);
    end;
  end loop;

  for s in select * from public.subscription u
    where u.status in ('ACTIVE', 'PENDING_CANCEL') and u.next_month_at <= now() and u.period_end > now()
      and (u.retry_at is null or u.retry_at <= now()) order by u.next_month_at limit 200
  loop
    perform from public.user_usage u where u.id = s.user_id for update skip locked;
    if not found then continue; end if;
    begin
      update public.subscription u set months_given = u.months_given + 1
        where u.id = s.id and u.months_given = s.months_given and u.period_number = s.period_number and u.status in ('ACTIVE', 'PENDING_CANCEL');
      if found then
        perform private.expire_paid(s.user_id);
        perform private.give_paid(s.user_id, s.token_month, s.image_month, true,
          'order:' || (select u.payment_id from public.user_usage u where u.id = s.user_id) || ':month:' || (s.months_given + 1));
      end if;
    exception when others then
      perform private.set_aside(s.id);
      return next format('a month of subscription %s: %s %s', s.id, sqlstate, sqlerrm);
    end;
  end loop;

  insert into public.user_alarm (user_id, kind, source_id, data)
    select u.user_id, 'subscription_ending', u.id || ':' || u.period_number, jsonb_build_object('date', u.period_end)
    from public.subscription u where u.status = 'PENDING_CANCEL' and u.period_end between now() and now() + interval '3 days'
    on conflict on constraint user_alarm_once do nothing;

  -- Nobody comes back to an order of yesterday: the provider's own window is half an hour.
  update public.payment_order p set status = 'CANCELED' where p.status = 'PENDING' and p.type <> 'renewal' and p.created_at < now() - interval '1 day';
  delete from private.payment_event e where e.received_at < now() - interval '30 days';
end;
$$;

-- An unpaid plan can be ended at once: nothing more is charged for it, and its member may leave.
create function private.end_unpaid_subscription(member uuid) returns void
language plpgsql set search_path = '' as $$
declare
  s public.subscription;
begin
  perform private.lock_usage(member);
  s := private.find_live_subscription(member);
  if s.id is null or s.status <> 'UNPAID' then perform private.raise_app_error('check_plan'); end if;
  if exists (select from public.payment_order p where p.user_id = member and p.status in ('CHARGING', 'UNKNOWN') and p.type <> 'pack') then
    perform private.raise_app_error('payment_confirming');
  end if;
  update public.subscription set canceled_at = now(), cancel_reason = 'unpaid' where id = s.id;
  perform private.end_subscription(s.id, 'CANCELED');
end;
$$;

-- 12_refunds.sql

-- Orders and payments stay for accounting, without a name; what leads to a card goes.
create function private.forget_payments() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.subscription s set status = 'CANCELED', ended_at = now()
    where s.user_id = new.id and s.status in ('ACTIVE', 'UNPAID', 'PENDING_CANCEL');
  update public.subscription s set cancel_detail = null where s.user_id = new.id;
  update public.payment_order p set status = case p.status when 'PENDING' then 'CANCELED' else p.status end,
    card_issuer = null, card_last_four = null, receipt_url = null where p.user_id = new.id;
  with gone as (delete from private.order_key k using public.payment_order p where p.id = k.order_id and p.user_id = new.id returning k.cipher)
  insert into private.removed_key (cipher) select cipher from gone;
  perform private.drop_card(new.id);
  delete from private.billing_customer c where c.user_id = new.id;
  return new;
end;
$$;

create trigger user_forget_payments after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_payments();

create table private.payment_refund (
  id uuid primary key,
  order_id bigint not null references public.payment_order (id) on delete restrict,
  operator_id uuid not null,
  amount integer not null,
  balance integer not null,
  reason text not null,
  status text not null default 'OPEN',
  failure text,
  provider_code text,
  tries integer not null default 0,
  check_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint payment_refund_status_known check (status in ('OPEN', 'DONE', 'REFUSED')),
  constraint payment_refund_amounts check (amount > 0 and amount <= balance),
  constraint payment_refund_reason_length check (char_length(reason) between 1 and 200)
);

comment on table private.payment_refund is
  'What an operator wants given back, written down before the provider is asked. balance is what was left of the payment then; OPEN is asked again at check_at.';

create unique index payment_refund_one_open on private.payment_refund (order_id) where status = 'OPEN';

create index payment_refund_due on private.payment_refund (check_at) where status = 'OPEN';

create index payment_refund_order on private.payment_refund (order_id);

alter table private.payment_refund enable row level security;

-- A line about a refund, by the operator who asked for it, also when the server writes it later.
create function private.log_refund(refund private.payment_refund, act text) returns void
language sql set search_path = '' as $$
  insert into private.operator_log (operator_id, act, subject_id, member_id, details)
  select refund.operator_id, act, o.id::text, o.user_id,
    jsonb_strip_nulls(jsonb_build_object('amount', refund.amount, 'reason', refund.reason, 'code', refund.provider_code))
  from public.payment_order o where o.id = refund.order_id
$$;

-- Asks for money to be given back. The id is made with the dialog: asking again is the same refund. Not of the own orders, and of those of
-- operators by owners only; somebody who left may still get money back.
create function public.operator_open_refund(order_id bigint, amount integer, reason text, refund uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  words text;
  o public.payment_order;
  opened private.payment_refund;
begin
  perform private.require_operator();
  words := private.require_text(reason, 200);
  if refund is null or amount is null or amount <= 0 then perform private.raise_app_error('invalid_field'); end if;
  o := private.lock_order(order_id);
  perform private.require_not_own(o.user_id);
  if exists (select from public."user" u where u.id = o.user_id and u.role <> 'member')
    and not exists (select from public."user" u where u.id = me and u.role = 'owner') then
    raise exception using errcode = '42501', message = 'forbidden';
  end if;
  if exists (select from private.payment_refund r where r.id = refund and r.operator_id = me and r.order_id = o.id) then return; end if;
  if o.status <> 'PAID' then perform private.raise_app_error('not_found'); end if;
  if exists (select from private.payment_refund r where r.order_id = o.id and r.status = 'OPEN') then
    perform private.raise_app_error('request_in_progress');
  end if;
  if operator_open_refund.amount > o.amount - o.refunded then perform private.raise_app_error('invalid_field'); end if;
  insert into private.payment_refund (id, order_id, operator_id, amount, balance, reason)
  values (refund, o.id, me, operator_open_refund.amount, o.amount - o.refunded, words) returning * into opened;
  perform private.log_refund(opened, 'refund_ask');
end;
$$;

comment on function public.operator_open_refund(bigint, integer, text, uuid) is 'Written down only: POST /v1/payment/refund, or the next job, has it made.';

-- Takes a refund that is due, the named one or the next; null when somebody else has it or it is settled.
create function private.take_refund(lease_seconds integer, refund uuid default null) returns setof private.payment_refund
language sql set search_path = '' as $$
  update private.payment_refund r set check_at = now() + make_interval(secs => lease_seconds), tries = r.tries + 1
  where r.id = (
    select d.id from private.payment_refund d
    where d.status = 'OPEN' and d.check_at <= now() and (refund is null or d.id = refund)
    order by d.check_at limit 1 for update skip locked
  ) returning r.*
$$;

create function private.postpone_refund(refund uuid, seconds integer) returns void
language sql set search_path = '' as $$
  update private.payment_refund r set check_at = now() + make_interval(secs => seconds) where r.id = refund and r.status = 'OPEN'
$$;

-- The provider refuses for certain: nothing went back.
create function private.refuse_refund(refund uuid, failure text, provider_code text) returns void
language plpgsql set search_path = '' as $$
declare
  refused private.payment_refund;
begin
  update private.payment_refund r set status = 'REFUSED', failure = refuse_refund.failure, provider_code = refuse_refund.provider_code,
    settled_at = now() where r.id = refund and r.status = 'OPEN' returning * into refused;
  if found then perform private.log_refund(refused, 'refund_refuse'); end if;
end;
$$;

-- How much of what an order brought goes back with this money: all that did not end with its period when nothing is left of the payment, else the
-- share of its newest amount: of a plan that is the month that runs, because those before are over.
create function private.refund_share(o public.payment_order, kind text, back integer, balance integer, is_there boolean) returns bigint
language sql stable set search_path = '' as $$
  with brought as (
    select h.id, h.amount, h.idempotency_key like 'order:%' as is_given from public.token_history h where refund_share.kind = 'token' and h.user_id = o.user_id
      and (h.idempotency_key in ('order:' || o.id, 'reversal:' || o.id)
        or h.idempotency_key like any (array['order:' || o.id || ':month:%', 'expire:' || o.id || ':%', 'reversal:' || o.id || ':%']))
    union all
    select h.id, h.amount, h.idempotency_key like 'order:%' from public.image_history h where refund_share.kind = 'image' and h.user_id = o.user_id
      and (h.idempotency_key in ('order:' || o.id, 'reversal:' || o.id)
        or h.idempotency_key like any (array['order:' || o.id || ':month:%', 'expire:' || o.id || ':%', 'reversal:' || o.id || ':%']))
  )
  select case
    when balance = 0 then coalesce(sum(b.amount), 0)::bigint
    when not is_there then 0
    else least(coalesce(sum(b.amount), 0)::bigint,
      coalesce((select n.amount from brought n where n.is_given order by n.id desc limit 1), 0) * back / o.amount)
  end from brought b
$$;

-- Takes it as far as it is there: out of the bucket that the order filled, and nothing that a running text holds. What was spent stays owed
-- where nobody here gave the money back.
create function private.claw_back(o public.payment_order, back integer, balance integer, is_owed boolean) returns void
language plpgsql set search_path = '' as $$
declare
  usage public.user_usage;
  held record;
  is_pack constant boolean := o.type = 'pack';
  is_there boolean;
  taken_cause constant text := 'reversal:' || o.id || ':' || balance;
  tokens bigint;
  images bigint;
  part bigint;
begin
  select * into usage from public.user_usage u where u.id = o.user_id;
  select coalesce(sum(r.held_token), 0) as token, coalesce(sum(r.held_image), 0) as image into held from private.run r where r.payer_id = o.user_id and r.ended_at is null;
  is_there := is_pack or coalesce(usage.payment_id = o.id, false);

  tokens := private.refund_share(o, 'token', back, balance, is_there);
  part := least(tokens, case when is_pack then usage.token when is_there then usage.payment_token else 0 end,
    greatest(0, usage.token + usage.payment_token - held.token));
  if part > 0 then
    insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
    values (o.user_id, o.user_id, 'reversal', case when is_pack then 'token' else 'payment_token' end, -part, 0, taken_cause);
    tokens := tokens - part;
  end if;

  images := private.refund_share(o, 'image', back, balance, is_there);
  part := least(images, case when is_pack then usage.image when is_there then usage.payment_image else 0 end,
    greatest(0, usage.image + usage.payment_image - held.image));
  if part > 0 then
    insert into public.image_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
    values (o.user_id, o.user_id, 'reversal', case when is_pack then 'image' else 'payment_image' end, -part, 0, taken_cause);
    images := images - part;
  end if;

  if is_owed and (tokens > 0 or images > 0) then
    insert into public.payment_debt as d (order_id, user_id, token, image) values (o.id, o.user_id, greatest(0, tokens), greatest(0, images))
    on conflict on constraint payment_debt_pkey do update set token = d.token + excluded.token, image = d.image + excluded.image;
  end if;
end;
$$;

-- Writes down what the provider says is left of a charge, whoever gave the rest back. Balances only fall, so that telling it twice, or late,
-- changes nothing. False when nothing went back since, or the order was not paid by this charge.
create function private.settle_balance(charge text, balance integer) returns boolean
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
  s public.subscription;
  asked private.payment_refund;
  now_left constant integer := greatest(0, settle_balance.balance);
  back integer;
begin
  o := private.lock_order((select p.order_id from private.payment p where p.code = charge));
  if o.status <> 'PAID' then return false; end if;
  select p.balance - now_left into back from private.payment p where p.code = charge and p.status = 'DONE';
  if coalesce(back, 0) <= 0 then return false; end if;
  update private.payment p set balance = now_left, status = case when now_left = 0 then 'CANCELED' else p.status end where p.code = charge;
  update public.payment_order p set refunded = p.amount - now_left, status = case when now_left = 0 then 'REFUNDED' else p.status end where p.id = o.id;
  update private.payment_refund r set status = 'DONE', settled_at = now()
    where r.order_id = o.id and r.status = 'OPEN' and r.amount <= back returning * into asked;
  if asked.id is not null then perform private.log_refund(asked, 'refund_done'); end if;
  perform private.claw_back(o, back, now_left, asked.id is null);
  if now_left = 0 then
    select * into s from public.subscription u where u.id = o.subscription_id and u.period_number = o.period_number
      and u.status in ('ACTIVE', 'UNPAID', 'PENDING_CANCEL');
    if found then perform private.end_subscription(s.id, 'CANCELED'); end if;
  end if;
  if exists (select from public."user" u where u.id = o.user_id and u.is_active) then
    perform private.tell_member(o.user_id, 'payment_refunded', o.code || ':' || now_left, jsonb_build_object('amount', back));
  end if;
  perform private.enqueue_member_email(o.user_id, 'refund', o.code || ':' || now_left,
    jsonb_build_object('order', o.code, 'plan', o.plan, 'period', o.period, 'pack', o.pack, 'amount', back,
      'issuer', o.card_issuer, 'card', o.card_last_four));
  return true;
end;
$$;

-- What a member paid, the newest first, with what was given back of it and by whom.
create function public.operator_list_orders(member uuid, before_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') from (
      select o.id, o.code, o.type, o.plan, o.period, o.pack, o.amount, o.refunded, o.status, o.failure, o.card_issuer, o.card_last_four,
        o.receipt_url, o.created_at, o.paid_at,
        (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amount', r.amount, 'reason', r.reason, 'status', r.status, 'failure', r.failure,
            'provider_code', r.provider_code, 'created_at', r.created_at, 'operator', u.nickname) order by r.created_at desc), '[]')
          from private.payment_refund r left join public."user" u on u.id = r.operator_id where r.order_id = o.id) as refunds
      from public.payment_order o
      where o.user_id = member and o.status not in ('PENDING', 'CANCELED') and (before_id is null or o.id < before_id)
      order by o.id desc limit 31
    ) l
  );
end;
$$;

-- 20_texts.sql

create function private.are_short_tags(tags text[]) returns boolean
language sql immutable set search_path = '' as $$
  select not exists (select from unnest(tags) as t (tag) where char_length(t.tag) > 100)
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
  constraint tool_use_tool_known check (tool in (
    'article', 'document', 'business-plan', 'cover-letter', 'email', 'instagram-feed', 'keyword-data', 'keyword-trend')),
  constraint tool_use_status_known check (status in ('queued', 'running', 'done', 'stopped', 'failed')),
  constraint tool_use_title_length check (char_length(title) <= 300),
  constraint tool_use_content_length check (char_length(content) <= 200000),
  constraint tool_use_tags_count check (cardinality(tags) <= 30),
  constraint tool_use_sources_list check (jsonb_typeof(sources) = 'array'),
  -- A picture above a text is kept as the text would have it: `![what it shows](/storage/v1/object/public/image/<path>#1200x800)`.
  constraint tool_use_thumbnail_picture check (
    char_length(thumbnail) <= 600 and thumbnail ~ '^!\[[^\]\[\\]*\]\(/storage/v1/object/public/image/[0-9a-f]{32}/I[0-9]{13}\.jpg#[0-9]{1,5}x[0-9]{1,5}\)$'),
  constraint tool_use_tags_short check (private.are_short_tags(tags))
);

comment on table public.tool_use is 'A generation is a row. content is Markdown; token is what was charged, token_input and token_output what the model counted.';

comment on column public.tool_use.duration is 'Milliseconds from start to end.';

comment on column public.tool_use.revision is
  'Counts changes of title, content and tags, whoever makes them. A save that stands on an older count is a conflict.';

comment on column public.tool_use.edited_at is 'When a person changed the text last; null while what stands there was written by a run.';

comment on column public.tool_use.deleted_at is
  'Since when the member sees it no more. It can be taken back until a job removes it for good, with its versions and files.';

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

-- Rows of a day lie together: a small index finds them without slowing down those who write them.
create index tool_use_day on public.tool_use using brin (created_at);

alter table public.tool_use enable row level security;

create policy "blocked members have no texts" on public.tool_use as restrictive
  to authenticated using ((select private.may_use_service()));

create policy "members read their own texts" on public.tool_use
  for select to authenticated using (user_id = (select auth.uid()) and deleted_at is null);

create trigger tool_use_note_pictures before delete on public.tool_use
  for each row execute function private.enqueue_files_of_text();

create trigger tool_use_require_files before insert or update of request on public.tool_use
  for each row execute function private.require_files();

-- Every change of the text counts, a run's as well as a person's: an open editor elsewhere learns of it at its next save.
create function private.save_tool_use() returns trigger
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

create trigger tool_use_save before update on public.tool_use
  for each row execute function private.save_tool_use();

-- What is deleted is neither opened nor closed to others, and a link to it shows nothing.
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

create function public.unshare_tool_use(tool_use_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
begin
  own := private.lock_own_text(unshare_tool_use.tool_use_id);
  update public.tool_use t set share_id = null where t.id = own.id;
end;
$$;

-- A prompt's picture is one of our own storage, as a path: an address could lead anywhere, and a script's would be run where it is shown.
create function private.is_own_picture(path text) returns boolean
language sql immutable set search_path = '' as $$
  select path is null or path ~ '^/storage/v1/object/public/image/[0-9a-f]{32}/I[0-9]{13}\.[a-z]{3,4}$'
$$;

-- Bytes of a member's texts as they are stored, with all their versions. Sizes are read without the texts themselves.
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

-- What a member does alone: a run is paid for, and may always keep what it wrote over.
create function private.limit_stored_texts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_text_room((select auth.uid()));
  return new;
end;
$$;

create trigger tool_use_copy_room before insert on public.tool_use
  for each row when (new.copy_of is not null) execute function private.limit_stored_texts();

-- A hundred states of a prompt a day, whichever way they come; imports at a terminal have no caller. The prompt is locked by whoever adds one.
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

-- 21_runs.sql

create table private.run_event (
  run_id bigint not null references private.run (id) on delete cascade,
  first_id bigint not null,
  last_id bigint not null,
  events text not null,
  primary key (run_id, first_id),
  constraint run_event_order check (last_id >= first_id)
);

comment on table private.run_event is
  'What a run sent, in batches: one JSON object a line, numbered from first_id to last_id. Ids of attempt n begin at n * 1,000,000 + 1. Kept for a day after its end.';

alter table private.run_event enable row level security;

-- Whoever follows a run from another process looks when there is something to see.
create function private.notify_run_events() returns trigger
language plpgsql set search_path = '' as $$
declare
  told constant text := (select string_agg(distinct n.run_id::text, ',') from new_events n);
begin
  if told is not null then perform pg_catalog.pg_notify('run_events', told); end if;
  return null;
end;
$$;

create trigger run_event_notify_insert after insert on private.run_event
  referencing new table as new_events for each statement execute function private.notify_run_events();

create trigger run_event_notify_update after update on private.run_event
  referencing new table as new_events for each statement execute function private.notify_run_events();

-- One beat of a process: keeps what its runs have sent since the last one, renews their leases and hears what became of them.
-- state: go, stop (somebody asked for it), blocked (the member), lost (taken for dead and closed by somebody else),
-- busy (another transaction holds it at this moment: nothing was kept, ask again).
create function private.save_runs(
  ids bigint[], first_ids bigint[], last_ids bigint[], events text[], lease_seconds integer
) returns table (id bigint, state text)
language sql set search_path = '' as $$
  with beat as (
    select b.* from unnest(ids, first_ids, last_ids, events) as b (id, first_id, last_id, events)
  ), alive as (
    select r.id, r.member_id, r.cancel_requested_at, r.lease_until
    from private.run r where r.id = any (ids) and r.ended_at is null
    for no key update skip locked
  ), renewed as (
    update private.run r set lease_until = now() + make_interval(secs => lease_seconds)
    from alive a where r.id = a.id and a.lease_until < now() + make_interval(secs => lease_seconds * 0.75)
  ), saved as (
    insert into private.run_event (run_id, first_id, last_id, events)
    select a.id, b.first_id, b.last_id, b.events
    from beat b join alive a on a.id = b.id where b.events is not null
    -- The answer to an earlier beat was lost: the same events come again, perhaps with more.
    on conflict (run_id, first_id) do update set last_id = excluded.last_id, events = excluded.events
  )
  select b.id, case
    when a.id is null then case when r.id is null then 'lost' else 'busy' end
    when u.is_block then 'blocked'
    when a.cancel_requested_at is not null then 'stop'
    else 'go' end
  from beat b
    left join alive a on a.id = b.id
    left join private.run r on r.id = b.id and r.ended_at is null
    left join public."user" u on u.id = a.member_id;
$$;

-- With what a run worked on goes what it sent.
create function private.forget_runs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.run_event e using private.run r where r.kind = tg_argv[0] and r.subject_id = old.id and e.run_id = r.id;
  update private.run r set state = null where r.kind = tg_argv[0] and r.subject_id = old.id and r.state is not null;
  return old;
end;
$$;

create trigger tool_use_forget_runs after delete on public.tool_use
  for each row execute function private.forget_runs('tool_use');

-- What a member has asked for under an Idempotency-Key, so that asking again gives the same answer and costs nothing
-- (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/).
create table private.idempotent_request (
  member_id uuid not null references public."user" (id) on delete cascade,
  key text not null,
  -- SHA-256 of method, path and body.
  fingerprint bytea not null,
  -- Null while the first request is being answered.
  answer json,
  created_at timestamptz not null default now(),
  primary key (member_id, key),
  constraint idempotency_key_length check (length(key) between 1 and 255)
);

comment on table private.idempotent_request is 'Requests that cost, by the key that their sender gave them. Forgotten after a day.';

create index idempotent_request_created on private.idempotent_request (created_at);

alter table private.idempotent_request enable row level security;

-- 22_text_versions.sql

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
    'tag', 'image', 'title', 'text', 'text-improve', 'text-fix', 'text-short', 'text-long', 'text-continue'))
);

comment on table public.tool_edit is
  'What the editor''s AI commands made and cost. The text itself changes only when the member accepts, as an edit of their own.';

comment on column public.tool_edit.duration is 'Milliseconds from start to end.';

create index tool_edit_of_text on public.tool_edit (tool_use_id);

create index tool_edit_of_member on public.tool_edit (user_id);

create index tool_edit_running on public.tool_edit (id) where status = 'running';

create index tool_edit_day on public.tool_edit using brin (created_at);

alter table public.tool_edit enable row level security;

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

-- Whoever deletes a text, its files are noted: a member, a job, or the end of an account.
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

-- Hides the member's finished texts among `ids`; what a run writes at the moment stays. Returns the ids that went.
create function public.delete_texts(ids bigint[]) returns setof bigint
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_use_service() then perform private.raise_app_error('user_blocked'); end if;
  if coalesce(cardinality(ids), 0) = 0 then perform private.raise_app_error('select_history'); end if;
  return query update public.tool_use t set deleted_at = now()
    where t.id = any (ids) and t.user_id = (select auth.uid()) and t.deleted_at is null and t.status not in ('queued', 'running')
    returning t.id;
end;
$$;

-- Takes deleted texts back, as they were, shared links included. Returns the ids that came back.
create function public.restore_texts(ids bigint[]) returns setof bigint
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_use_service() then perform private.raise_app_error('user_blocked'); end if;
  return query update public.tool_use t set deleted_at = null
    where t.id = any (ids) and t.user_id = (select auth.uid()) and t.deleted_at is not null
    returning t.id;
end;
$$;

-- Gives a text another title. For an editor that has it open it is a change like any other.
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

-- Copies a text with its request and files, without share link and versions, free of charge. Limited to a hundred a day.
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
    error_code, saved_at, edited_at, copy_of
  ) values (
    own.user_id, own.tool, own.status, own.stage, own.request, own.language, own.model, own.is_demo, duplicate_text.title, own.titles,
    own.outline, own.content, own.tags, own.thumbnail, own.error_code, now(), own.edited_at, own.id
  ) returning id into copy_id;
  return copy_id;
end;
$$;

-- 23_pictures.sql

create function private.add_version(
  p_tool_use_id bigint, p_title text, p_content text, p_tags text[], p_made_by text, p_thumbnail text default null
) returns integer
language plpgsql set search_path = '' as $$
declare
  newest public.tool_use_version;
begin
  -- Whoever adds a version holds the text's row, so numbers come one by one.
  perform from public.tool_use t where t.id = p_tool_use_id for update;
  if not found then perform private.raise_app_error('not_found'); end if;
  if btrim(p_content) = '' then return null; end if;
  select * into newest from public.tool_use_version v where v.tool_use_id = p_tool_use_id order by v.number desc limit 1;
  if found and (newest.title, newest.content, newest.tags, newest.thumbnail) is not distinct from (p_title, p_content, p_tags, p_thumbnail) then
    return newest.number;
  end if;
  insert into public.tool_use_version (tool_use_id, number, title, content, tags, made_by, thumbnail)
  values (p_tool_use_id, coalesce(newest.number, 0) + 1, p_title, p_content, p_tags, p_made_by, p_thumbnail);
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

create function public.restore_version(version_id bigint)
returns table (title text, content text, tags text[], thumbnail text, revision integer, saved_at timestamptz)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  version public.tool_use_version;
  own public.tool_use;
begin
  select * into version from public.tool_use_version v where v.id = restore_version.version_id;
  if not found then perform private.raise_app_error('not_found'); end if;
  own := private.lock_own_text(version.tool_use_id);
  if own.status in ('queued', 'running') then perform private.raise_app_error('request_in_progress'); end if;
  perform private.save_version(own.id, 'person');
  update public.tool_use t
    set title = version.title, content = version.content, tags = version.tags, thumbnail = version.thumbnail, edited_at = clock_timestamp()
    where t.id = own.id;
  return query select t.title, t.content, t.tags, t.thumbnail, t.revision, t.saved_at from public.tool_use t where t.id = own.id;
end;
$$;

-- Takes the picture away from above a text. The state before it is kept as a version, which brings it back.
create function public.remove_thumbnail(tool_use_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
begin
  own := private.lock_own_text(remove_thumbnail.tool_use_id);
  if own.status in ('queued', 'running') then perform private.raise_app_error('request_in_progress'); end if;
  if own.thumbnail is null then return; end if;
  perform private.save_version(own.id, 'person');
  update public.tool_use t set thumbnail = null where t.id = own.id;
end;
$$;

create function public.read_shared_text(share_id uuid)
returns table (title text, content text, tags text[], thumbnail text, language text, tool text, is_demo boolean, updated_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select t.title, t.content, t.tags, t.thumbnail, t.language, t.tool, t.is_demo, t.updated_at
  from public.tool_use t join public."user" u on u.id = t.user_id
  where t.share_id = read_shared_text.share_id and t.deleted_at is null and not u.is_block and u.is_active;
$$;

create function public.list_texts(search text default '', tool text default null, after_id bigint default null)
returns table (
  id bigint, tool text, status text, title text, language text, is_demo boolean, token bigint, image bigint, thumbnail text,
  saved_at timestamptz, created_at timestamptz, excerpt text, total bigint
)
language sql stable set search_path = '' as $$
  with asked as (
    select lower(normalize(btrim(list_texts.search), NFC)) as words,
      '%' || regexp_replace(lower(normalize(btrim(list_texts.search), NFC)), '([\\%_])', '\\\1', 'g') || '%' as pattern
  ), found as materialized (
    -- Without words the index alone answers; only one of the two parts is run.
    select t.id from public.tool_use t
    where btrim(list_texts.search) = '' and t.user_id = (select auth.uid()) and t.deleted_at is null
      and (list_texts.tool is null or t.tool = list_texts.tool)
    union all
    select t.id from public.tool_use t, asked
    where btrim(list_texts.search) <> '' and t.user_id = (select auth.uid()) and t.deleted_at is null
      and (list_texts.tool is null or t.tool = list_texts.tool)
      and (lower(t.title) like asked.pattern or lower(t.content) like asked.pattern)
  )
  select t.id, t.tool, t.status, t.title, t.language, t.is_demo, t.token, t.image, t.thumbnail, t.saved_at, t.created_at,
    case when asked.words <> '' and strpos(lower(t.content), asked.words) > 0
      then substr(t.content, greatest(1, strpos(lower(t.content), asked.words) - 40), 140) end,
    (select count(*) from found)
  from (
    select f.id from found f where list_texts.after_id is null or f.id < list_texts.after_id order by f.id desc limit 30
  ) as page
  join public.tool_use t on t.id = page.id, asked
  order by t.id desc;
$$;

create table private.made_picture (
  path text primary key,
  user_id uuid not null,
  made_at timestamptz not null default now(),
  constraint made_picture_path check (path ~ '^[0-9a-f]{32}/I[0-9]{13}\.jpg$')
);

comment on table private.made_picture is
  'Pictures of the public bucket that we made for a member and that nobody has looked after yet. A week later the sweep asks whether a text shows them. No foreign key: the member may be gone by then.';

create index made_picture_age on private.made_picture (made_at);

alter table private.made_picture enable row level security;

-- A file that was stored with our rights belongs to the member whom it was made for, like those that members send themselves: what removes theirs removes it.
create function private.give_picture(p_path text) returns boolean
language plpgsql set search_path = '' as $$
begin
  update storage.objects o set owner_id = m.user_id::text, owner = m.user_id
    from private.made_picture m
    where m.path = p_path and o.bucket_id = 'image' and o.name = m.path;
  return found;
end;
$$;

-- Looks after pictures that are a week old, `at_most` of them: those that no text shows are noted as unused. Returns how many it looked at.
create function private.enqueue_unused_pictures(at_most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  looked integer;
begin
  with old as (
    delete from private.made_picture m where m.path in (
      select o.path from private.made_picture o where o.made_at < now() - interval '7 days'
      order by o.made_at limit at_most for update skip locked)
    returning m.path, m.user_id
  ), noted as (
    insert into private.file_deletion_queue (path, user_id, bucket)
    select old.path, old.user_id, 'image' from old where not private.needs_file(old.user_id, 'image', old.path)
    on conflict (path) do nothing
  )
  select count(*) into looked from old;
  return looked;
end;
$$;

-- Another picture has come above the text, or none: the one before goes with the last version that shows it.
create function private.enqueue_former_thumbnail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_own_files(old.user_id, old.thumbnail);
  return null;
end;
$$;

create trigger tool_use_note_thumbnail after update of thumbnail on public.tool_use
  for each row when (old.thumbnail is not null and new.thumbnail is distinct from old.thumbnail)
  execute function private.enqueue_former_thumbnail();

-- Undoes `remove_thumbnail`: the picture comes back from the newest version that has one; the text stays as it was edited since.
create function public.put_back_thumbnail(tool_use_id bigint) returns text
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
  kept text;
begin
  own := private.lock_own_text(put_back_thumbnail.tool_use_id);
  if own.status in ('queued', 'running') then perform private.raise_app_error('request_in_progress'); end if;
  if own.thumbnail is not null then return own.thumbnail; end if;
  select v.thumbnail into kept from public.tool_use_version v
    where v.tool_use_id = own.id and v.thumbnail is not null order by v.number desc limit 1;
  if kept is null then perform private.raise_app_error('not_found'); end if;
  update public.tool_use t set thumbnail = kept where t.id = own.id;
  return kept;
end;
$$;

-- 24_file_references.sql

create table private.file_reference (
  bucket text not null,
  path text not null,
  user_id uuid not null references public."user" (id) on delete cascade,
  tool_use_id bigint not null references public.tool_use (id) on delete cascade,
  version_id bigint references public.tool_use_version (id) on delete cascade,
  constraint file_reference_once unique nulls not distinct (path, bucket, tool_use_id, version_id)
);

comment on table private.file_reference is 'version_id is null for the text as it is now.';

create index file_reference_text on private.file_reference (tool_use_id);

create index file_reference_version on private.file_reference (version_id);

create index file_reference_user on private.file_reference (user_id);

alter table private.file_reference enable row level security;

-- The files that a text names: pictures and videos in it and above it, and what it was written from.
create function private.files_in(content text, thumbnail text, request jsonb) returns table (bucket text, path text)
language sql immutable set search_path = '' as $$
  select 'image', p from private.pictures_of(concat_ws(E'\n', content, thumbnail)) p
  union select 'video', v from private.videos_of(content) v
  union select 'document', f ->> 'path'
    from jsonb_array_elements(case jsonb_typeof(request -> 'files') when 'array' then request -> 'files' else '[]' end) f where f ->> 'path' is not null
$$;

create function private.refer_to_files_of_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    delete from private.file_reference r where r.tool_use_id = new.id and r.version_id is null
      and not exists (select from private.files_in(new.content, new.thumbnail, new.request) f where f.bucket = r.bucket and f.path = r.path);
  end if;
  insert into private.file_reference (bucket, path, user_id, tool_use_id)
    select f.bucket, f.path, new.user_id, new.id from private.files_in(new.content, new.thumbnail, new.request) f
    on conflict on constraint file_reference_once do nothing;
  return null;
end;
$$;

create trigger tool_use_file_references after insert on public.tool_use
  for each row execute function private.refer_to_files_of_text();

-- Most saves change words only.
create trigger tool_use_file_references_changed after update of content, thumbnail, request on public.tool_use
  for each row when (
    new.thumbnail is distinct from old.thumbnail or new.request -> 'files' is distinct from old.request -> 'files'
    or (new.content is distinct from old.content and strpos(old.content || new.content, '/storage/v1/object/public/') > 0))
  execute function private.refer_to_files_of_text();

create function private.refer_to_files_of_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.file_reference (bucket, path, user_id, tool_use_id, version_id)
    select f.bucket, f.path, t.user_id, t.id, new.id from private.files_in(new.content, new.thumbnail, null) f, public.tool_use t
    where t.id = new.tool_use_id
    on conflict on constraint file_reference_once do nothing;
  return null;
end;
$$;

create trigger tool_use_version_file_references after insert on public.tool_use_version
  for each row execute function private.refer_to_files_of_version();

-- Whether a member's file is used: by a text or a version, or as a picture of the profile or of a prompt.
create function private.needs_file(member uuid, file_bucket text, file_path text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.file_reference r where r.path = file_path and r.bucket = file_bucket and r.user_id = member)
    or file_bucket <> 'document' and (
      exists (select from public."user" u where u.id = member and strpos(to_jsonb(u)::text, file_path) > 0)
      or exists (select from public.prompt p where p.user_id = member and strpos(p.photo, file_path) > 0)
      or exists (
        select from public.prompt p join public.prompt_version v on v.prompt_id = p.id
        where p.user_id = member and strpos(v.photo, file_path) > 0))
$$;

-- 25_tones.sql

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

alter table public.user_tone enable row level security;

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
  token bigint not null default 0,
  token_input bigint not null default 0,
  token_output bigint not null default 0,
  duration integer,
  created_at timestamptz not null default now(),
  constraint tone_analysis_urls_count check (cardinality(urls) between 3 and 10),
  constraint tone_analysis_language_known check (language in ('ko', 'en')),
  constraint tone_analysis_status_known check (status in ('running', 'done', 'stopped', 'failed')),
  constraint tone_analysis_whole check (
    status <> 'done' or (title is not null and description is not null and icon is not null and result is not null))
);

comment on table public.tone_analysis is
  'Attempts to learn a member''s tone. They belong to the tone: who deletes it deletes what it was learned from.';

comment on column public.tone_analysis.links is 'What was read of each link: {url, title, site, characters}, or {url, code}.';

comment on column public.tone_analysis.duration is 'Milliseconds from start to end.';

create index tone_analysis_list on public.tone_analysis (user_id, id desc);

create index tone_analysis_running on public.tone_analysis (id) where status = 'running';

create index tone_analysis_day on public.tone_analysis using brin (created_at);

alter table public.tone_analysis enable row level security;

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

-- At the end of the transaction: by then the run's hold is there, as it is when the analysis ends. Whoever took the two in another order
-- could wait for one another for ever.
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
  update public.user_tone t set status = 'created', title = new.title, description = new.description, icon = new.icon, result = new.result,
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

-- 26_keywords.sql

create table public.keyword_search (
  id bigint generated always as identity primary key,
  user_id uuid not null references public."user" (id) on delete cascade,
  keyword text not null,
  key text not null,
  status text not null default 'running',
  is_sample boolean not null,
  token bigint not null default 0,
  error_code text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  constraint keyword_search_keyword_length check (char_length(keyword) between 2 and 100),
  constraint keyword_search_status_known check (status in ('running', 'done', 'failed'))
);

comment on table public.keyword_search is 'An analysis that a member paid for: open again for nothing until 24 hours after done_at.';

comment on column public.keyword_search.key is 'The keyword as keywords are compared: without spaces, in capitals.';

create index keyword_search_list on public.keyword_search (user_id, id desc);

create index keyword_search_open on public.keyword_search (user_id, key, done_at desc) where status = 'done';

create index keyword_search_running on public.keyword_search (id) where status = 'running';

create index keyword_search_day on public.keyword_search using brin (created_at);

alter table public.keyword_search enable row level security;

create policy "blocked members see no searches" on public.keyword_search as restrictive
  for all to authenticated using ((select private.may_use_service()));

create policy "members read their own searches" on public.keyword_search
  for select to authenticated using (user_id = (select auth.uid()));

create policy "members forget their own searches" on public.keyword_search
  for delete to authenticated using (user_id = (select auth.uid()) and status <> 'running');

create table private.keyword_report (
  kind text not null,
  key text not null,
  is_sample boolean not null,
  data jsonb not null,
  read_at timestamptz not null default now(),
  primary key (kind, key, is_sample),
  constraint keyword_report_kind_known check (kind in ('data', 'trend'))
);

comment on table private.keyword_report is
  'What was found: figures of a keyword, or the trend of several (keys joined by commas). Older than a day it is read again, older than two days deleted.';

create index keyword_report_age on private.keyword_report (read_at);

alter table private.keyword_report enable row level security;

-- Whoever leaves takes their searches along (private.delete_account leaves the row without a name).
create function private.forget_keyword_searches() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.keyword_search s where s.user_id = new.id;
  return new;
end;
$$;

create trigger user_forget_keyword_searches after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_keyword_searches();

-- 30_prompts.sql

create table public.prompt_type (
  id smallint primary key,
  name text not null unique
);

comment on table public.prompt_type is 'Kinds of prompt: all is what a list can ask for, every model today makes text.';

alter table public.prompt_type enable row level security;

create policy "everybody reads prompt types" on public.prompt_type for select to anon, authenticated using (true);

create table public.prompt_model (
  id smallint primary key,
  name text not null unique,
  prompt_type_id smallint not null references public.prompt_type (id)
);

create index prompt_model_type on public.prompt_model (prompt_type_id);

comment on table public.prompt_model is 'Models that prompts are written for. The ids are part of the product''s contract.';

alter table public.prompt_model enable row level security;

create policy "everybody reads prompt models" on public.prompt_model for select to anon, authenticated using (true);

create table public.prompt_category_main (
  id smallint primary key,
  code text not null unique,
  label_ko text not null,
  label_en text not null
);

comment on table public.prompt_category_main is 'Thirteen subjects in the order in which screens list them.';

alter table public.prompt_category_main enable row level security;

create policy "everybody reads main categories" on public.prompt_category_main for select to anon, authenticated using (true);

create table public.prompt_category_sub (
  id smallint primary key,
  prompt_category_main_id smallint not null references public.prompt_category_main (id),
  code text not null unique,
  label_ko text not null,
  label_en text not null
);

comment on table public.prompt_category_sub is 'Sub-categories 1 to 85; the ids are part of the product''s contract.';

create index prompt_category_sub_main on public.prompt_category_sub (prompt_category_main_id);

alter table public.prompt_category_sub enable row level security;

create policy "everybody reads sub-categories" on public.prompt_category_sub for select to anon, authenticated using (true);

create table public.prompt (
  id bigint generated always as identity primary key,
  title text not null,
  description text not null,
  prompt text not null,
  language text not null,
  is_show boolean not null default false,
  view_count bigint not null default 0,
  action_count bigint not null default 0,
  like_count bigint not null default 0,
  use_count bigint not null default 0,
  trend_score double precision not null default 0,
  photo text,
  user_id uuid not null references public."user" (id) on delete cascade,
  prompt_model_id smallint not null references public.prompt_model (id),
  prompt_category_sub_id smallint not null references public.prompt_category_sub (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  sample_result text not null default ''
  constraint prompt_sample_length check (char_length(sample_result) <= 20000),
  review_status text not null default 'in_review'
  constraint prompt_review_status_known check (review_status in ('draft', 'in_review', 'published', 'returned', 'hidden')),
  constraint prompt_title_length check (char_length(title) between 1 and 100),
  constraint prompt_description_filled check (char_length(description) between 1 and 5000),
  constraint prompt_prompt_filled check (char_length(prompt) between 1 and 100000),
  constraint prompt_counts_not_negative check (view_count >= 0 and action_count >= 0 and like_count >= 0 and use_count >= 0),
  constraint prompt_language_known check (language in ('ko', 'en')),
  constraint prompt_photo_own check (private.is_own_picture(photo))
);

comment on table public.prompt is 'A prompt of the library. Others'' are read by list_prompts() and read_prompt(), which give the text to members only.';

comment on column public.prompt.moved_at is 'When trend_score or view_count last changed.';

comment on column public.prompt.review_status is
  'Of a prompt that is not shown: draft, in_review, returned (the reason is in its newest version) or hidden by its author. Shown prompts are published, whatever their newest version is.';

create index prompt_list_own on public.prompt (user_id, created_at desc, id desc);

create index prompt_list_moved on public.prompt (moved_at) where is_show;

create index prompt_list_trending on public.prompt (trend_score desc, created_at desc, id desc)
  include (prompt_category_sub_id, prompt_model_id, language) where is_show;

create index prompt_list_new on public.prompt (created_at desc, id desc)
  include (prompt_category_sub_id, prompt_model_id, language) where is_show;

create index prompt_list_top on public.prompt (view_count desc, created_at desc, id desc)
  include (prompt_category_sub_id, prompt_model_id, language) where is_show;

create index prompt_list_model_trending on public.prompt (prompt_model_id, language, trend_score desc, created_at desc, id desc)
  include (prompt_category_sub_id) where is_show;

create index prompt_list_model_new on public.prompt (prompt_model_id, language, created_at desc, id desc)
  include (prompt_category_sub_id) where is_show;

create index prompt_list_model_top on public.prompt (prompt_model_id, language, view_count desc, created_at desc, id desc)
  include (prompt_category_sub_id) where is_show;

create index prompt_list_sub_trending on public.prompt
  (prompt_category_sub_id, prompt_model_id, language, trend_score desc, created_at desc, id desc) where is_show;

create index prompt_list_sub_new on public.prompt
  (prompt_category_sub_id, prompt_model_id, language, created_at desc, id desc) where is_show;

create index prompt_list_sub_top on public.prompt
  (prompt_category_sub_id, prompt_model_id, language, view_count desc, created_at desc, id desc) where is_show;

-- What filters and orders those that a look-up found, without reading the prompts themselves.
create index prompt_list_facts on public.prompt (id)
  include (trend_score, view_count, created_at, prompt_category_sub_id, prompt_model_id, language) where is_show;

alter table public.prompt enable row level security;

create policy "blocked members use no prompts" on public.prompt as restrictive
  to authenticated using ((select private.may_use_service()));

create policy "members register prompts as themselves" on public.prompt
  for insert to authenticated with check (user_id = (select auth.uid()) and not is_show and review_status in ('draft', 'in_review'));

create policy "authors change their unshown prompts" on public.prompt
  for update to authenticated using (user_id = (select auth.uid()) and not is_show)
  with check (user_id = (select auth.uid()) and not is_show and review_status in ('draft', 'in_review'));

create policy "authors delete their prompts" on public.prompt
  for delete to authenticated using (user_id = (select auth.uid()));

create policy "members see their own prompts" on public.prompt
  for select to authenticated using (user_id = (select auth.uid()));

create trigger prompt_touch before update on public.prompt
  for each row when (old.title is distinct from new.title or old.description is distinct from new.description or old.prompt is distinct from new.prompt)
  execute function private.touch_updated_at();

create table public.prompt_like (
  id bigint generated always as identity primary key,
  prompt_id bigint not null references public.prompt (id) on delete cascade,
  user_id uuid not null references public."user" (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint prompt_like_once unique (prompt_id, user_id)
);

comment on table public.prompt_like is 'A saved prompt (bookmark).';

create index prompt_like_own on public.prompt_like (user_id, created_at desc, id desc);

alter table public.prompt_like enable row level security;

-- Whether the caller may act on this prompt: it is shown, or it is the caller's. A blocked member uses no prompts at all.
create function private.sees_prompt(prompt_id bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select ((select auth.uid()) is null or private.may_use_service())
    and exists (select from public.prompt p where p.id = sees_prompt.prompt_id and (p.is_show or p.user_id = (select auth.uid())))
$$;

create policy "blocked members save nothing" on public.prompt_like as restrictive
  to authenticated using ((select private.may_use_service()));

create policy "members see what they saved" on public.prompt_like
  for select to authenticated using (user_id = (select auth.uid()));

create policy "members save shown prompts" on public.prompt_like
  for insert to authenticated with check (user_id = (select auth.uid()) and private.sees_prompt(prompt_id));

create policy "members remove what they saved" on public.prompt_like
  for delete to authenticated using (user_id = (select auth.uid()));

create table public.prompt_action (
  id bigint generated always as identity primary key,
  type text not null,
  prompt_id bigint not null references public.prompt (id) on delete cascade,
  user_id uuid not null references public."user" (id) on delete cascade,
  constraint prompt_action_type_known check (type in ('thank')),
  constraint prompt_action_once unique (prompt_id, user_id, type)
);

comment on table public.prompt_action is 'Thanks to an author, once per prompt, member and type.';

create index prompt_action_own on public.prompt_action (user_id);

alter table public.prompt_action enable row level security;

create policy "blocked members thank nobody" on public.prompt_action as restrictive
  to authenticated using ((select private.may_use_service()));

create policy "members see whom they thanked" on public.prompt_action
  for select to authenticated using (user_id = (select auth.uid()));

create policy "members thank as themselves" on public.prompt_action
  for insert to authenticated with check (user_id = (select auth.uid()) and private.sees_prompt(prompt_id));

create table public.prompt_view (
  id bigint generated always as identity primary key,
  prompt_id bigint not null references public.prompt (id) on delete cascade,
  user_id uuid references public."user" (id) on delete set null,
  created_at timestamptz not null default now()
);

comment on table public.prompt_view is 'Views; user_id is null for a visitor.';

create index prompt_view_prompt on public.prompt_view (prompt_id, created_at desc);

create index prompt_view_member on public.prompt_view (user_id);

alter table public.prompt_view enable row level security;

create policy "visitors are counted without a name" on public.prompt_view
  for insert to anon with check (user_id is null and private.sees_prompt(prompt_id));

create policy "members are counted as themselves or without a name" on public.prompt_view
  for insert to authenticated with check ((user_id is null or user_id = (select auth.uid())) and private.sees_prompt(prompt_id));

create table public.prompt_use (
  id bigint generated always as identity primary key,
  status text not null default 'queued',
  prompt text not null,
  prompt_parameter jsonb not null default '{}',
  result text not null default '',
  token bigint not null default 0,
  token_input bigint not null default 0,
  token_output bigint not null default 0,
  duration integer,
  prompt_id bigint references public.prompt (id) on delete set null,
  prompt_type_id smallint not null references public.prompt_type (id),
  prompt_model_id smallint not null references public.prompt_model (id),
  prompt_use_id bigint references public.prompt_use (id) on delete cascade,
  user_id uuid not null references public."user" (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  title text not null default '',
  model text not null default 'demo',
  is_demo boolean not null default false,
  error_code text,
  is_comparison boolean not null default false,
  regenerated_from_id bigint references public.prompt_use (id) on delete cascade,
  tool_use_id bigint references public.tool_use (id) on delete set null,
  excerpt text generated always as (left(result, 160)) stored,
  constraint prompt_use_status_known check (status in ('queued', 'running', 'done', 'stopped', 'failed')),
  constraint prompt_use_child_has_parent check (prompt_use_id is not null or (not is_comparison and regenerated_from_id is null)),
  constraint prompt_use_result_length check (char_length(result) <= 200000),
  constraint prompt_use_prompt_length check (char_length(prompt) <= 100000)
);

create index prompt_use_model on public.prompt_use (prompt_model_id);

create index prompt_use_type on public.prompt_use (prompt_type_id);

comment on table public.prompt_use is 'A run of a prompt; prompt_use_id is the run that it follows up. duration is milliseconds.';

comment on column public.prompt_use.prompt is
  'The prompt''s text as it was, with its placeholders, prompt_parameter their values; of a follow-up the question.';

comment on column public.prompt_use.title is 'The prompt''s title as it was; empty for children.';

comment on column public.prompt_use.model is
  'What answered: the model of prompt_model_id, or what this site has in its place.';

comment on column public.prompt_use.is_comparison is 'Part of its parent''s run: the same question to another model. Its end is that of the run.';

comment on column public.prompt_use.regenerated_from_id is 'The answer that this one was asked for in place of. The old one stays.';

comment on column public.prompt_use.tool_use_id is 'The text that was made of the result, to be edited.';

create index prompt_use_own on public.prompt_use (user_id, id desc) where prompt_use_id is null;

create index prompt_use_member on public.prompt_use (user_id, is_comparison, status);

create index prompt_use_children on public.prompt_use (prompt_use_id, created_at);

create index prompt_use_prompt on public.prompt_use (prompt_id);

create index prompt_use_running on public.prompt_use (id) where status in ('queued', 'running');

create index prompt_use_again on public.prompt_use (regenerated_from_id);

create index prompt_use_text on public.prompt_use (tool_use_id);

create index prompt_use_day on public.prompt_use using brin (created_at);

alter table public.prompt_use enable row level security;

create policy "blocked members have no runs" on public.prompt_use as restrictive
  to authenticated using ((select private.may_use_service()));

create policy "members see their own runs" on public.prompt_use
  for select to authenticated using (user_id = (select auth.uid()));

create trigger prompt_use_touch before update on public.prompt_use
  for each row execute function private.touch_updated_at();

create trigger prompt_use_forget_runs after delete on public.prompt_use
  for each row execute function private.forget_runs('prompt_use');

create function private.count_prompt_like() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    update public.prompt set like_count = like_count + 1 where id = new.prompt_id;
    return new;
  end if;
  update public.prompt set like_count = greatest(like_count - 1, 0) where id = old.prompt_id;
  return old;
end;
$$;

create trigger prompt_like_count after insert or delete on public.prompt_like
  for each row execute function private.count_prompt_like();

-- A thank is counted once; an author cannot thank the own prompt.
create function private.count_prompt_action() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.prompt set action_count = action_count + 1 where id = new.prompt_id and user_id <> new.user_id;
  if not found then perform private.raise_app_error('forbidden'); end if;
  return new;
end;
$$;

create trigger prompt_action_count after insert on public.prompt_action
  for each row execute function private.count_prompt_action();

create function private.like_count_of(prompt_id bigint) returns bigint
language sql stable security definer set search_path = '' as $$
  select p.like_count from public.prompt p where p.id = like_count_of.prompt_id and (p.is_show or p.user_id = (select auth.uid()))
$$;

-- The names of prompts that the caller's runs used, for the history of what was spent. A hundred at most.
create function public.name_used_prompts(ids bigint[]) returns table (id bigint, title text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  return query select p.id, p.title from public.prompt p
    where p.id = any (ids[1:100]) and (p.is_show or p.user_id = (select auth.uid()))
      and exists (select from public.prompt_use u where u.prompt_id = p.id and u.user_id = (select auth.uid()));
end;
$$;

comment on function public.name_used_prompts(bigint[]) is 'Id and title of shown or own prompts that the caller ran.';

-- Comparing a text with the library reads many others, so it is counted as searches are. What compares is one function, what counts another:
-- an import compares fifty at once, and the console compares without a limit.
create function private.similar_prompts(title text, prompt text, except_id bigint default null)
returns table (id bigint, title_found text, similarity real)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
#variable_conflict use_column
declare
  likeness_min constant real := 0.55;
  grams integer[] := private.keyword_grams(private.search_form(left(similar_prompts.title || e'\n' || similar_prompts.prompt, 20000)));
  rare integer[];
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  -- Grams that few texts have find their likes soonest; without statistics any will do. Of those that many have, half as many are looked up:
  -- each takes long and tells little.
  rare := array(
    select r.element from (
      select g.element, known.frequency, row_number() over (order by known.frequency nulls first, g.element) as place from unnest(grams) as g (element)
      left join (
        select k.element, k.frequency from pg_catalog.pg_stats s, unnest(s.most_common_elems::text::integer[], s.most_common_elem_freqs) as k (element, frequency)
        where s.schemaname = 'private' and s.tablename = 'prompt_search_full' and k.element is not null
      ) known using (element)
    ) r where r.place <= 12 or (r.place <= 24 and coalesce(r.frequency, 0) < 0.01) order by r.place);
  return query
    -- Each rare gram alone may be in thousands of texts. Who copied has nearly all of them, and so all three of some group.
    with numbered as (
      select r.element, (r.place - 1) % greatest(cardinality(rare) / 3, 1) as part from unnest(rare) with ordinality as r (element, place)
    ), sought as (
      select array_agg(n.element) as elements from numbered n group by n.part
    ), candidate as (
      select s.prompt_id from sought g cross join lateral (
        select t.prompt_id from private.prompt_search t where private.letter_grams(t.full_text) @> g.elements limit 200) s
      group by s.prompt_id order by count(*) desc, s.prompt_id limit 20
    ), measured as (
      select p.id, p.title, private.keyword_grams(private.search_form(left(p.title || e'\n' || p.prompt, 20000))) as other
      from candidate c join public.prompt p on p.id = c.prompt_id where p.id is distinct from similar_prompts.except_id
    ), scored as (
      select m.id, m.title, (common.count::real / greatest(cardinality(grams) + cardinality(m.other) - common.count, 1)::real) as score
      from measured m cross join lateral (
        select count(*) as count from unnest(m.other) as o (element) where o.element = any (grams)) common
    )
    select s.id, s.title, s.score from scored s where s.score >= likeness_min order by s.score desc, s.id limit 5;
end;
$$;

create function private.count_comparison() returns void
language plpgsql set search_path = '' as $$
begin
  if not private.count_use('similar:' || (select auth.uid()), 60, 300) then perform private.raise_app_error('too_many_requests'); end if;
end;
$$;

create function public.find_similar_prompts(title text, prompt text, except_id bigint default null)
returns table (id bigint, title_found text, similarity real)
language plpgsql security definer set search_path = '' as $$
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  perform private.count_comparison();
  return query select f.id, f.title_found, f.similarity from (
      select s.id, s.title_found, s.similarity
        from private.similar_prompts(find_similar_prompts.title, find_similar_prompts.prompt, find_similar_prompts.except_id) s
      union
      select w.id, w.title_found, w.similarity
        from private.similar_waiting(find_similar_prompts.title, find_similar_prompts.prompt, find_similar_prompts.except_id, (select auth.uid())) w
    ) f order by f.similarity desc, f.id limit 5;
end;
$$;

comment on function public.find_similar_prompts(text, text, bigint) is
  'Shown prompts, and own ones in review, that say nearly the same; sixty times in five minutes.';

-- What find_prompt_duplicates() did, for imports at a terminal as well.
create function private.compare_prompts(caller uuid, candidates jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(candidates) is distinct from 'array' or jsonb_array_length(candidates) > 50 then
    perform private.raise_app_error('invalid_request');
  end if;
  return jsonb_build_object(
    'left_today', greatest(0, 30 - (select count(*) from public.prompt p where p.user_id = caller and p.created_at > now() - interval '1 day')),
    'found', (
      with own as materialized (
        select min(p.id) as id, private.normalized_text_hash(p.prompt) as text from public.prompt p where p.user_id = caller group by 2
      )
      select coalesce(jsonb_agg(jsonb_build_object('own_id', o.id, 'similar', s.similar) order by c.place), '[]')
      from jsonb_array_elements(candidates) with ordinality as c (line, place)
        left join own o on o.text = private.normalized_text_hash(c.line ->> 'prompt')
        left join lateral (
          select jsonb_build_object('id', f.id, 'title', f.title_found, 'similarity', f.similarity) as similar
          from private.similar_prompts(coalesce(c.line ->> 'title', ''), coalesce(c.line ->> 'prompt', '')) f limit 1
        ) s on o.id is null));
end;
$$;

-- 31_prompt_runs.sql

-- A row without a running child: what goes on is stopped before it is deleted. A function, because a policy that reads its own
-- table asks itself without end.
create function private.is_conversation_going(use_id bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.prompt_use c where c.prompt_use_id = use_id and c.status in ('queued', 'running'))
$$;

create policy "members delete their own finished runs" on public.prompt_use
  for delete to authenticated using (
    user_id = (select auth.uid()) and status not in ('queued', 'running')
    and not private.is_conversation_going(id));

-- A run that gave something counts for its prompt, and its author hears of it: of each person once a day, and never of the
-- own use. Called in the transaction that settles the run.
create function private.count_prompt_use(use_id bigint) returns void
language plpgsql set search_path = '' as $$
declare
  used record;
begin
  select u.prompt_id, u.user_id, p.user_id as author, p.title into used
    from public.prompt_use u join public.prompt p on p.id = u.prompt_id
    where u.id = use_id and u.prompt_use_id is null and p.is_show and p.user_id <> u.user_id;
  if not found then return; end if;
  update public.prompt p set use_count = use_count + 1 where p.id = used.prompt_id;
  if not private.record_engagement(used.prompt_id, 'use', used.user_id::text) then return; end if;
  insert into public.user_alarm (user_id, kind, source_id, data)
  values (used.author, 'prompt_execute', used.prompt_id || ':' || use_id, jsonb_build_object('title', used.title))
  on conflict do nothing;
end;
$$;

-- The member's conversations, thirty a page, newest first. { lines, total }: token and follow_ups are those of the whole conversation.
create function public.list_prompt_uses(after bigint default null) returns jsonb
language sql stable set search_path = '' as $$
  with page as (
    select u.id, u.title, u.status, u.prompt_id, u.is_demo, u.excerpt, u.created_at, u.prompt_model_id, u.token
    from public.prompt_use u
    where u.user_id = (select auth.uid()) and u.prompt_use_id is null and (after is null or u.id < after)
    order by u.id desc limit 30
  )
  select jsonb_build_object(
    'total', (select count(*) from public.prompt_use u where u.user_id = (select auth.uid()) and u.prompt_use_id is null),
    'lines', coalesce((select jsonb_agg(jsonb_build_object(
        'id', p.id, 'title', p.title, 'status', case when c.is_going then 'running' else p.status end, 'prompt_id', p.prompt_id,
        'is_demo', p.is_demo, 'excerpt', p.excerpt, 'created_at', p.created_at, 'model', m.name,
        'beside', c.beside, 'token', p.token + c.token, 'follow_ups', c.follow_ups) order by p.id desc)
      from page p join public.prompt_model m on m.id = p.prompt_model_id
      cross join lateral (
        select coalesce(sum(c.token), 0) as token, count(*) filter (where not c.is_comparison and c.regenerated_from_id is null) as follow_ups,
          coalesce(bool_or(c.status in ('queued', 'running')), false) as is_going,
          count(*) filter (where c.is_comparison) as beside
        from public.prompt_use c where c.prompt_use_id = p.id) c), '[]'))
$$;

-- A text that was made of a prompt's answer says so: it has no form that it could be written again from, and its heading is its title.
create function public.edit_prompt_result(use_id bigint, document_language text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  used public.prompt_use;
  text_id bigint;
  subject text;
  body text;
  headed text[];
begin
  if not private.may_use_service() then perform private.raise_app_error('user_blocked'); end if;
  select * into used from public.prompt_use u where u.id = use_id and u.user_id = (select auth.uid()) for update;
  if not found then perform private.raise_app_error('not_found'); end if;
  if used.status in ('queued', 'running') then perform private.raise_app_error('request_in_progress'); end if;
  if used.result = '' then perform private.raise_app_error('no_content'); end if;
  if used.tool_use_id is not null then return used.tool_use_id; end if;
  if document_language not in ('Korean', 'English') then perform private.raise_app_error('invalid_request'); end if;
  -- An answer that begins with a heading brings its title along, which would otherwise stand there twice.
  headed := regexp_match(used.result, '^\s*#[ \t]+([^\n]{1,200})\n\s*(\S.*)$');
  subject := coalesce(btrim(translate(headed[1], '*`', '')), nullif(used.title, ''),
    (select r.title from public.prompt_use r where r.id = used.prompt_use_id), '');
  body := coalesce(headed[2], used.result);
  insert into public.tool_use (user_id, tool, status, stage, request, language, model, is_demo, title, content, saved_at)
  values (used.user_id, 'document', 'done', 'done',
    jsonb_build_object('topic', subject, 'prompt_use', coalesce(used.prompt_use_id, used.id)), document_language, used.model, used.is_demo,
    subject, body, now())
  returning id into text_id;
  update public.prompt_use u set tool_use_id = text_id where u.id = use_id;
  return text_id;
end;
$$;

-- 32_prompt_search.sql

create type private.prompt_filter as (
  sort text,
  subs smallint[],
  models smallint[],
  languages text[],
  -- Where the last page ended: the figure that is sorted by, the date, the id. All null for the first page.
  key text,
  created_at timestamptz,
  id bigint,
  -- When the last page was read.
  since timestamptz
);

create type private.prompt_hits as (ids bigint[], total bigint, is_exact boolean);

-- Texts as the search compares them stand in a table of their own: a prompt's counters change all the time, and each new
-- version of a row goes into every index of its table, which for pairs of letters means hundreds of entries.
create table private.prompt_search (
  prompt_id bigint primary key references public.prompt (id) on delete cascade,
  public_text text not null,
  full_text text not null
);

comment on table private.prompt_search is
  'Shown prompts, lower-cased and composed (NFC). Visitors search public_text, which does not hold the prompt itself: what it holds could be found out by asking (B13).';

-- One number for each letter before white space together with the letter after it.
create function private.spaced_pairs(value text) returns integer[]
language sql immutable parallel safe set search_path = '' as $$
  with words as materialized (select regexp_split_to_array(value, '[\x01-\x20]+') as list)
  select coalesce(array_agg(distinct ((ascii(right(a, 1)) & 65535) << 15) # ascii(b)), '{}')
  from words, unnest(list, list[2:]) as pair (a, b)
  where a <> '' and b <> ''
$$;

-- One number per pair of neighbouring letters without white space, and one below zero per run of three ASCII letters or digits (and
-- the few signs between them in the table). Grams that share a number do no harm: texts are compared afterwards. A gram that comes
-- twice stands twice in the array: GIN keeps it once, and sorting here would cost as much as all the rest.
create function private.letter_grams(value text) returns integer[]
language sql immutable parallel safe set search_path = '' as $$
  with points as materialized (select array(select ascii(c) from string_to_table(value, null) c) as list)
  select coalesce(array_agg(((a & 65535) << 15) # b) filter (where a > 32 and b > 32)
    || array_agg(-((a << 14) | (b << 7) | c)) filter (where a between 48 and 122 and b between 48 and 122 and c between 48 and 122), '{}')
  from points, unnest(list, list[2:], list[3:]) as gram (a, b, c)
$$;

create index prompt_search_public_spaced on private.prompt_search using gin (private.spaced_pairs(public_text)) with (fastupdate = off);

create index prompt_search_full_spaced on private.prompt_search using gin (private.spaced_pairs(full_text)) with (fastupdate = off);

create index prompt_search_public on private.prompt_search using gin (private.letter_grams(public_text)) with (fastupdate = off);

create index prompt_search_full on private.prompt_search using gin (private.letter_grams(full_text)) with (fastupdate = off);

alter table private.prompt_search enable row level security;

create function private.search_form(value text) returns text
language sql immutable parallel safe set search_path = '' as $$ select lower(normalize(value, NFC)) $$;

create function private.index_prompt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.is_show then
    delete from private.prompt_search s where s.prompt_id = new.id;
    return null;
  end if;
  insert into private.prompt_search (prompt_id, public_text, full_text)
  values (new.id, private.search_form(new.title || e'\n' || new.description),
    private.search_form(new.title || e'\n' || new.description || e'\n' || new.prompt))
  on conflict (prompt_id) do update set public_text = excluded.public_text, full_text = excluded.full_text;
  return null;
end;
$$;

create trigger prompt_search_insert after insert on public.prompt
  for each row when (new.is_show) execute function private.index_prompt();

create trigger prompt_search_update after update of title, description, prompt, is_show on public.prompt
  for each row when ((old.title, old.description, old.prompt, old.is_show) is distinct from (new.title, new.description, new.prompt, new.is_show))
  execute function private.index_prompt();

-- How many prompts are shown, for each combination that a list can be filtered by.
create table private.prompt_total (
  prompt_category_sub_id smallint not null references public.prompt_category_sub (id),
  prompt_model_id smallint not null references public.prompt_model (id),
  language text not null,
  count bigint not null,
  primary key (prompt_category_sub_id, prompt_model_id, language)
);

create index prompt_total_model on private.prompt_total (prompt_model_id);

alter table private.prompt_total enable row level security;

create function private.count_prompt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.is_show then
    update private.prompt_total t set count = count - 1 where t.prompt_category_sub_id = old.prompt_category_sub_id
      and t.prompt_model_id = old.prompt_model_id and t.language = old.language;
  end if;
  if tg_op <> 'DELETE' and new.is_show then
    insert into private.prompt_total as t (prompt_category_sub_id, prompt_model_id, language, count)
    values (new.prompt_category_sub_id, new.prompt_model_id, new.language, 1)
    on conflict (prompt_category_sub_id, prompt_model_id, language) do update set count = t.count + 1;
  end if;
  return null;
end;
$$;

create trigger prompt_total_insert after insert on public.prompt
  for each row when (new.is_show) execute function private.count_prompt();

create trigger prompt_total_delete after delete on public.prompt
  for each row when (old.is_show) execute function private.count_prompt();

create trigger prompt_total_update after update of is_show, prompt_category_sub_id, prompt_model_id, language on public.prompt
  for each row when ((old.is_show, old.prompt_category_sub_id, old.prompt_model_id, old.language)
    is distinct from (new.is_show, new.prompt_category_sub_id, new.prompt_model_id, new.language))
  execute function private.count_prompt();

create function private.touch_moved_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.moved_at := clock_timestamp();
  return new;
end;
$$;

create trigger prompt_moved before update of trend_score, view_count on public.prompt
  for each row when ((old.trend_score, old.view_count) is distinct from (new.trend_score, new.view_count))
  execute function private.touch_moved_at();

-- `trend_score desc, created_at desc, id desc` and its like, for a table alias or a subquery's columns.
create function private.prompt_order(sort text) returns text
language sql immutable set search_path = '' as $$
  select case sort when 'top' then 'view_count desc, ' when 'new' then '' else 'trend_score desc, ' end || 'created_at desc, id desc'
$$;

-- A condition that the rows beyond the cursor meet (or, with '>=', those before it). f is the parameter $1.
create function private.prompt_beyond(sort text, comparison text) returns text
language sql immutable set search_path = '' as $$
  select case sort
    when 'top' then format('(p.view_count, p.created_at, p.id) %s ($1.key::bigint, $1.created_at, $1.id)', comparison)
    when 'new' then format('(p.created_at, p.id) %s ($1.created_at, $1.id)', comparison)
    else format('(p.trend_score, p.created_at, p.id) %s ($1.key::double precision, $1.created_at, $1.id)', comparison)
  end
$$;

create function private.prompt_conditions(f private.prompt_filter) returns text
language sql immutable set search_path = '' as $$
  select 'p.is_show'
    || case when f.subs is null then '' else ' and p.prompt_category_sub_id = any ($1.subs)' end
    || case when f.models is null then '' else ' and p.prompt_model_id = any ($1.models)' end
    || case when f.languages is null then '' else ' and p.language = any ($1.languages)' end
$$;

-- The text of a query for the filtered prompts in order, to be walked as far as needed: its parts are merged row by row. Each is planned
-- by itself, which takes as long as passing by 3,000 entries of an index; 3,000 prompts are what a walk is expected to read.
create function private.prompt_stream(f private.prompt_filter) returns text
language plpgsql stable set search_path = '' as $$
declare
  parts text := private.prompt_parts(f, 3000, 3000);
  beyond text := case when f.id is null then '' else ' and ' || private.prompt_beyond(f.sort, '<') end;
  fixed text := format('select p.id, p.created_at, p.%I as sort_key from public.prompt p where ', private.prompt_sort_key(f.sort));
  ordered text := ' order by ' || private.prompt_order(f.sort);
  branches text;
begin
  if parts like 'prompt_category_sub_id%' then
    select string_agg(format('(%sp.is_show and p.prompt_category_sub_id = %s and p.prompt_model_id = %s and p.language = %L%s%s)',
        fixed, t.prompt_category_sub_id, t.prompt_model_id, t.language, beyond, ordered), ' union all ')
      into branches from private.prompt_total t
      where t.count > 0 and t.prompt_category_sub_id = any (f.subs)
        and (f.models is null or t.prompt_model_id = any (f.models)) and (f.languages is null or t.language = any (f.languages));
  elsif (f.models is not null or f.languages is not null) then
    select string_agg(format('(%s%s and p.prompt_model_id = %s and p.language = %L%s%s)',
        fixed, private.prompt_conditions(f), t.prompt_model_id, t.language, beyond, ordered), ' union all ')
      into branches from (select distinct prompt_model_id, language from private.prompt_total where count > 0) t
      where (f.models is null or t.prompt_model_id = any (f.models)) and (f.languages is null or t.language = any (f.languages));
  end if;
  return coalesce(branches, fixed || private.prompt_conditions(f) || beyond);
end;
$$;

-- Counts one search. A visitor's network gets twice a member's limit, because an office may share one address.
create function private.count_search() returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := (select auth.uid());
  window_start constant timestamptz := clock_timestamp() - interval '5 minutes';
  caller_key constant text := coalesce('member:' || member, private.visitor_key(0));
begin
  if random() < 0.01 then
    delete from private.search_call c where c.ctid in (
      select o.ctid from private.search_call o where o.called_at < window_start limit 1000 for update skip locked);
  end if;
  if (select count(*) from private.search_call c where c.caller = caller_key and c.called_at > window_start)
    >= (case when member is null then 600 else 300 end) then perform private.raise_app_error('too_many_requests'); end if;
  insert into private.search_call (caller) values (caller_key);
end;
$$;

-- What every text that holds a keyword has: its runs of three, and the pairs that are in none of those.
create function private.keyword_grams(word text) returns integer[]
language sql immutable parallel safe set search_path = '' as $$
  with points as materialized (select array(select ascii(c) from string_to_table(word, null) c) as list)
  select coalesce(array_agg(distinct case
      when is_run then -((a << 14) | (b << 7) | c) else ((a & 65535) << 15) # b end), '{}')
  from (
    select a, b, c, a between 48 and 122 and b between 48 and 122 and c between 48 and 122 as is_run,
      before between 48 and 122 and a between 48 and 122 and b between 48 and 122 as is_end_of_run
    from points, unnest(list, list[2:], list[3:], null::integer || list) as gram (a, b, c, before)
  ) g
  where a > 32 and b > 32 and (coalesce(is_run, false) or not coalesce(is_end_of_run, false))
$$;

-- The figure that a list is sorted by.
create function private.prompt_sort_key(sort text) returns text
language sql immutable set search_path = '' as $$
  select case sort when 'top' then 'view_count' when 'new' then 'created_at' else 'trend_score' end
$$;

-- Which columns tell apart the parts that a filtered list is merged from, each of which an index has in order. Null for a list that is
-- read in one part: without a filter, or when its sub-categories hold so much that they are met on the way.
-- steps_wanted: how many prompts that pass are expected to be read; part_price: what a part costs, in prompts that are passed by.
create function private.prompt_parts(f private.prompt_filter, steps_wanted double precision, part_price double precision) returns text
language plpgsql stable set search_path = '' as $$
declare
  parts bigint;
  within bigint;
  wider bigint;
  by_model constant text := case when f.models is null and f.languages is null then null else 'prompt_model_id, language' end;
begin
  if f.subs is null then return by_model; end if;
  select count(*) filter (where t.prompt_category_sub_id = any (f.subs)),
      coalesce(sum(t.count) filter (where t.prompt_category_sub_id = any (f.subs)), 0), coalesce(sum(t.count), 0)
    into parts, within, wider from private.prompt_total t
    where t.count > 0 and (f.models is null or t.prompt_model_id = any (f.models)) and (f.languages is null or t.language = any (f.languages));
  if steps_wanted * wider / greatest(within, 1) < parts * part_price then return by_model; end if;
  return 'prompt_category_sub_id, prompt_model_id, language';
end;
$$;

-- Conditions on the kept totals, whose rows name the parts.
create function private.prompt_part_conditions(f private.prompt_filter) returns text
language sql immutable set search_path = '' as $$
  select 't.count > 0'
    || case when f.subs is null then '' else ' and t.prompt_category_sub_id = any ($1.subs)' end
    || case when f.models is null then '' else ' and t.prompt_model_id = any ($1.models)' end
    || case when f.languages is null then '' else ' and t.language = any ($1.languages)' end
$$;

-- The grams of a keyword that the fewest prompts have, by the statistics of the last analyze: those that are frequent narrow a search less
-- than reading their long lists costs. candidates_max: no more prompts hold them all; candidates: so many do if each is there whether
-- the others are or not. Both null without statistics.
create function private.rarest_grams(
  grams integer[], index_name text, out chosen integer[], out candidates_max double precision, out candidates double precision
) language sql stable set search_path = '' as $$
  with statistic as (
    select s.most_common_elems::text::integer[] as elements, s.most_common_elem_freqs as frequencies
    from pg_catalog.pg_stats s where s.schemaname = 'private' and s.tablename = index_name and s.most_common_elems is not null
  ), known as (
    select k.element, k.frequency from statistic s, unnest(s.elements, s.frequencies) as k (element, frequency) where k.element = any (grams)
  ), ranked as (
    select w.element, coalesce(k.frequency, (select s.frequencies[cardinality(s.elements) + 1] from statistic s)) as frequency
    from unnest(grams) as w (element) left join known k using (element)
  ), numbered as (
    select r.*, row_number() over (order by r.frequency, r.element) as place, min(r.frequency) over () as rarest from ranked r
  )
  select coalesce(array_agg(n.element), '{}'), min(n.frequency) * t.count, exp(sum(ln(n.frequency))) * t.count
  from numbered n, (select c.reltuples as count from pg_catalog.pg_class c where c.oid = 'private.prompt_search'::regclass) t
  where n.frequency is null or n.place <= 2 or (n.place <= 6 and n.frequency <= n.rarest * 6)
  group by t.count
$$;

create function private.scan_in_order(
  f private.prompt_filter, source text, word text, wanted integer, filtered bigint, shown bigint, candidates double precision,
  out ids bigint[], out seen bigint, out is_given_up boolean
) language plpgsql stable set search_path = '' set enable_bitmapscan = off set enable_hashjoin = off set enable_sort = off
  set max_parallel_workers_per_gather = 0 as $$
declare
  -- Before so many the pace says little.
  steps_min constant integer := 600;
  line record;
  found_count integer := 0;
  share double precision;
  -- For each prompt of a filtered list others are passed by, at a tenth of its price.
  step_price constant double precision := 1 + 0.1 * least(shown / greatest(filtered, 1), 20);
  -- Those of a filter are counted besides.
  candidate_price constant double precision := case when filtered < shown and f.id is null then 2 else 1 end;
begin
  ids := '{}';
  seen := 0;
  is_given_up := false;
  -- A condition in the list of columns is looked at row by row, in the order of the list, and only as far as rows are taken.
  for line in execute format(
    'select w.id, (select position($2 in t.%I) > 0 from private.prompt_search t where t.prompt_id = w.id) as is_hit
     from (select b.id from (%s) b order by b.sort_key desc, b.created_at desc, b.id desc limit 100000) w',
    source, private.prompt_stream(f)) using f, word
  loop
    seen := seen + 1;
    if line.is_hit then
      ids := ids || line.id;
      found_count := found_count + 1;
      exit when found_count >= wanted;
    end if;
    if wanted is not null and seen >= steps_min and seen % 200 = 0 then
      share := (found_count + 1)::double precision / seen;
      is_given_up := step_price * least((wanted - found_count) / share, filtered - seen) > candidate_price * greatest(share * shown, candidates);
      exit when is_given_up;
    end if;
  end loop;
  is_given_up := is_given_up or seen = 100000;
end;
$$;

-- Looks up the prompts that hold all grams and compares their texts. The matches are ordered by walking the list's index until a page of them is
-- met, which costs a tenth of reading the sort key of each; the planner chooses.
create function private.find_by_grams(f private.prompt_filter, gram_function text, source text, word text, grams integer[], wanted integer)
returns private.prompt_hits
language plpgsql stable set search_path = '' set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
declare
  matches bigint[];
  hits private.prompt_hits;
begin
  execute format('select coalesce(array_agg(t.prompt_id), ''{}'') from private.prompt_search t where private.%2$I(t.%1$I) @> $2 and position($1 in t.%1$I) > 0',
    source, gram_function) into matches using word, grams;
  execute format('select coalesce(array_agg(s.id), ''{}'') from (select p.id from public.prompt p where %s and p.id = any ($2)%s order by %s limit %s) s',
    private.prompt_conditions(f), case when f.id is null then '' else ' and ' || private.prompt_beyond(f.sort, '<') end,
    private.prompt_order(f.sort), wanted) into hits.ids using f, matches;
  hits.is_exact := true;
  -- A total is told with the first page alone.
  if f.subs is null and f.models is null and f.languages is null then
    hits.total := cardinality(matches);
  elsif f.id is null then
    execute format('select count(*) from public.prompt p where %s and p.id = any ($2)', private.prompt_conditions(f)) into hits.total using f, matches;
  end if;
  return hits;
end;
$$;

-- Frequencies of three thousand grams are known then, of a thousand otherwise.
alter index private.prompt_search_public alter column 1 set statistics 300;

alter index private.prompt_search_full alter column 1 set statistics 300;

-- 33_prompt_lists.sql

-- A cursor is `date~id` of the last line.
create type private.line_cursor as (created_at timestamptz, id bigint);

create function private.filter_prompts(
  sort text, subs smallint[], models smallint[], languages text[], prompt_type smallint, cursor text
) returns private.prompt_filter
language plpgsql stable set search_path = '' as $$
declare
  f private.prompt_filter;
  parts text[] := string_to_array(cursor, '~');
begin
  if sort is null or sort not in ('trending', 'new', 'top') or cardinality(subs) > 85 or cardinality(models) > 10 or cardinality(languages) > 10 then
    perform private.raise_app_error('invalid_request');
  end if;
  f.sort := sort;
  f.subs := nullif(subs, '{}');
  f.languages := nullif(languages, '{}');
  f.models := nullif(models, '{}');
  if prompt_type > 0 then
    select coalesce(array_agg(m.id), '{}') into f.models from public.prompt_model m
      where m.prompt_type_id = prompt_type and (f.models is null or m.id = any (f.models));
    -- A type whose every model is wanted is no filter.
    if cardinality(f.models) = (select count(*) from public.prompt_model) then f.models := null; end if;
  end if;
  if cursor is null then return f; end if;
  if cardinality(parts) <> 4 then perform private.raise_app_error('invalid_request'); end if;
  begin
    f.key := parts[1];
    f.created_at := parts[2]::timestamptz;
    f.id := parts[3]::bigint;
    f.since := parts[4]::timestamptz;
    perform f.key::double precision, case when sort = 'top' then f.key::bigint end;
  exception when others then
    perform private.raise_app_error('invalid_request');
  end;
  return f;
end;
$$;

-- How many shown prompts the filter lets through: kept figures, no counting.
create function private.count_filtered(f private.prompt_filter) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(t.count), 0)::bigint from private.prompt_total t
  where (f.subs is null or t.prompt_category_sub_id = any (f.subs))
    and (f.models is null or t.prompt_model_id = any (f.models))
    and (f.languages is null or t.language = any (f.languages))
$$;

-- Runs one search or one filtered page. A candidate counts once towards the limit of candidates.
create function private.find_prompts(f private.prompt_filter, keyword text, is_member boolean, wanted integer) returns private.prompt_hits
language plpgsql stable set search_path = '' as $$
declare
  -- Lists as short as this are walked to their end, and so their totals are exact.
  whole_max constant integer := 1500;
  source text := case when is_member then 'full_text' else 'public_text' end;
  word text := private.search_form(keyword);
  gram_function text := 'letter_grams';
  grams integer[] := private.keyword_grams(word);
  filtered bigint := private.count_filtered(f);
  shown bigint;
  rarest record;
  scan record;
  hits private.prompt_hits;
begin
  if grams = '{}' then
    gram_function := 'spaced_pairs';
    grams := private.spaced_pairs(word);
  end if;
  select * into rarest from private.rarest_grams(grams, case when is_member then 'prompt_search_full' else 'prompt_search_public' end
    || case gram_function when 'spaced_pairs' then '_spaced' else '' end);
  select coalesce(sum(t.count), 0) into shown from private.prompt_total t;
  -- Sure to be the shorter way: there are fewer candidates than prompts to walk by until a page is full.
  if rarest.candidates_max < least(filtered, wanted * shown / greatest(rarest.candidates_max, 1)) then
    return private.find_by_grams(f, gram_function, source, word, rarest.chosen, wanted);
  end if;
  select * into scan from private.scan_in_order(f, source, word, case when filtered > whole_max then wanted end, filtered, shown,
    coalesce(rarest.candidates, 0));
  if scan.is_given_up then return private.find_by_grams(f, gram_function, source, word, rarest.chosen, wanted); end if;
  hits.ids := scan.ids[1:wanted];
  hits.is_exact := filtered <= whole_max or cardinality(scan.ids) < wanted;
  hits.total := case when hits.is_exact then cardinality(scan.ids)
    else round(cardinality(scan.ids)::numeric * filtered / greatest(scan.seen, 1)) end;
  return hits;
end;
$$;

-- A page of the list: the first of each part, of which the first are the page's. One plan serves all parts.
create function private.list_ids(f private.prompt_filter, wanted integer) returns bigint[]
language plpgsql stable set search_path = '' as $$
declare
  ids bigint[];
  -- One look into an index costs as much as passing by fifty of its entries.
  parts text := private.prompt_parts(f, wanted, 50);
  page text := format('select p.id, p.created_at, p.%I as sort_key from public.prompt p where %s%s', private.prompt_sort_key(f.sort),
    private.prompt_conditions(f), case when f.id is null then '' else ' and ' || private.prompt_beyond(f.sort, '<') end);
  ordered text := format(' order by %s limit %s', private.prompt_order(f.sort), wanted);
begin
  if parts is not null then
    page := format('select l.id, l.created_at, l.sort_key from (select distinct %1$s from private.prompt_total t where %2$s) part
        cross join lateral (%3$s and (%4$s) = (%5$s)%6$s) l order by l.sort_key desc, l.created_at desc, l.id desc limit %7$s',
      parts, private.prompt_part_conditions(f), page, regexp_replace(parts, '(\w+)', 'p.\1', 'g'),
      regexp_replace(parts, '(\w+)', 'part.\1', 'g'), ordered, wanted);
  else
    page := page || ordered;
  end if;
  execute format('select coalesce(array_agg(s.id), ''{}'') from (%s) s', page) into ids using f;
  return ids;
end;
$$;

-- Lists prompts that moved above the reader's cursor since the last page, so that pages have no gaps (P12). Looks at the newest three thousand
-- moved prompts only: the time of a page does not grow with the activity of the library.
create function private.list_moved_up(f private.prompt_filter, source text, word text) returns bigint[]
language plpgsql stable set search_path = '' as $$
declare
  ids bigint[];
begin
  if f.id is null or f.sort = 'new' then return '{}'; end if;
  -- Ten seconds more than needed: a change is dated before it is committed.
  execute format('select coalesce(array_agg(s.id), ''{}'') from (
      select p.id from (
        select m.* from public.prompt m where m.is_show and m.moved_at > $1.since - interval ''10 seconds''
        order by m.moved_at desc limit 3000) p
      where %s and %s
        and ($2 is null or exists (select from private.prompt_search t where t.prompt_id = p.id and position($2 in t.%I) > 0))
      limit 100) s',
    private.prompt_conditions(f), private.prompt_beyond(f.sort, '>='), source) into ids using f, word;
  return ids;
end;
$$;

-- Prompts as a card shows them, in the order of the ids.
create function private.describe_prompts(ids bigint[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'title', p.title, 'description', left(p.description, 300), 'language', p.language, 'photo', p.photo,
      'view_count', p.view_count, 'action_count', p.action_count, 'like_count', p.like_count, 'use_count', p.use_count,
      'created_at', p.created_at, 'model', m.name, 'category_main', c.code, 'category_sub', s.code,
      'author', jsonb_build_object('nickname', u.nickname, 'photo', u.photo, 'uuid', u.uuid)) order by wanted.place), '[]')
  from unnest(ids) with ordinality as wanted (id, place)
    join public.prompt p on p.id = wanted.id
    join public.prompt_model m on m.id = p.prompt_model_id
    join public.prompt_category_sub s on s.id = p.prompt_category_sub_id
    join public.prompt_category_main c on c.id = s.prompt_category_main_id
    join public."user" u on u.id = p.user_id
$$;

create function private.prompt_cursor(sort text, last_id bigint) returns text
language sql stable set search_path = '' as $$
  select case sort when 'top' then p.view_count::text when 'new' then '0' else p.trend_score::text end
    || '~' || to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || p.id
    || '~' || to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  from public.prompt p where p.id = last_id
$$;

-- Whether the caller may read texts. A member who is blocked uses no prompts at all.
create function private.reads_prompt_text() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null then return false; end if;
  if private.may_use_service() then return true; end if;
  if exists (select from public."user" u where u.id = (select auth.uid()) and u.is_block) then perform private.raise_app_error('user_blocked'); end if;
  return false;
end;
$$;

-- Thirty prompts of the list. { lines, moved_up, total, is_total_exact, next }: moved_up are prompts that moved above the cursor since the last page
-- and may be known already; total is null after the first page; next is the cursor of the next page or null. Volatile, because it counts searches.
create function public.list_prompts(
  sort text default 'trending', keyword text default null, subs smallint[] default null, models smallint[] default null,
  languages text[] default null, prompt_type smallint default 0, cursor text default null, page_size integer default 30
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  f private.prompt_filter := private.filter_prompts(sort, subs, models, languages, prompt_type, cursor);
  word text := nullif(btrim(keyword), '');
  size integer := least(greatest(coalesce(page_size, 30), 1), 100);
  is_member boolean := private.reads_prompt_text();
  hits private.prompt_hits;
  moved_up bigint[];
begin
  if word is null then
    hits.ids := private.list_ids(f, size + 1);
    hits.total := private.count_filtered(f);
    hits.is_exact := true;
  else
    if char_length(word) < 2 then perform private.raise_app_error('keyword_too_short'); end if;
    if char_length(word) > 100 then perform private.raise_app_error('invalid_request'); end if;
    perform private.count_search();
    hits := private.find_prompts(f, word, is_member, size + 1);
  end if;
  moved_up := private.list_moved_up(f, case when is_member then 'full_text' else 'public_text' end, private.search_form(word));
  return jsonb_build_object(
    'lines', private.describe_prompts(hits.ids[1:size]), 'moved_up', private.describe_prompts(moved_up),
    'total', case when f.id is null then hits.total end, 'is_total_exact', hits.is_exact,
    'next', case when cardinality(hits.ids) > size then private.prompt_cursor(f.sort, hits.ids[size]) end);
end;
$$;

-- The bodies of the ##placeholders## of a text, each once, in order.
create function private.list_variables(value text) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(v.body order by v.place), '[]') from (
    select m.match[1] as body, min(m.place) as place
    from regexp_matches(normalize(value, NFC), '##([^#\n]+)##', 'g') with ordinality as m (match, place) group by 1) v
$$;

-- One prompt with everything that its page shows, or null. The text is null for visitors (P04).
create function public.read_prompt(prompt_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  is_member boolean := private.reads_prompt_text();
  caller uuid := (select auth.uid());
  found_prompt public.prompt;
begin
  select * into found_prompt from public.prompt p
    where p.id = read_prompt.prompt_id and (p.is_show or (is_member and p.user_id = caller));
  if not found then return null; end if;
  return (private.describe_prompts(array[found_prompt.id]) -> 0) || jsonb_build_object(
    'description', found_prompt.description, 'is_show', found_prompt.is_show, 'updated_at', found_prompt.updated_at,
    'sample_result', found_prompt.sample_result,
    'variables', private.list_variables(found_prompt.prompt),
    'prompt', case when is_member then found_prompt.prompt end,
    'is_own', coalesce(found_prompt.user_id = caller, false),
    'is_saved', exists (select from public.prompt_like l where l.prompt_id = found_prompt.id and l.user_id = caller),
    'is_thanked', exists (select from public.prompt_action a where a.prompt_id = found_prompt.id and a.user_id = caller and a.type = 'thank'));
end;
$$;

-- Other prompts of the same sub-category and language, the highest trend score first. The condition names the model, because the index holds
-- each model's prompts in order; without it a large sub-category is sorted for six rows.
create function public.list_similar_prompts(prompt_id bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.describe_prompts(array(
    select other.id from public.prompt p cross join public.prompt_model m cross join lateral (
      select o.id, o.trend_score, o.created_at from public.prompt o
      where o.is_show and o.prompt_category_sub_id = p.prompt_category_sub_id and o.prompt_model_id = m.id and o.language = p.language
        and o.id <> p.id
      order by o.trend_score desc, o.created_at desc, o.id desc limit 6) other
    where p.id = list_similar_prompts.prompt_id and p.is_show
    order by other.trend_score desc, other.created_at desc, other.id desc limit 6))
$$;

create function private.require_prompt_reader() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  return (select auth.uid());
end;
$$;

create function private.read_line_cursor(cursor text) returns private.line_cursor
language plpgsql immutable set search_path = '' as $$
declare
  parts text[] := string_to_array(cursor, '~');
begin
  if cursor is null then return (null, null)::private.line_cursor; end if;
  if cardinality(parts) <> 2 then perform private.raise_app_error('invalid_request'); end if;
  return (parts[1]::timestamptz, parts[2]::bigint)::private.line_cursor;
exception when others then
  perform private.raise_app_error('invalid_request');
end;
$$;

create function private.write_line_cursor(created_at timestamptz, id bigint) returns text
language sql immutable set search_path = '' as $$
  select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || id
$$;

-- The caller's own prompts, the newest first (P26). { lines, total, next }: a line is a card with where its review stands;
-- version_status and reason are those of the newest version, which for a shown prompt may be an edit. total is null but for the first page.
create function public.list_own_prompts(cursor text default null, page_size integer default 30) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_prompt_reader();
  after private.line_cursor := private.read_line_cursor(cursor);
  size integer := least(greatest(coalesce(page_size, 30), 1), 100);
  ids bigint[] := array(
    select p.id from public.prompt p
    where p.user_id = caller and (after.id is null or (p.created_at, p.id) < (after.created_at, after.id))
    order by p.created_at desc, p.id desc limit size + 1);
begin
  return jsonb_build_object(
    'lines', (
      select coalesce(jsonb_agg(l.line || jsonb_build_object('is_show', p.is_show, 'review_status', p.review_status,
        'version_status', v.status, 'reason', v.reason) order by l.place), '[]')
      from jsonb_array_elements(private.describe_prompts(ids[1:size])) with ordinality as l (line, place)
        join public.prompt p on p.id = (l.line ->> 'id')::bigint
        left join lateral (
          select v.status, v.reason from public.prompt_version v where v.prompt_id = p.id order by v.number desc limit 1) v on true),
    'total', case when after.id is null then (select count(*) from public.prompt p where p.user_id = caller) end,
    'next', case when cardinality(ids) > size then
      (select private.write_line_cursor(p.created_at, p.id) from public.prompt p where p.id = ids[size]) end);
end;
$$;

-- What the caller saved and may see today, what was saved last first (P26). The same shape as list_own_prompts().
create function public.list_saved_prompts(cursor text default null, page_size integer default 30) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_prompt_reader();
  after private.line_cursor := private.read_line_cursor(cursor);
  size integer := least(greatest(coalesce(page_size, 30), 1), 100);
  likes bigint[];
  ids bigint[];
begin
  select array_agg(s.like_id order by s.place), array_agg(s.prompt_id order by s.place) into likes, ids from (
    select l.id as like_id, l.prompt_id, row_number() over (order by l.created_at desc, l.id desc) as place
    from public.prompt_like l join public.prompt p on p.id = l.prompt_id
    where l.user_id = caller and (p.is_show or p.user_id = caller)
      and (after.id is null or (l.created_at, l.id) < (after.created_at, after.id))
    order by l.created_at desc, l.id desc limit size + 1) s;
  return jsonb_build_object(
    'lines', private.describe_prompts(ids[1:size]),
    'total', case when after.id is null then (
      select count(*) from public.prompt_like l join public.prompt p on p.id = l.prompt_id
      where l.user_id = caller and (p.is_show or p.user_id = caller)) end,
    'next', case when cardinality(ids) > size then
      (select private.write_line_cursor(l.created_at, l.id) from public.prompt_like l where l.id = likes[size]) end);
end;
$$;

create function private.normalized_text_hash(value text) returns text
language sql immutable set search_path = '' as $$ select md5(regexp_replace(private.search_form(value), '\s+', '', 'g')) $$;

create function public.find_prompt_duplicates(candidates jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_prompt_reader();
begin
  perform private.count_comparison();
  return private.compare_prompts(caller, candidates);
end;
$$;

-- A form of more fields than this is no form. Whatever an author keeps becomes a version.
create function private.limit_prompt_variables() returns trigger
language plpgsql set search_path = '' as $$
begin
  if jsonb_array_length(private.list_variables(new.prompt)) > 200 then perform private.raise_app_error('invalid_request'); end if;
  return new;
end;
$$;

-- 34_prompt_engagement.sql

create table private.prompt_engagement (
  prompt_id bigint not null references public.prompt (id) on delete cascade,
  kind text not null,
  viewer text not null,
  day date not null,
  created_at timestamptz not null default clock_timestamp(),
  is_counted boolean not null default false,
  primary key (prompt_id, kind, viewer, day),
  constraint prompt_engagement_kind_known check (kind in ('view', 'use', 'save', 'thank'))
);

comment on table private.prompt_engagement is
  'Who gave a prompt attention on a day. viewer is a member''s id, or a hash of a visitor''s address with the day and the prompt. Kept for two days.';

create index prompt_engagement_waiting on private.prompt_engagement (created_at) where not is_counted;

create index prompt_engagement_day on private.prompt_engagement (day);

alter table private.prompt_engagement enable row level security;

-- True the first time that this viewer does this today.
create function private.record_engagement(prompt_id bigint, kind text, viewer text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.prompt_engagement (prompt_id, kind, viewer, day)
  values (prompt_id, kind, viewer, (now() at time zone 'Asia/Seoul')::date) on conflict do nothing;
  return found;
end;
$$;

create function private.visitor_key(prompt_id bigint) returns text
language sql stable set search_path = '' as $$ select 'visitor:' || private.visitor_hash(prompt_id::text) $$;

-- Stores a view once per viewer and day; an author's own views never count. One network counts at most sixty views a minute, visitors together at
-- most sixty per prompt and minute. The counter of the prompt follows within a minute, in refresh_trend_scores: it is a sort key of three indexes.
create function private.count_prompt_view() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := coalesce(new.user_id, (select auth.uid()));
begin
  -- Refused by its constraint afterwards.
  if new.prompt_id is null then return new; end if;
  if not private.count_visit('view:' || private.visitor_hash('view:' || coalesce(caller::text, '')), 60) then return null; end if;
  if caller is null and (select count(*) from public.prompt_view v where v.prompt_id = new.prompt_id and v.user_id is null
      and v.created_at > now() - interval '1 minute') >= 60 then return null; end if;
  if not exists (select from public.prompt p where p.id = new.prompt_id and p.user_id is distinct from caller) then return null; end if;
  if not private.record_engagement(new.prompt_id, 'view', coalesce(caller::text, private.visitor_key(new.prompt_id))) then return null; end if;
  return new;
end;
$$;

create trigger prompt_view_count before insert on public.prompt_view
  for each row execute function private.count_prompt_view();

create function private.record_row_engagement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.prompt p where p.id = new.prompt_id and p.user_id = new.user_id) then
    perform private.record_engagement(new.prompt_id, tg_argv[0], new.user_id::text);
  end if;
  return null;
end;
$$;

create trigger prompt_like_engagement after insert on public.prompt_like
  for each row execute function private.record_row_engagement('save');

create trigger prompt_action_engagement after insert on public.prompt_action
  for each row execute function private.record_row_engagement('thank');

-- The published formula. Each signal is worth its weight, halved every three days:
--   view 1, save 4, use 6, thank 8, and a new prompt starts with 10.
-- trend_score is the logarithm (base 2) of that sum, seen from a fixed day: score = log2(sum of weight * 2^(days since 2026-01-01 / 3)).
-- Seen from any other day it only shifts by the same amount for all, so the order is right at every moment though a row changes
-- only when somebody gave it attention.
create function private.trend_of(weight double precision, at timestamptz) returns double precision
language sql immutable set search_path = '' as $$
  select ln(weight) / ln(2::double precision) + extract(epoch from at - timestamptz '2026-01-01 00:00:00+00') / (3 * 86400)
$$;

-- log2(2^a + 2^b) without leaving the range of numbers.
create function private.add_trends(a double precision, b double precision) returns double precision
language sql immutable set search_path = '' as $$
  select greatest(a, b) + ln(1 + power(2::double precision, greatest(-abs(a - b), -1000))) / ln(2::double precision)
$$;

create function private.start_trend() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.trend_score := private.trend_of(10, coalesce(new.created_at, now()));
  return new;
end;
$$;

create trigger prompt_trend_start before insert on public.prompt
  for each row when (new.trend_score = 0) execute function private.start_trend();

-- Adds new engagement to trend scores and view counters, at most so many rows, with one update per prompt. @returns how many rows were added; a
-- crash adds all of them or none.
create function private.refresh_trend_scores(rows_max integer default 20000) returns integer
language sql set search_path = '' as $$
  with waiting as (
    select s.prompt_id, s.kind, s.viewer, s.day, s.created_at from private.prompt_engagement s where not s.is_counted
    order by s.created_at limit rows_max for update skip locked
  ), counted as (
    update private.prompt_engagement s set is_counted = true from waiting w
    where s.prompt_id = w.prompt_id and s.kind = w.kind and s.viewer = w.viewer and s.day = w.day
    returning s.prompt_id, s.kind, private.trend_of(case s.kind when 'view' then 1 when 'save' then 4 when 'use' then 6 else 8 end, s.created_at) as worth
  ), news as (
    select c.prompt_id, max(c.top) + ln(sum(power(2::double precision, greatest(c.worth - c.top, -1000)))) / ln(2::double precision) as worth,
      count(*) filter (where c.kind = 'view') as views
    from (select *, max(worth) over (partition by prompt_id) as top from counted) c group by 1
  ), refreshed as (
    update public.prompt p set trend_score = private.add_trends(p.trend_score, n.worth), view_count = p.view_count + n.views from news n where p.id = n.prompt_id
  )
  select count(*)::integer from counted
$$;

-- A signal matters for its day; what was counted goes after two.
create function private.purge_prompt_engagement() returns void
language sql set search_path = '' as $$
  delete from private.prompt_engagement s where s.is_counted and s.day < (now() at time zone 'Asia/Seoul')::date - 1
$$;

-- Thanks reach the author as one alarm each (P28, N01).
create function private.alarm_thanked_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_alarm (user_id, kind, source_id, data)
  select p.user_id, 'prompt_thank', p.id || ':' || new.user_id, jsonb_build_object('title', p.title)
  from public.prompt p where p.id = new.prompt_id
  on conflict do nothing;
  return null;
end;
$$;

create trigger prompt_action_alarm after insert on public.prompt_action
  for each row execute function private.alarm_thanked_author();

-- Saves a prompt or removes it from the saved ones. A repeated call changes nothing.
create function public.save_prompt(prompt_id bigint, is_saved boolean) returns table (is_saved_now boolean, like_count bigint)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  caller uuid := (select auth.uid());
  saves bigint;
begin
  if caller is null then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  if save_prompt.is_saved then
    insert into public.prompt_like (prompt_id, user_id) values (save_prompt.prompt_id, caller) on conflict (prompt_id, user_id) do nothing;
  else
    delete from public.prompt_like l where l.prompt_id = save_prompt.prompt_id and l.user_id = caller;
  end if;
  -- A statement of its own, which sees what the trigger counted. No row for a prompt that is not there.
  saves := private.like_count_of(save_prompt.prompt_id);
  return query select save_prompt.is_saved, saves where saves is not null;
end;
$$;

-- 35_prompt_reviews.sql

create table public.prompt_version (
  id bigint generated always as identity primary key,
  prompt_id bigint not null references public.prompt (id) on delete cascade,
  number integer not null,
  status text not null,
  reason text,
  title text not null,
  description text not null,
  prompt text not null,
  language text not null,
  photo text,
  sample_result text not null default '',
  prompt_model_id smallint not null references public.prompt_model (id),
  prompt_category_sub_id smallint not null references public.prompt_category_sub (id),
  created_at timestamptz not null default now(),
  reviewed_at timestamptz,
  constraint prompt_version_once unique (prompt_id, number),
  constraint prompt_version_status_known check (status in ('draft', 'in_review', 'approved', 'returned', 'superseded')),
  constraint prompt_version_reason_length check (char_length(reason) <= 2000),
  constraint prompt_version_title_length check (char_length(title) between 1 and 100),
  constraint prompt_version_description_filled check (char_length(description) between 1 and 5000),
  constraint prompt_version_prompt_filled check (char_length(prompt) between 1 and 100000),
  constraint prompt_version_sample_length check (char_length(sample_result) <= 20000),
  constraint prompt_version_language_known check (language in ('ko', 'en')),
  constraint prompt_version_photo_own check (private.is_own_picture(photo))
);

create index prompt_version_model on public.prompt_version (prompt_model_id);

create index prompt_version_category on public.prompt_version (prompt_category_sub_id);

comment on table public.prompt_version is 'Every state of a prompt that its author kept. At most one of them waits for its review.';

create unique index prompt_version_waiting on public.prompt_version (prompt_id) where status = 'in_review';

create index prompt_version_queue on public.prompt_version (id) where status = 'in_review';

alter table public.prompt_version enable row level security;

create policy "blocked members have no versions" on public.prompt_version as restrictive
  to authenticated using ((select private.may_use_service()));

create policy "authors see the versions of their prompts" on public.prompt_version
  for select to authenticated using (exists (select from public.prompt p where p.id = prompt_id and p.user_id = (select auth.uid())));

create trigger prompt_version_variables before insert on public.prompt_version
  for each row execute function private.limit_prompt_variables();

create trigger prompt_version_limit before insert on public.prompt_version
  for each row when (auth.uid() is not null) execute function private.limit_prompt_versions();

create table private.prompt_reward (
  prompt_id bigint primary key,
  text_hash text not null unique,
  user_id uuid not null,
  created_at timestamptz not null default now()
);

comment on table private.prompt_reward is
  'Prompts that were rewarded. Outlives the prompt on purpose: deleting a prompt and registering it again earns nothing.';

alter table private.prompt_reward enable row level security;

-- Keeps one more version. A version that waited before is superseded by one that is handed in.
create function private.add_prompt_version(content public.prompt, status text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  new_id bigint;
begin
  perform from public.prompt p where p.id = content.id for no key update;
  if status in ('draft', 'in_review') then
    update public.prompt_version v set status = 'superseded' where v.prompt_id = content.id and v.status = 'in_review';
  end if;
  insert into public.prompt_version (prompt_id, number, status, title, description, prompt, language, photo, sample_result,
    prompt_model_id, prompt_category_sub_id)
  values (content.id, coalesce((select max(v.number) from public.prompt_version v where v.prompt_id = content.id), 0) + 1, status,
    content.title, content.description, content.prompt, content.language, content.photo, content.sample_result,
    content.prompt_model_id, content.prompt_category_sub_id)
  returning id into new_id;
  -- A hundred states are kept; of the oldest, those that nobody ever reviewed go.
  delete from public.prompt_version v where v.prompt_id = content.id and v.reviewed_at is null and v.id < new_id and v.number <=
    (select max(number) from public.prompt_version where prompt_id = content.id) - 100;
  return new_id;
end;
$$;

-- What an author writes to a prompt that is not shown (an insert or update, as specified) becomes a version too.
create function private.save_prompt_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_prompt_version(new, new.review_status);
  return null;
end;
$$;

create trigger prompt_version_insert after insert on public.prompt
  for each row when (not new.is_show) execute function private.save_prompt_version();

create trigger prompt_version_update after update on public.prompt
  for each row when (not new.is_show and not old.is_show and new.review_status in ('draft', 'in_review')
    and (old.title, old.description, old.prompt, old.language, old.photo, old.sample_result, old.prompt_model_id, old.prompt_category_sub_id, old.review_status)
      is distinct from (new.title, new.description, new.prompt, new.language, new.photo, new.sample_result, new.prompt_model_id, new.prompt_category_sub_id, new.review_status))
  execute function private.save_prompt_version();

-- Limits a member to thirty new prompts a day.
create function private.limit_prompts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_member(new.user_id);
  if (select count(*) from public.prompt p where p.user_id = new.user_id and p.created_at > now() - interval '1 day') >= 30 then
    perform private.raise_app_error('too_many_requests');
  end if;
  return new;
end;
$$;

create trigger prompt_limit before insert on public.prompt
  for each row when (current_user = 'authenticated') execute function private.limit_prompts();

-- Stores an edit of a public prompt as a version; the public text changes when a reviewer approves it. The public text becomes a version too, if
-- it is not one yet, so that an edit can be undone. @returns the version's number
create function public.edit_prompt(prompt_id bigint, content jsonb, is_submitted boolean) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  edited public.prompt;
  version_id bigint;
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  select * into edited from public.prompt p
    where p.id = edit_prompt.prompt_id and p.user_id = (select auth.uid()) and p.is_show for no key update;
  if not found then perform private.raise_app_error('prompt_not_found'); end if;
  if (select count(*) from public.prompt_version v where v.prompt_id = edited.id and v.created_at > now() - interval '1 day') >= 100 then
    perform private.raise_app_error('too_many_requests');
  end if;
  if not exists (select from public.prompt_version v where v.prompt_id = edited.id and v.status = 'approved') then
    version_id := private.add_prompt_version(edited, 'approved');
    update public.prompt_version v set reviewed_at = edited.updated_at, created_at = edited.updated_at where v.id = version_id;
  end if;
  edited.title := coalesce(content ->> 'title', edited.title);
  edited.description := coalesce(content ->> 'description', edited.description);
  edited.prompt := coalesce(content ->> 'prompt', edited.prompt);
  edited.language := coalesce(content ->> 'language', edited.language);
  edited.photo := coalesce(content ->> 'photo', edited.photo);
  edited.sample_result := coalesce(content ->> 'sample_result', edited.sample_result);
  edited.prompt_model_id := coalesce((content ->> 'prompt_model_id')::smallint, edited.prompt_model_id);
  edited.prompt_category_sub_id := coalesce((content ->> 'prompt_category_sub_id')::smallint, edited.prompt_category_sub_id);
  version_id := private.add_prompt_version(edited, case when is_submitted then 'in_review' else 'draft' end);
  return (select v.number from public.prompt_version v where v.id = version_id);
end;
$$;

-- The author hides a prompt, or shows an approved one again (B10). Hiding withdraws an edit that waits for review: approved later, it would
-- show the prompt again.
create function public.hide_prompt(prompt_id bigint, is_hidden boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  if is_hidden then
    update public.prompt p set is_show = false, review_status = 'hidden'
      where p.id = hide_prompt.prompt_id and p.user_id = (select auth.uid()) and p.is_show;
  else
    update public.prompt p set is_show = true, review_status = 'published'
      where p.id = hide_prompt.prompt_id and p.user_id = (select auth.uid()) and p.review_status = 'hidden';
  end if;
  if not found then perform private.raise_app_error('prompt_not_found'); end if;
  if is_hidden then
    update public.prompt_version v set status = 'superseded' where v.prompt_id = hide_prompt.prompt_id and v.status = 'in_review';
  end if;
end;
$$;

-- Approves or returns a version that waits for review. An approved version becomes the public text, and its author gets 2,000 tokens: once per
-- prompt, and never for a text that was rewarded before. The author of a returned edit reads that the prompt stays public. False when the version does
-- not wait any more.
create function private.review_prompt(version_id bigint, is_approved boolean, reason text default null) returns boolean
language plpgsql set search_path = '' as $$
declare
  version public.prompt_version;
  reviewed public.prompt;
begin
  -- The prompt first, as everybody who writes a version does.
  perform from public.prompt p where p.id = (select v.prompt_id from public.prompt_version v where v.id = version_id) for no key update;
  update public.prompt_version v set status = case when is_approved then 'approved' else 'returned' end,
      reason = review_prompt.reason, reviewed_at = now()
    where v.id = version_id and v.status = 'in_review' returning * into version;
  if not found then return false; end if;
  if is_approved then
    update public.prompt p set title = version.title, description = version.description, prompt = version.prompt,
        language = version.language, photo = version.photo, sample_result = version.sample_result,
        prompt_model_id = version.prompt_model_id, prompt_category_sub_id = version.prompt_category_sub_id,
        is_show = true, review_status = 'published'
      where p.id = version.prompt_id returning * into reviewed;
    perform private.reward_prompt(version.prompt_id, reviewed.user_id, version.prompt);
  else
    update public.prompt p set review_status = case when p.is_show then p.review_status else 'returned' end
      where p.id = version.prompt_id returning * into reviewed;
  end if;
  perform private.tell_member(reviewed.user_id, 'prompt_reviewed', version.prompt_id || ':' || version.id,
    jsonb_build_object('title', version.title, 'is_show', is_approved)
      || case when reviewed.is_show and not is_approved then '{"is_edit": true}' else '{}'::jsonb end);
  return true;
end;
$$;

create function private.reward_prompt(prompt_id bigint, author uuid, text text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.prompt_reward (prompt_id, text_hash, user_id)
  values (prompt_id, md5(regexp_replace(private.search_form(text), '\s+', '', 'g')), author) on conflict do nothing;
  if found then perform private.grant_tokens(author, 2000, 'review', 'prompt_review:' || prompt_id); end if;
end;
$$;

-- Saves an own prompt, shown or not. base_number is the number of the newest version that its author had seen (0 for none): another one is
-- `edit_conflict`, unless it says the same already. @returns the number of the newest version
create function public.save_prompt_edit(prompt_id bigint, content jsonb, is_submitted boolean, base_number integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text := case when is_submitted then 'in_review' else 'draft' end;
  before public.prompt;
  after public.prompt;
  newest public.prompt_version;
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  select * into before from public.prompt p where p.id = save_prompt_edit.prompt_id and p.user_id = (select auth.uid()) for no key update;
  if not found then perform private.raise_app_error('prompt_not_found'); end if;
  after := jsonb_populate_record(before, private.prompt_content(content));
  select * into newest from public.prompt_version v where v.prompt_id = before.id order by v.number desc limit 1;
  if coalesce(newest.number, 0) <> base_number then
    if newest.status = wanted and (newest.title, newest.description, newest.prompt, newest.language, newest.sample_result,
        newest.prompt_model_id, newest.prompt_category_sub_id)
      is not distinct from (after.title, after.description, after.prompt, after.language, after.sample_result,
        after.prompt_model_id, after.prompt_category_sub_id) then return newest.number; end if;
    perform private.raise_app_error('edit_conflict');
  end if;
  if before.is_show then return public.edit_prompt(before.id, content, is_submitted); end if;
  update public.prompt p set title = after.title, description = after.description, prompt = after.prompt, language = after.language,
      photo = after.photo, sample_result = after.sample_result, prompt_model_id = after.prompt_model_id,
      prompt_category_sub_id = after.prompt_category_sub_id, review_status = wanted
    where p.id = before.id;
  return (select coalesce(max(v.number), 0) from public.prompt_version v where v.prompt_id = before.id);
end;
$$;

-- What an author may write of a prompt; anything else in it is left out.
create function private.prompt_content(content jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(content) c
  where c.value <> 'null' and c.key in ('title', 'description', 'prompt', 'language', 'photo', 'sample_result', 'prompt_model_id', 'prompt_category_sub_id')
$$;

-- The side that an author gives up in a conflict stays among the versions, before the newest one. @returns the number of the newest version
create function public.stash_discarded_edit(prompt_id bigint, content jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  edited public.prompt;
  newest integer;
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  select * into edited from public.prompt p where p.id = stash_discarded_edit.prompt_id and p.user_id = (select auth.uid()) for no key update;
  if not found then perform private.raise_app_error('prompt_not_found'); end if;
  if (select count(*) from public.prompt_version v where v.prompt_id = edited.id and v.created_at > now() - interval '1 day') >= 100 then
    perform private.raise_app_error('too_many_requests');
  end if;
  edited := jsonb_populate_record(edited, private.prompt_content(content));
  perform private.add_prompt_version(edited, 'superseded');
  select max(v.number) into newest from public.prompt_version v where v.prompt_id = edited.id;
  -- The one that was the newest stays it: what waits for its review is not taken back.
  update public.prompt_version v set number = newest + 1 where v.prompt_id = edited.id and v.number = newest - 1;
  return greatest(newest, (select max(v.number) from public.prompt_version v where v.prompt_id = edited.id));
end;
$$;

create function private.hide_prompts_of(member uuid) returns void
language sql set search_path = '' as $$
  update public.prompt_version v set status = 'superseded' from public.prompt p
    where p.id = v.prompt_id and p.user_id = member and p.is_show and v.status = 'in_review';
  update public.prompt p set is_show = false, review_status = 'hidden' where p.user_id = member and p.is_show;
$$;

create function private.hide_prompts_of_blocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.hide_prompts_of(new.id);
  return null;
end;
$$;

create trigger user_block_hides_prompts after update of is_block on public."user"
  for each row when (new.is_block and not old.is_block) execute function private.hide_prompts_of_blocked();

-- 36_prompt_likeness.sql

-- The threshold of private.similar_prompts().
create function private.likeness_min() returns real language sql immutable set search_path = '' as $$ select 0.55::real $$;

-- Versions in review that say nearly the same, of all authors or of one. The three hundred that are reviewed first.
create function private.similar_waiting(title text, prompt text, except_id bigint, author uuid default null)
returns table (id bigint, version_id bigint, title_found text, similarity real)
language sql stable set search_path = '' as $$
  with sought as (
    select private.keyword_grams(private.search_form(left(similar_waiting.title || e'\n' || similar_waiting.prompt, 20000))) as grams
  ), waiting as (
    select v.id, v.prompt_id, v.title, private.keyword_grams(private.search_form(left(v.title || e'\n' || v.prompt, 20000))) as grams
    from public.prompt_version v join public.prompt p on p.id = v.prompt_id
    where v.status = 'in_review' and v.prompt_id is distinct from except_id and (author is null or p.user_id = author)
    order by v.id limit 300
  ), scored as (
    select w.prompt_id, w.id, w.title,
      (common.count::real / greatest(cardinality(s.grams) + cardinality(w.grams) - common.count, 1)::real) as score
    from waiting w cross join sought s
      cross join lateral (select count(*) as count from unnest(w.grams) as o (element) where o.element = any (s.grams)) common
  )
  select s.prompt_id, s.id, s.title, s.score from scored s where s.score >= private.likeness_min() order by s.score desc, s.id limit 5;
$$;

create function private.describe_likes(title text, prompt text, except_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'version_id', l.version_id, 'title', l.title_found, 'similarity', l.similarity)
      order by l.similarity desc, l.id), '[]')
  from (
    select s.id, null::bigint as version_id, s.title_found, s.similarity
      from private.similar_prompts(describe_likes.title, describe_likes.prompt, describe_likes.except_id) s
    union all
    select w.id, w.version_id, w.title_found, w.similarity
      from private.similar_waiting(describe_likes.title, describe_likes.prompt, describe_likes.except_id) w
  ) l;
$$;

-- 37_prompt_reports.sql

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

create policy "blocked members report nothing" on public.prompt_report as restrictive
  to authenticated using ((select private.may_use_service()));

create policy "members see what they reported" on public.prompt_report
  for select to authenticated using (user_id = (select auth.uid()));

-- The own ones are all that the subquery finds.
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

-- 40_email_addresses.sql

create table private.email_proof (
  user_id uuid primary key references public."user" (id) on delete cascade,
  email text not null,
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  code_key uuid not null,
  language text not null,
  constraint email_proof_email_length check (char_length(email) between 3 and 254),
  constraint email_proof_language_known check (language in ('ko', 'en'))
);

comment on table private.email_proof is 'An address that waits for its code: ten minutes, five tries. One at a time, the newest.';

comment on column private.email_proof.code_key is 'The server computes the code from it, so that no code is stored.';

alter table private.email_proof enable row level security;

create function private.hash_email_code(member uuid, code text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(member || ':' || code, 'UTF8')), 'hex')
$$;

-- Deletes addresses, codes and waiting e-mails of a member who deletes the account.
create function private.forget_email_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.email_proof p where p.user_id = new.id;
  delete from private.proven_email e where e.user_id = new.id;
  return new;
end;
$$;

create trigger user_forget_email_proof after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_email_proof();

-- Stores an address with its code and writes the e-mail. False when it is the member's address already.
create function private.begin_email_proof(member uuid, email text, code text, code_key uuid, language text) returns boolean
language plpgsql set search_path = '' as $$
begin
  insert into private.email_proof as p (user_id, email, code_hash, code_key, language)
  select u.id, lower(begin_email_proof.email), private.hash_email_code(u.id, code), begin_email_proof.code_key, begin_email_proof.language
    from public."user" u where u.id = member and u.email is distinct from lower(begin_email_proof.email) and u.is_active
  on conflict on constraint email_proof_pkey do update
    set email = excluded.email, code_hash = excluded.code_hash, code_key = excluded.code_key, language = excluded.language, tries = 0, created_at = now();
  if not found then return false; end if;
  perform private.enqueue_email('email_code', begin_email_proof.code_key::text, member, lower(begin_email_proof.email), begin_email_proof.language,
    jsonb_build_object('code_key', begin_email_proof.code_key), interval '10 minutes');
  return true;
end;
$$;

-- The member's address that waits for its code, null without one, and how its e-mail stands: waiting, sent, later or refused. One that may have
-- arrived counts as sent.
create function public.read_email_proof() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  return (
    select jsonb_build_object('email', p.email, 'letter', case
        when e.state in ('sent', 'unknown') or e.claimed_at < now() - interval '2 minutes' then 'sent'
        when e.state = 'refused' then 'refused'
        when e.state = 'failed' or e.state = 'waiting' and e.attempts > 0 then 'later'
        else 'waiting'
      end)
    from private.email_proof p left join private.email_outbox e on e.idempotency_key = 'email_code:' || p.code_key
    where p.user_id = (select auth.uid()) and p.tries < 5 and p.created_at > now() - interval '10 minutes'
  );
end;
$$;

create table private.proven_email (
  user_id uuid primary key references public."user" (id) on delete cascade,
  email text not null,
  proven_at timestamptz not null default now(),
  constraint proven_email_length check (char_length(email) between 3 and 254)
);

comment on table private.proven_email is 'Which address of a member a code has proven; any other came from the provider.';

alter table private.proven_email enable row level security;

-- How it stands with the member's own address: who proved it, and what waits for its code.
create function public.read_address() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  return (
    select jsonb_build_object('proven_by', case
        when u.email is null then null
        when exists (select from private.proven_email e where e.user_id = u.id and e.email = u.email) then 'code'
        else 'provider'
      end, 'waiting', public.read_email_proof())
    from public."user" u where u.id = (select auth.uid())
  );
end;
$$;

-- The first sign and the domain: enough for its owner to know it again.
create function private.mask_email(email text) returns text
language sql immutable set search_path = '' as $$
  select left(email, 1) || '***@' || split_part(email, '@', 2)
$$;

-- Checks a code: done, wrong or expired. Five tries. The address before is told of the change.
create function private.prove_email(member uuid, code text) returns text
language plpgsql set search_path = '' as $$
declare
  proof private.email_proof;
  before text;
begin
  update private.email_proof p set tries = p.tries + 1 where p.user_id = member returning * into proof;
  if not found or proof.tries > 5 or proof.created_at < now() - interval '10 minutes' then
    delete from private.email_proof p where p.user_id = member;
    return 'expired';
  end if;
  if proof.code_hash <> private.hash_email_code(member, code) then return 'wrong'; end if;
  delete from private.email_proof p where p.user_id = member;
  select u.email into before from public."user" u where u.id = member and u.is_active for no key update;
  if not found then return 'done'; end if;
  update public."user" u set email = proof.email where u.id = member;
  insert into private.proven_email as e (user_id, email) values (member, proof.email)
    on conflict on constraint proven_email_pkey do update set email = excluded.email, proven_at = now();
  if lower(before) <> proof.email then
    perform private.enqueue_email('email_changed', gen_random_uuid()::text, member, before, proof.language,
      jsonb_build_object('email', private.mask_email(proof.email), 'changed_at', now()));
  end if;
  return 'done';
end;
$$;

-- 41_invites.sql

create table private.sign_up_completion (
  user_id uuid primary key references public."user" (id) on delete cascade,
  completed_at timestamptz not null default now()
);

comment on table private.sign_up_completion is 'Who has reached the end of the sign-up. From then on the code of the survey is frozen.';

alter table private.sign_up_completion enable row level security;

create table private.invite (
  id bigint generated always as identity primary key,
  inviter_id uuid not null references public."user" (id) on delete cascade,
  friend_id uuid not null unique references public."user" (id) on delete cascade,
  created_at timestamptz not null default now(),
  rewarded_at timestamptz,
  refused_at timestamptz,
  constraint invite_of_another check (inviter_id <> friend_id),
  constraint invite_decided_once check (rewarded_at is null or refused_at is null)
);

comment on table private.invite is
  'Who came by whose code, once per friend. rewarded_at is null while the reward waits for an operator: the inviter had passed the limit of the day.';

comment on column private.invite.refused_at is 'An operator looked at it and gives nothing.';

create index invite_of_inviter on private.invite (inviter_id, id desc);

create index invite_of_day on private.invite (inviter_id, created_at);

create index invite_waiting on private.invite (id) where rewarded_at is null and refused_at is null;

alter table private.invite enable row level security;

create table private.invite_rule (
  is_only boolean primary key default true,
  daily_max integer not null default 10,
  constraint invite_rule_one check (is_only),
  constraint invite_rule_daily_max check (daily_max between 0 and 100000)
);

comment on table private.invite_rule is 'How many friends a day (of Korea) one inviter is rewarded for without anybody looking. One row; an operator changes it.';

alter table private.invite_rule enable row level security;

create table private.invited_identity (
  identity_hash text primary key,
  noted_at timestamptz not null default now()
);

comment on table private.invited_identity is
  'Keyed hashes of provider and subject of accounts that came by an invitation and were deleted: the same person brings no second reward. Nothing leads from here to an account.';

alter table private.invited_identity enable row level security;

create table private.invite_reward_exclusion (
  user_id uuid primary key references public."user" (id) on delete cascade
);

comment on table private.invite_reward_exclusion is 'Members whose identity came by an invitation once before, under an account that is deleted.';

alter table private.invite_reward_exclusion enable row level security;

-- Whom a code stands for when this member uses it. An inviter was here first, so that nobody invites in a ring.
create function private.inviter_of(friend uuid, code text) returns uuid
language sql stable set search_path = '' as $$
  select i.id from public."user" i join public."user" f on f.id = friend
  where i.recommend_code = code and i.id <> f.id and i.created_at < f.created_at and i.is_active and not i.is_block
$$;

-- Keeps the survey's code once the sign-up is complete. A code that does not count is left out without an error, because an error would roll
-- back its own attempt counter and allow guessing. See docs/decisions/025.
create function private.guard_recommend_code() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.recommend_code is not distinct from old.recommend_code then return new; end if;
  -- An upsert tries to insert first: whether it changes the code is known at its update.
  if tg_op = 'INSERT' and exists (select from public.user_referrer r where r.id = new.id) then return new; end if;
  -- Not while the sign-up is being finished: private.finish_sign_up() takes the same lock.
  perform from public."user" u where u.id = new.id for no key update;
  if exists (select from private.sign_up_completion c where c.user_id = new.id) then
    if tg_op = 'INSERT' and new.recommend_code is null then return new; end if;
    if exists (select from private.invite i where i.friend_id = new.id) then perform private.raise_app_error('already_received'); end if;
    perform private.raise_app_error('invite_code_closed');
  end if;
  if new.recommend_code is null then return new; end if;
  if exists (select from private.invite_reward_exclusion b where b.user_id = new.id) then perform private.raise_app_error('already_received'); end if;
  -- Twenty codes an hour: after that good ones are left out as well.
  if not private.count_use('named:' || new.id, 20, 3600) or private.inviter_of(new.id, new.recommend_code) is null then
    new.recommend_code := case when tg_op = 'UPDATE' then old.recommend_code end;
  end if;
  return new;
end;
$$;

create trigger user_referrer_code before insert or update on public.user_referrer
  for each row execute function private.guard_recommend_code();

-- Gives image credits once per idempotency key. False when the key was used before.
create function private.grant_images(member uuid, amount bigint, kind text, idempotency_key text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if amount <= 0 then perform private.raise_app_error('invalid_request'); end if;
  perform from public.user_usage where id = member for update;
  if exists (select from public.image_history h where h.user_id = member and h.idempotency_key = grant_images.idempotency_key) then return false; end if;
  insert into public.image_history (user_id, spender_id, kind, amount, balance_after, idempotency_key)
  values (member, member, kind, amount, 0, idempotency_key);
  return true;
end;
$$;

create function private.reward_invite(invite_id bigint) returns boolean
language plpgsql set search_path = '' as $$
declare
  invite private.invite;
  person uuid;
begin
  update private.invite i set rewarded_at = now()
    where i.id = invite_id and i.rewarded_at is null and i.refused_at is null returning * into invite;
  if not found then return false; end if;
  foreach person in array array[invite.inviter_id, invite.friend_id] loop
    if exists (select from public."user" u where u.id = person and u.is_active) then
      perform private.grant_tokens(person, 100000, 'invite', 'invite:' || invite.id || ':' || person);
      perform private.grant_images(person, 10, 'invite', 'invite:' || invite.id || ':' || person);
    end if;
  end loop;
  -- No name: alarms outlive the friend's account.
  insert into public.user_alarm (user_id, kind, source_id, data)
  values (invite.inviter_id, 'invite_rewarded', invite.id::text, jsonb_build_object('tokens', 100000, 'images', 10))
  on conflict do nothing;
  return true;
end;
$$;

-- Counts who came by the code of the survey, and rewards at once unless the inviter has passed the limit of the day.
create function private.accept_invite(friend uuid) returns void
language plpgsql set search_path = '' as $$
declare
  inviter uuid;
  new_id bigint;
begin
  select private.inviter_of(friend, r.recommend_code) into inviter from public.user_referrer r where r.id = friend;
  if inviter is null or exists (select from private.invite_reward_exclusion b where b.user_id = friend) then return; end if;
  -- One after the other, so that the limit holds; the older account first, as the rewards take them.
  perform private.lock_usage(inviter);
  insert into private.invite (inviter_id, friend_id) values (inviter, friend) on conflict (friend_id) do nothing returning id into new_id;
  if new_id is not null and (
    select count(*) from private.invite i
    where i.inviter_id = inviter and i.rewarded_at >= date_trunc('day', now(), 'Asia/Seoul')
  ) < (select r.daily_max from private.invite_rule r) then
    perform private.reward_invite(new_id);
  end if;
end;
$$;

-- Ends the sign-up of a member, once. `code` came with a link that led here: it counts when the survey holds none.
create function private.finish_sign_up(member uuid, code text) returns void
language plpgsql set search_path = '' as $$
begin
  perform from public."user" u where u.id = member for no key update;
  if exists (select from private.sign_up_completion c where c.user_id = member) then return; end if;
  if private.inviter_of(member, code) is not null and not exists (select from private.invite_reward_exclusion b where b.user_id = member) then
    insert into public.user_referrer as r (id, recommend_code) values (member, code)
    on conflict (id) do update set recommend_code = excluded.recommend_code where r.recommend_code is null;
  end if;
  insert into private.sign_up_completion (user_id) values (member);
  perform private.accept_invite(member);
end;
$$;

-- Ends the caller's sign-up and says what an invitation brought: 'given', 'waiting' for an operator, or null.
create function public.complete_sign_up(invite_code text default null) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  perform private.finish_sign_up((select auth.uid()), upper(btrim(invite_code)));
  return (
    select case when i.rewarded_at is null then 'waiting' else 'given' end from private.invite i where i.friend_id = (select auth.uid())
  );
end;
$$;

comment on function public.complete_sign_up(text) is 'Called where the sign-up ends: from then on the code is frozen, and its reward is given in the same transaction.';

-- Whether the caller may still name a code.
create function public.takes_recommend_code() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.may_use_service()
    and not exists (select from private.sign_up_completion c where c.user_id = (select auth.uid()))
    and not exists (select from private.invite_reward_exclusion b where b.user_id = (select auth.uid()))
$$;

comment on function public.takes_recommend_code() is 'Whether the survey asks for a code.';

-- Members who joined by the caller's code, thirty at a time, newest first, with the total reward. Shows nickname and day only; a friend whose
-- reward was refused is not shown as waiting.
create function public.read_invites(before_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  return jsonb_build_object(
    'daily_max', (select r.daily_max from private.invite_rule r),
    'total', (select count(*) from private.invite i where i.inviter_id = me),
    'waiting', (select count(*) from private.invite i where i.inviter_id = me and i.rewarded_at is null and i.refused_at is null),
    'tokens', (select coalesce(sum(h.amount), 0) from public.token_history h join private.invite i on h.idempotency_key = 'invite:' || i.id || ':' || me
      where i.inviter_id = me and h.user_id = me and h.kind = 'invite'),
    'images', (select coalesce(sum(h.amount), 0) from public.image_history h join private.invite i on h.idempotency_key = 'invite:' || i.id || ':' || me
      where i.inviter_id = me and h.user_id = me and h.kind = 'invite'),
    'friends', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'nickname', f.nickname, 'created_at', f.created_at, 'is_rewarded', f.is_rewarded, 'is_refused', f.is_refused)
        order by f.id desc), '[]')
      from (
        select i.id, case when u.is_active then u.nickname end as nickname, i.created_at, i.rewarded_at is not null as is_rewarded,
          i.refused_at is not null as is_refused
        from private.invite i join public."user" u on u.id = i.friend_id
        where i.inviter_id = me and (before_id is null or i.id < before_id) order by i.id desc limit 30
      ) f
    )
  );
end;
$$;

comment on function public.read_invites(bigint) is 'The friends who came by the member''s code.';

create table private.invited_address (
  id bigint generated always as identity primary key,
  user_id uuid not null references public."user" (id) on delete cascade,
  address_hash text not null,
  sender_hash text not null,
  created_at timestamptz not null default now()
);

comment on table private.invited_address is 'Who invited which address by e-mail, as keyed hashes, for a month: what limits are counted from.';

create index invited_address_address on private.invited_address (address_hash);

create index invited_address_member on private.invited_address (user_id, created_at);

create index invited_address_sender on private.invited_address (sender_hash, created_at);

create index invited_address_age on private.invited_address (created_at);

alter table private.invited_address enable row level security;

create table private.mail_refusal (
  address_hash text primary key,
  created_at timestamptz not null default now()
);

comment on table private.mail_refusal is 'Keyed hashes of addresses that want no invitation any more.';

alter table private.mail_refusal enable row level security;

-- From when on this caller may invite so many more by e-mail; null for now. Counted over the last day, for all processes together.
create function private.invite_emails_from(member uuid, sender text, wanted integer, member_max integer, sender_max integer) returns timestamptz
language sql stable set search_path = '' as $$
  select max(counted.first_at) + interval '1 day' from (
    select count(*) as used, min(m.created_at) as first_at, member_max as most
      from private.invited_address m where m.user_id = member and m.created_at > now() - interval '1 day'
    union all
    select count(*), min(m.created_at), sender_max
      from private.invited_address m where m.sender_hash = sender and m.created_at > now() - interval '1 day'
  ) counted
  where counted.used + wanted > counted.most
$$;

-- Writes invitations by e-mail. An address that refused, or got one in the last thirty days, counts for the day and gets none.
-- @returns null, or from when on this many are allowed again: nothing is written then
create function private.add_invite_emails(
  member uuid, sender text, addresses text[], hashes text[], language text, member_max integer, sender_max integer
) returns timestamptz
language plpgsql set search_path = '' as $$
declare
  blocked_until timestamptz;
  hash text;
  inviter public."user";
begin
  delete from private.invited_address m where m.created_at < now() - interval '31 days';
  -- One at a time for each member, sender and address, always in the same order.
  select * into inviter from public."user" u where u.id = member for no key update;
  perform pg_advisory_xact_lock(hashtextextended('invite-sender:' || sender, 0));
  for hash in select h from unnest(hashes) as h order by h loop
    perform pg_advisory_xact_lock(hashtextextended('invite-address:' || hash, 0));
  end loop;
  blocked_until := private.invite_emails_from(member, sender, cardinality(addresses), member_max, sender_max);
  if blocked_until is not null then return blocked_until; end if;
  perform private.enqueue_email('invitation', gen_random_uuid()::text, member, a.address, add_invite_emails.language,
      jsonb_build_object('nickname', inviter.nickname, 'code', inviter.recommend_code, 'address_hash', a.address_hash))
    from unnest(addresses, hashes) as a (address, address_hash)
    where not exists (select from private.mail_refusal r where r.address_hash = a.address_hash)
      and not exists (select from private.invited_address m where m.address_hash = a.address_hash and m.created_at > now() - interval '30 days');
  insert into private.invited_address (user_id, address_hash, sender_hash) select member, h, sender from unnest(hashes) as h;
  return null;
end;
$$;

-- 'coded' while the survey names a code that still has to count, 'open' without one, null when the sign-up is finished.
create function public.open_sign_up(public."user") returns text
language sql stable security definer set search_path = '' as $$
  select case when r.recommend_code is null then 'open' else 'coded' end
  from (select (select auth.uid()) as id) as me left join public.user_referrer r on r.id = me.id
  where not exists (select from private.sign_up_completion c where c.user_id = me.id)
$$;

comment on function public.open_sign_up(public."user") is 'A computed column: how far the sign-up of the member who reads the own record has come.';

-- 42_teams.sql

create table private.team_seat (
  id bigint generated always as identity primary key,
  owner_id uuid not null references public."user" (id) on delete cascade,
  member_id uuid unique references public."user" (id) on delete cascade,
  email text not null,
  token_hash text unique,
  language text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  joined_at timestamptz,
  constraint team_seat_email_length check (char_length(email) between 3 and 254),
  constraint team_seat_language_known check (language in ('ko', 'en')),
  constraint team_seat_not_own check (member_id <> owner_id),
  constraint team_seat_invited_or_joined check (
    (member_id is null) = (joined_at is null) and (member_id is null) = (token_hash is not null)),
  constraint team_seat_once unique (owner_id, email)
);

comment on table private.team_seat is
  'A place in a team: invited until expires_at, then taken by member_id. The secret of its link is here as a hash only, which goes when it is used.';

create index team_seat_email on private.team_seat (email) where member_id is null;

alter table private.team_seat enable row level security;

-- The plan of one's own: paid for, or a benefit. What a team gives is not in it, so that no team hangs on another.
create function private.own_plan(member uuid) returns text
language sql stable set search_path = '' as $$
  select private.higher_plan(u.plan, (select b.plan from private.find_running_benefit(member) b)) from public.user_usage u where u.id = member
$$;

-- Whose balance a member spends: the team's owner's while the seat has effect, otherwise the own. A plan that one pays for oneself comes first,
-- because what it gives would run out unused.
create function private.payer_of(member uuid) returns uuid
language sql stable set search_path = '' as $$
  select coalesce((
    select s.owner_id from private.team_seat s
    join public.user_usage own on own.id = s.member_id and own.plan = 'starter'
    join public."user" o on o.id = s.owner_id and o.is_active and not o.is_block
    where s.member_id = member and private.own_plan(s.owner_id) = 'team'
  ), member)
$$;

-- The rows of whoever spends and whoever pays, always locked in the same order.
create function private.lock_balances(payer uuid, spender uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform from public.user_usage u where u.id in (payer, spender) order by u.id for update;
end;
$$;

-- An address that is known to be the member's own, or null.
create function private.verified_email(member uuid) returns text
language sql stable set search_path = '' as $$
  select lower(a.email) from auth.users a where a.id = member and a.email_confirmed_at is not null
$$;

-- Invites an address to the caller's team, with the limits of all invitations by e-mail. Returns the seat, or alone from when on there is room again.
create function private.add_team_seat(
  owner uuid, email text, address_hash text, sender text, token_hash text, secret_key uuid, language text, valid_days integer,
  seats_max integer, member_max integer, sender_max integer, address_max integer
) returns table (id bigint, free_from timestamptz)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  blocked_until timestamptz;
  seat bigint;
begin
  perform private.lock_usage(owner);
  if private.own_plan(owner) <> 'team' then perform private.raise_app_error('team_needed'); end if;
  delete from private.team_seat s where s.owner_id = owner and s.member_id is null and s.expires_at <= now();
  -- Addresses are other people's: those that nobody used are not kept for long.
  delete from private.team_seat s where s.id in (
    select o.id from private.team_seat o where o.member_id is null and o.expires_at < now() - interval '30 days' limit 1000 for update skip locked);
  if exists (select from private.team_seat s where s.owner_id = owner and s.email = add_team_seat.email) then
    perform private.raise_app_error('team_already_invited');
  end if;
  if (select count(*) from private.team_seat s where s.owner_id = owner) >= seats_max then perform private.raise_app_error('team_full'); end if;

  perform pg_advisory_xact_lock(hashtextextended('invite-sender:' || sender, 0));
  perform pg_advisory_xact_lock(hashtextextended('invite-address:' || add_team_seat.address_hash, 0));
  blocked_until := greatest(private.invite_emails_from(owner, sender, 1, member_max, sender_max),
    (select min(m.created_at) + interval '1 day' from private.invited_address m
      where m.address_hash = add_team_seat.address_hash and m.created_at > now() - interval '1 day' having count(*) >= address_max));
  if blocked_until is not null then
    return query select null::bigint, blocked_until;
    return;
  end if;
  insert into private.invited_address (user_id, address_hash, sender_hash) values (owner, add_team_seat.address_hash, sender);
  insert into private.team_seat as s (owner_id, email, token_hash, language, expires_at)
  values (owner, add_team_seat.email, add_team_seat.token_hash, add_team_seat.language, now() + make_interval(days => valid_days)) returning s.id into seat;
  -- An address that refused gets no e-mail; its owner can still be given the link, or finds the invitation in Munjang.
  if not exists (select from private.mail_refusal r where r.address_hash = add_team_seat.address_hash) then
    perform private.enqueue_email('team_invitation', seat::text, owner, add_team_seat.email, add_team_seat.language,
        jsonb_build_object('nickname', u.nickname, 'secret_key', secret_key, 'address_hash', add_team_seat.address_hash))
      from public."user" u where u.id = owner;
  end if;
  insert into public.user_alarm (user_id, kind, source_id)
  select u.id, 'team_invited', seat::text from auth.users a join public."user" u on u.id = a.id and u.is_active
  where a.email = add_team_seat.email and a.is_sso_user = false and a.email_confirmed_at is not null and u.id <> owner
  on conflict on constraint user_alarm_once do nothing;
  return query select seat, null::timestamptz;
end;
$$;

-- The invitation that a secret leads to, as long as it can be accepted.
create function private.find_open_seat(token text) returns private.team_seat
language sql stable set search_path = '' as $$
  select s from private.team_seat s
  where s.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex') and s.member_id is null and s.expires_at > now()
$$;

-- Who invites, for whoever holds the secret of an open invitation; null for any other.
create function public.find_team_invite(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  seat private.team_seat;
begin
  if not private.may_use_service() then return null; end if;
  seat := private.find_open_seat(token);
  if seat.id is null then return null; end if;
  return (select jsonb_build_object('owner', u.nickname, 'expires_at', seat.expires_at,
      'is_own', seat.owner_id = auth.uid(),
      'is_other_address', coalesce(private.verified_email(auth.uid()) <> seat.email, false))
    from public."user" u where u.id = seat.owner_id);
end;
$$;

-- Takes a place: with the secret of its e-mail, or without it by the verified address that was invited. A verified address that is another is refused.
create function public.accept_team_seat(token text default null, seat_id bigint default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := auth.uid();
  own_email text;
  seat private.team_seat;
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'forbidden'; end if;
  own_email := private.verified_email(member);
  if token is not null then
    seat := private.find_open_seat(token);
  else
    select * into seat from private.team_seat s where s.id = seat_id and s.member_id is null and s.expires_at > now() and s.email = own_email;
  end if;
  if seat.id is null then perform private.raise_app_error('team_invite_gone'); end if;
  if seat.owner_id = member then perform private.raise_app_error('team_own_invite'); end if;
  if own_email <> seat.email then perform private.raise_app_error('team_other_address'); end if;
  perform private.lock_balances(seat.owner_id, member);
  if not exists (select from public.user_usage u where u.id = member) then perform private.raise_app_error('user_or_usage_failed'); end if;
  if private.own_plan(seat.owner_id) <> 'team' then perform private.raise_app_error('team_needed'); end if;
  if exists (select from private.team_seat s where s.member_id = member) then perform private.raise_app_error('team_already_seated'); end if;
  -- Once: whoever comes second finds no secret any more.
  update private.team_seat s set member_id = member, joined_at = now(), token_hash = null
    where s.id = seat.id and s.member_id is null and s.expires_at > now();
  if not found then perform private.raise_app_error('team_invite_gone'); end if;
  delete from public.user_alarm a where a.user_id = member and a.kind = 'team_invited' and a.source_id = seat.id::text;
  insert into public.user_alarm (user_id, kind, source_id) values (seat.owner_id, 'team_joined', seat.id::text)
  on conflict on constraint user_alarm_once do nothing;
  update public.user_usage u set plan = u.plan where u.id = member;
end;
$$;

-- Ends a place: its owner takes it away or the invitation back, its member leaves, or whoever is invited declines.
create function public.end_team_seat(seat_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
  seat private.team_seat;
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'forbidden'; end if;
  select * into seat from private.team_seat s where s.id = seat_id
    and (caller in (s.owner_id, s.member_id) or (s.member_id is null and s.email = private.verified_email(caller)));
  if not found then perform private.raise_app_error('not_found'); end if;
  -- Whoever holds for a run has these rows: what begins after this is not the team's any more.
  perform private.lock_balances(seat.owner_id, coalesce(seat.member_id, seat.owner_id));
  delete from private.team_seat s where s.id = seat.id and s.member_id is not distinct from seat.member_id;
  if not found then perform private.raise_app_error('not_found'); end if;
  delete from public.user_alarm a where a.kind = 'team_invited' and a.source_id = seat.id::text and not a.is_read;
  if seat.member_id is null then return; end if;
  if caller = seat.owner_id then
    insert into public.user_alarm (user_id, kind, source_id) values (seat.member_id, 'team_removed', seat.id::text)
    on conflict on constraint user_alarm_once do nothing;
  end if;
  update public.user_usage u set plan = u.plan where u.id = seat.member_id;
end;
$$;

-- Since when a team's month runs: the month of the plan that is paid for, or of the benefit.
create function private.team_month_start(owner uuid) returns timestamptz
language sql stable set search_path = '' as $$
  select coalesce(
    (select case when s.period = 'year' then private.add_months(s.period_start, greatest(s.months_given, 1) - 1) else s.period_start end
      from private.find_live_subscription(owner) s where s.plan = 'team'),
    (select greatest(b.start_at, private.add_months(now(), -1)) from public.user_benefit b where b.id = owner and b.start_at <= now() and now() < b.end_at),
    private.add_months(now(), -1))
$$;

-- What a member spent of an owner's tokens since a moment, what was given back taken off.
create function private.spent_of(owner uuid, spender uuid, since timestamptz) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(-sum(h.amount), 0)::bigint from public.token_history h
  where h.user_id = owner and h.spender_id = spender and h.kind in ('use', 'refund') and h.created_at >= since
$$;

-- The caller's team: the own one with who spent what, the seat in another's, and invitations to the own address.
create function public.read_team() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
  since timestamptz;
begin
  if not private.may_use_service() then return null; end if;
  since := private.team_month_start(caller);
  return jsonb_build_object(
    'is_running', private.own_plan(caller) = 'team',
    'since', since,
    'own_spent', private.spent_of(caller, caller, since),
    'left_spent', (select coalesce(-sum(h.amount), 0)::bigint from public.token_history h
      where h.user_id = caller and h.spender_id <> caller and h.kind in ('use', 'refund') and h.created_at >= since
        and not exists (select from private.team_seat s where s.owner_id = caller and s.member_id = h.spender_id)),
    'seats', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'email', s.email, 'nickname', u.nickname, 'created_at', s.created_at,
        'expires_at', s.expires_at, 'is_expired', s.member_id is null and s.expires_at <= now(), 'joined_at', s.joined_at,
        'uses_own_plan', coalesce(g.plan <> 'starter', false),
        'spent', case when s.member_id is null then 0 else private.spent_of(caller, s.member_id, since) end) order by s.id), '[]')
      from private.team_seat s left join public."user" u on u.id = s.member_id left join public.user_usage g on g.id = s.member_id
      where s.owner_id = caller),
    'seat', (select jsonb_build_object('id', s.id, 'owner', o.nickname, 'joined_at', s.joined_at,
        'has_effect', private.payer_of(caller) = s.owner_id, 'is_running', private.own_plan(s.owner_id) = 'team' and not o.is_block,
        'since', private.team_month_start(s.owner_id),
        'spent', private.spent_of(s.owner_id, caller, private.team_month_start(s.owner_id)))
      from private.team_seat s join public."user" o on o.id = s.owner_id where s.member_id = caller),
    'invites', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'owner', o.nickname, 'expires_at', s.expires_at) order by s.id desc), '[]')
      from private.team_seat s join public."user" o on o.id = s.owner_id and o.is_active and not o.is_block
      where s.member_id is null and s.expires_at > now() and s.owner_id <> caller and s.email = private.verified_email(caller))
  );
end;
$$;

-- Who spent of the caller's balance, by name; null for whoever has left Munjang. Nobody else's.
create function public.name_spenders(ids uuid[]) returns table (id uuid, nickname text)
language sql stable security definer set search_path = '' as $$
  select u.id, case when u.is_active then u.nickname end from public."user" u
  where private.may_use_service() and u.id = any (ids)
    and u.id <> (select auth.uid())
    and (exists (select from public.token_history h where h.spender_id = u.id and h.user_id = (select auth.uid()))
      or exists (select from public.image_history h where h.spender_id = u.id and h.user_id = (select auth.uid())))
$$;

-- Whoever leaves Munjang ends the own team, gives up the place in another's, and takes along the address that was invited.
create function private.forget_team() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with gone as (
    delete from private.team_seat s where s.owner_id = new.id or s.member_id = new.id
      or (s.member_id is null and s.email = lower(old.email))
    returning s.id, s.owner_id, s.member_id
  )
  insert into public.user_alarm (user_id, kind, source_id)
  select g.member_id, 'team_removed', g.id::text from gone g where g.owner_id = new.id and g.member_id is not null
  on conflict on constraint user_alarm_once do nothing;
  return new;
end;
$$;

create trigger user_forget_team after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_team();

-- 43_account_deletion.sql

create table private.deletion_token (
  user_id uuid primary key references public."user" (id) on delete cascade,
  session_id uuid not null,
  token_hash text not null,
  expires_at timestamptz not null
);

comment on table private.deletion_token is 'The one way to delete an account, once: for the session that asked for it, and for a few minutes.';

alter table private.deletion_token enable row level security;

create table private.deleted_identity (
  identity_hash text primary key,
  until timestamptz not null
);

comment on table private.deleted_identity is
  'Keyed hashes of provider and subject of accounts that were deleted. They may sign up again after `until`, and then without the gift (B18, M14). Nothing leads from here to an account.';

alter table private.deleted_identity enable row level security;

create function private.require_deletable(member uuid) returns void
language plpgsql set search_path = '' as $$
declare
  usage public.user_usage;
begin
  usage := private.lock_usage(member);
  if exists (select from public.payment_order p where p.user_id = member and p.status in ('CHARGING', 'UNKNOWN')) then
    perform private.raise_app_error('payment_confirming');
  end if;
  if usage.last_subscription_status = 'UNPAID' or usage.token + usage.payment_token < 0 or usage.image + usage.payment_image < 0
    or exists (select from public.payment_debt d where d.user_id = member and (d.token > 0 or d.image > 0)) then
    perform private.raise_app_error('debt_remaining');
  end if;
  if usage.last_subscription_status = 'ACTIVE' then perform private.raise_app_error('subscription_active'); end if;
  if exists (select from private.run r where r.ended_at is null and member in (r.payer_id, r.member_id)) then
    perform private.raise_app_error('request_in_progress');
  end if;
end;
$$;

-- Takes everything personal out of an account that token and session may delete. Files are the caller's to remove: bytes are not rows.
create function private.delete_account(member uuid, session_id uuid, token_hash text, identity_hashes text[], until timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  delete from private.deletion_token t
    where t.user_id = member and t.session_id = delete_account.session_id and t.token_hash = delete_account.token_hash and t.expires_at > now();
  if not found then perform private.raise_app_error('deletion_expired'); end if;
  perform private.require_deletable(member);

  insert into private.deleted_identity (identity_hash, until) select h, delete_account.until from unnest(identity_hashes) as h
    on conflict on constraint deleted_identity_pkey do update set until = greatest(deleted_identity.until, excluded.until);

  -- What the member wrote. Runs of others with a published prompt go on: that prompt stays.
  delete from public.tool_use t where t.user_id = member;
  delete from public.prompt_use u where u.user_id = member;
  delete from public.prompt p where p.user_id = member and not p.is_show;
  delete from public.prompt_version v using public.prompt p
    where p.id = v.prompt_id and p.user_id = member and v.status <> 'approved';
  delete from public.contact c where c.user_id = member;

  -- What the member chose, answered and was told.
  delete from public.prompt_like l where l.user_id = member;
  delete from public.user_alarm a where a.user_id = member;
  delete from public.user_referrer r where r.id = member;
  delete from public.user_benefit b where b.id = member;
  delete from public.user_tone t where t.id = member;
  delete from private.token_refill r where r.user_id = member;
  delete from public.prompt_action a where a.user_id = member;
  delete from public.prompt_report r where r.user_id = member;

  -- What was counted stays counted, without a name.
  update public.prompt_view v set user_id = null where v.user_id = member;
  update public.statistic_log l set uuid = null where l.uuid = member;

  update public."user" u set
    nickname = 'deleted ' || left(replace(gen_random_uuid()::text, '-', ''), 12),
    email = null, photo = null, background = null, provider = 'deleted', role = 'member', recommend_code = private.new_recommend_code(),
    is_email_reception = false, is_active = false, is_dormant = false, dormanted_at = null, logined_at = null, password_changed_at = null
    where u.id = member;

  -- The sign-in itself, as GoTrue's soft deletion leaves it: every session with its tokens, every factor and identity is gone.
  delete from auth.sessions s where s.user_id = member;
  delete from auth.mfa_factors f where f.user_id = member;
  delete from auth.one_time_tokens t where t.user_id = member;
  delete from auth.flow_state f where f.user_id = member;
  delete from auth.identities i where i.user_id = member;
  update auth.users a set email = null, phone = null, encrypted_password = null, email_change = '', phone_change = '',
    raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now()
    where a.id = member;
end;
$$;

-- 50_publications.sql

create table public.notice (
  id bigint generated always as identity primary key,
  key text not null unique,
  type text not null,
  title_ko text not null,
  title_en text not null,
  summary_ko text not null,
  summary_en text not null,
  content_ko text not null,
  content_en text not null,
  is_important boolean not null default false,
  announced_at timestamptz,
  emailed_until uuid,
  emailed_at timestamptz,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  revision integer not null default 0,
  constraint notice_key_form check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 80),
  constraint notice_type_known check (type in ('info', 'update', 'event')),
  constraint notice_lengths check (char_length(title_ko) <= 100 and char_length(title_en) <= 150
    and char_length(summary_ko) <= 300 and char_length(summary_en) <= 400
    and char_length(content_ko) <= 50000 and char_length(content_en) <= 50000),
  constraint notice_whole check (published_at is null or '' not in (title_ko, title_en, summary_ko, summary_en, content_ko, content_en))
);

comment on table public.notice is
  'News about the product. key names its file, so that publishing again changes it; published_at is null for a draft and may lie ahead.';

comment on column public.notice.announced_at is 'From when on members get its alarm, when they next open a page: important notices only.';

comment on column public.notice.revision is 'Counts what operators changed, so that a save can name what it stands on.';

create index notice_list on public.notice (published_at desc, id desc);

comment on column public.notice.emailed_until is 'The last member, by id, whose e-mail of it was written; emailed_at says that all were.';

create index notice_to_announce on public.notice (id) where is_important and emailed_at is null;

create index notice_announced on public.notice (announced_at) where is_important;

alter table public.notice enable row level security;

create policy "everybody reads notices whose time has come" on public.notice
  for select to anon, authenticated using (published_at <= now());

create trigger notice_touch before update on public.notice
  for each row when ((old.title_ko, old.title_en, old.summary_ko, old.summary_en, old.content_ko, old.content_en)
    is distinct from (new.title_ko, new.title_en, new.summary_ko, new.summary_en, new.content_ko, new.content_en))
  execute function private.touch_updated_at();

create table public.article (
  id bigint generated always as identity primary key,
  key text not null unique,
  type text not null,
  title_ko text not null,
  title_en text not null,
  summary_ko text not null,
  summary_en text not null,
  content_ko text not null,
  content_en text not null,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  revision integer not null default 0,
  constraint article_key_form check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 80),
  constraint article_type_known check (type in ('info', 'tip', 'news')),
  constraint article_lengths check (char_length(title_ko) <= 100 and char_length(title_en) <= 150
    and char_length(summary_ko) <= 300 and char_length(summary_en) <= 400
    and char_length(content_ko) <= 50000 and char_length(content_en) <= 50000),
  constraint article_whole check (published_at is null or '' not in (title_ko, title_en, summary_ko, summary_en, content_ko, content_en))
);

comment on table public.article is 'What is worth knowing about writing with AI; the same rules as notice.';

comment on column public.article.revision is 'Counts what operators changed, so that a save can name what it stands on.';

create index article_list on public.article (published_at desc, id desc);

alter table public.article enable row level security;

create policy "everybody reads articles whose time has come" on public.article
  for select to anon, authenticated using (published_at <= now());

create trigger article_touch before update on public.article
  for each row when ((old.title_ko, old.title_en, old.summary_ko, old.summary_en, old.content_ko, old.content_en)
    is distinct from (new.title_ko, new.title_en, new.summary_ko, new.summary_en, new.content_ko, new.content_en))
  execute function private.touch_updated_at();

create table private.notice_receipt (
  user_id uuid primary key references public."user" (id) on delete cascade,
  received_until timestamptz not null
);

comment on table private.notice_receipt is 'Up to when a member has got the alarms of important notices.';

alter table private.notice_receipt enable row level security;

-- Writes the caller's alarms of important notices that came since the last call; called when a page counts alarms. A notice is not written once for
-- every member, most of whom do not come that week.
create function public.receive_notices() returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  newest timestamptz;
  since timestamptz;
begin
  select max(n.announced_at) into newest from public.notice n where n.is_important;
  if newest is null or not private.may_use_service() then return; end if;
  select coalesce(r.received_until, u.created_at) into since
    from public."user" u left join private.notice_receipt r on r.user_id = u.id where u.id = me;
  if newest <= since then return; end if;
  insert into public.user_alarm (user_id, kind, source_id, data)
    select me, 'notice', n.id::text, jsonb_build_object('ko', n.title_ko, 'en', n.title_en, 'path', '/notice/detail/' || n.id)
    from public.notice n where n.is_important and n.announced_at > since and n.published_at <= now() order by n.announced_at
    on conflict on constraint user_alarm_once do nothing;
  insert into private.notice_receipt as r (user_id, received_until) values (me, newest)
    on conflict on constraint notice_receipt_pkey do update set received_until = greatest(r.received_until, excluded.received_until);
end;
$$;

comment on function public.receive_notices() is 'Makes alarms of important notices that the caller has not got yet.';

create index user_news on public."user" (id) where is_email_reception;

-- Announces important notices whose time has come, and writes their e-mails, at most so many of each. @returns how many e-mails were written
create function private.announce_notices(batch integer default 5000) returns integer
language plpgsql set search_path = '' as $$
declare
  due public.notice;
  last uuid;
  read integer;
  written integer := 0;
begin
  update public.notice n set announced_at = now() where n.is_important and n.announced_at is null and n.published_at <= now();
  for due in
    select * from public.notice n where n.is_important and n.emailed_at is null and n.announced_at is not null order by n.id for update skip locked
  loop
    with readers as (
      select u.id, u.email from public."user" u
      where u.is_email_reception and u.email is not null and u.is_active and not u.is_block and (due.emailed_until is null or u.id > due.emailed_until)
      order by u.id limit batch
    ), emails as (
      insert into private.email_outbox (kind, idempotency_key, user_id, recipient, language, expires_at, payload)
      select 'notice', 'notice:' || due.id || ':' || r.id, r.id, r.email, l.language, now() + interval '3 days',
        jsonb_build_object('id', due.id, 'type', due.type, 'member', r.id,
          'title', case l.language when 'en' then due.title_en else due.title_ko end,
          'summary', case l.language when 'en' then due.summary_en else due.summary_ko end)
      from readers r cross join lateral (
        select coalesce((select n.language from private.news_reader n where n.user_id = r.id), 'ko') as language) l
      on conflict on constraint email_outbox_idempotency_key_key do nothing
    )
    select count(*), (array_agg(r.id order by r.id desc))[1] into read, last from readers r;
    update public.notice n set emailed_until = coalesce(last, n.emailed_until), emailed_at = case when read < batch then now() end where n.id = due.id;
    written := written + read;
  end loop;
  return written;
end;
$$;

-- Writes a notice or an article: a new one without a number. `publish` is draft, now (an earlier time stays) or a time.
-- base_revision is what the caller had read; null writes over whatever there is.
create function private.save_publication(kind text, publication_id bigint, content jsonb, publish text, base_revision integer)
returns table (id bigint, revision integer, published_at timestamptz)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  is_notice constant boolean := kind = 'notice';
  before record;
  wanted_at timestamptz;
begin
  if kind is null or kind not in ('notice', 'article') then perform private.raise_app_error('invalid_request'); end if;
  if publication_id is not null then
    execute format('select p.published_at, p.revision from public.%I p where p.id = $1 for update', kind)
      into before using publication_id;
    if before.revision is null then perform private.raise_app_error('not_found'); end if;
    if base_revision is not null and before.revision <> base_revision then perform private.raise_app_error('edit_conflict'); end if;
  end if;
  if publish = 'now' then
    wanted_at := now();
    if publication_id is not null then wanted_at := least(before.published_at, now()); end if;
  elsif publish ~ '^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$' then
    wanted_at := publish::timestamptz;
  elsif publish is distinct from 'draft' then
    perform private.raise_app_error('invalid_field');
  end if;
  if publication_id is null then
    return query execute format(
      'insert into public.%1$I (key, type, title_ko, title_en, summary_ko, summary_en, content_ko, content_en, published_at, updated_at %2$s)
       values ($1 ->> ''key'', $1 ->> ''type'', $1 ->> ''title_ko'', $1 ->> ''title_en'', $1 ->> ''summary_ko'', $1 ->> ''summary_en'',
         $1 ->> ''content_ko'', $1 ->> ''content_en'', $2, least(now(), $2) %3$s) returning id, revision, published_at',
      kind, case when is_notice then ', is_important' else '' end,
      case when is_notice then ', coalesce(($1 ->> ''is_important'')::boolean, false)' else '' end)
      using content, wanted_at;
  else
    return query execute format(
      'update public.%1$I p set type = $1 ->> ''type'', title_ko = $1 ->> ''title_ko'', title_en = $1 ->> ''title_en'',
         summary_ko = $1 ->> ''summary_ko'', summary_en = $1 ->> ''summary_en'', content_ko = $1 ->> ''content_ko'',
         content_en = $1 ->> ''content_en'', published_at = $2, revision = p.revision + 1 %2$s
       where p.id = $3 returning p.id, p.revision, p.published_at',
      kind, case when is_notice then ', is_important = coalesce(($1 ->> ''is_important'')::boolean, false)' else '' end)
      using content, wanted_at, publication_id;
  end if;
end;
$$;

-- The newest first, of one state when one is asked for: draft, scheduled or shown.
create function public.operator_list_publications(kind text, state text default null, before_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_lines jsonb;
begin
  perform private.require_operator();
  if kind is null or kind not in ('notice', 'article') then perform private.raise_app_error('invalid_request'); end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), ''[]'') from (
       select p.id, p.type, p.title_ko, p.title_en, p.published_at, p.updated_at, coalesce(p.published_at <= now(), false) as is_shown
       from public.%I p
       where ($2 is null or p.id < $2) and case $1
         when ''draft'' then p.published_at is null
         when ''scheduled'' then p.published_at > now()
         when ''shown'' then p.published_at <= now()
         else true end
       order by p.id desc limit 31) l', kind)
    into found_lines using state, before_id;
  return found_lines;
end;
$$;

-- Null when it is not there.
create function public.operator_read_publication(kind text, publication_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_row jsonb;
begin
  perform private.require_operator();
  if kind is null or kind not in ('notice', 'article') then perform private.raise_app_error('invalid_request'); end if;
  execute format('select to_jsonb(p) from public.%I p where p.id = $1', kind) into found_row using publication_id;
  return private.describe_publication(found_row);
end;
$$;

-- Saves a notice or an article. content ->> 'key' is made with the form, so that a repeated request for a new one updates the same row. A
-- scheduled time must lie in the future.
create function public.operator_save_publication(
  kind text, content jsonb, publish text, publication_id bigint default null, base_revision integer default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  made_key constant text := coalesce(content ->> 'key', 'console-' || left(replace(gen_random_uuid()::text, '-', ''), 12));
  target bigint := publication_id;
  base integer := base_revision;
  stored jsonb;
  act text;
  repeated jsonb;
  saved record;
begin
  perform private.require_operator();
  if kind is null or kind not in ('notice', 'article') or (target is not null and base is null) then
    perform private.raise_app_error('invalid_request');
  end if;
  if made_key !~ '^console-[0-9a-f]{12}$' then perform private.raise_app_error('invalid_field'); end if;
  act := kind || case when target is null then '_create' else '_change' end;
  if target is null then
    perform pg_advisory_xact_lock(hashtextextended('publication:' || made_key, 0));
    execute format('select to_jsonb(p) from public.%I p where p.key = $1 for update', kind) into stored using made_key;
    if stored is not null then
      repeated := private.find_repeated_save(kind, act, stored, content, publish);
      if repeated is not null then return repeated; end if;
      target := stored ->> 'id';
      base := 0;
      act := kind || '_change';
    end if;
  else
    execute format('select to_jsonb(p) from public.%I p where p.id = $1 for update', kind) into stored using target;
    if (stored ->> 'revision')::integer = base + 1 then
      repeated := private.find_repeated_save(kind, act, stored, content, publish);
      if repeated is not null then return repeated; end if;
    end if;
  end if;
  if publish ~ '^\d{4}-' and publish::timestamptz <= now() then perform private.raise_app_error('invalid_field'); end if;
  select * into saved from private.save_publication(kind, target, content || jsonb_build_object('key', made_key), publish, base);
  perform private.log_act(act, saved.id::text, null, jsonb_build_object('published_at', saved.published_at));
  return to_jsonb(saved);
exception
  when check_violation or not_null_violation or invalid_text_representation or invalid_datetime_format
    or datetime_field_overflow then
    raise exception using errcode = 'P0001', message = 'invalid_field';
end;
$$;

create function public.operator_delete_publication(kind text, publication_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  gone jsonb;
begin
  perform private.require_operator();
  if kind is null or kind not in ('notice', 'article') then perform private.raise_app_error('invalid_request'); end if;
  execute format('delete from public.%I p where p.id = $1 and p.published_at is null returning jsonb_build_object(''title_ko'', p.title_ko)', kind)
    into gone using publication_id;
  if gone is null then
    if private.is_repeated(kind || '_delete', publication_id::text, null) then return; end if;
    perform private.raise_app_error('not_found');
  end if;
  perform private.log_act(kind || '_delete', publication_id::text, null, gone);
end;
$$;

-- What who writes a publication reads of it; the last two only notices have.
create function private.describe_publication(fields jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_object_agg(f.key, f.value)
    || jsonb_build_object('is_shown', coalesce((fields ->> 'published_at')::timestamptz <= now(), false))
  from jsonb_each(fields) f
  where f.key in ('id', 'key', 'type', 'title_ko', 'title_en', 'summary_ko', 'summary_en', 'content_ko', 'content_en',
    'published_at', 'updated_at', 'revision', 'is_important', 'announced_at')
$$;

-- What this save left when it was asked for before: the caller's own newest act, with the same words and the same time. Null otherwise.
create function private.find_repeated_save(kind text, act text, stored jsonb, content jsonb, publish text) returns jsonb
language sql set search_path = '' as $$
  select jsonb_build_object('id', stored -> 'id', 'revision', stored -> 'revision', 'published_at', stored -> 'published_at')
  from (select (stored ->> 'published_at')::timestamptz as at) s
  where private.is_repeated(act, stored ->> 'id', null)
    and stored @> (content - 'key' - case when kind = 'notice' then '' else 'is_important' end)
    and case publish when 'draft' then s.at is null when 'now' then s.at <= now() else s.at = publish::timestamptz end
$$;

-- 51_questions.sql

create table public.contact (
  id bigint generated always as identity primary key,
  user_id uuid references public."user" (id) on delete cascade,
  type text not null,
  email text not null,
  title text not null,
  description text not null,
  language text not null,
  answer text,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  answered_by uuid,
  constraint contact_type_known check (type in ('service', 'company', 'error', 'etc')),
  constraint contact_email_length check (char_length(email) between 3 and 254),
  constraint contact_title_length check (char_length(title) between 1 and 100),
  constraint contact_description_length check (char_length(description) between 1 and 5000),
  constraint contact_language_known check (language in ('ko', 'en')),
  constraint contact_answer_whole check ((answer is null) = (answered_at is null) and char_length(answer) between 1 and 10000)
);

comment on table public.contact is 'A question to us. user_id is null for a visitor, who is answered by e-mail.';

comment on column public.contact.closed_at is 'An operator put it aside without an answer.';

comment on column public.contact.answered_by is 'The operator; null for an answer at a terminal, and for older ones.';

create index contact_own on public.contact (user_id, id desc);

create index contact_open on public.contact (id) where answered_at is null and closed_at is null;

create index contact_done on public.contact (id) where answered_at is not null or closed_at is not null;

-- A question that is sent again is looked for among the newest (questions.ts).
create index contact_newest on public.contact (created_at);

alter table public.contact enable row level security;

create policy "blocked members have no questions" on public.contact as restrictive
  to authenticated using ((select private.may_use_service()));

create policy "members read their own questions" on public.contact
  for select to authenticated using (user_id = (select auth.uid()));

create trigger contact_tells_operators after insert on public.contact
  for each row execute function private.tell_operators_of_question();

-- Stores an answer and sends its alarm, once per question. False when the question is answered already or does not exist.
create function private.answer_contact(contact_id bigint, answer text) returns boolean
language plpgsql set search_path = '' as $$
declare
  answered public.contact;
begin
  update public.contact c set answer = answer_contact.answer, answered_at = now(), answered_by = (select auth.uid())
    where c.id = contact_id and c.answered_at is null and c.closed_at is null returning * into answered;
  if not found then return false; end if;
  if answered.user_id is not null then
    perform private.tell_member(answered.user_id, 'contact_reply', answered.id::text, jsonb_build_object('title', answered.title));
  end if;
  return true;
end;
$$;

-- Questions: open ones oldest first, closed ones newest first, each with whether its answer could not be delivered.
create function public.operator_list_questions(is_open boolean, kind text default null, from_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  if is_open then
    return (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from (
        select c.id, c.type, c.title, c.language, c.created_at, c.answered_at, c.closed_at, u.nickname as asker, false as is_undelivered
        from public.contact c left join public."user" u on u.id = c.user_id
        where c.answered_at is null and c.closed_at is null and (operator_list_questions.kind is null or c.type = operator_list_questions.kind) and (from_id is null or c.id > from_id)
        order by c.id limit 31
      ) l
    );
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') from (
      select c.id, c.type, c.title, c.language, c.created_at, c.answered_at, c.closed_at, u.nickname as asker,
        coalesce(w.state in ('failed', 'refused', 'unknown'), false) as is_undelivered
      from public.contact c
        left join public."user" u on u.id = c.user_id
        left join private.email_outbox w on w.idempotency_key = 'answer:' || c.id
      where (c.answered_at is not null or c.closed_at is not null) and (operator_list_questions.kind is null or c.type = operator_list_questions.kind) and (from_id is null or c.id < from_id)
      order by c.id desc limit 31
    ) l
  );
end;
$$;

-- A question with who answered it and what became of the e-mail. Null when it does not exist.
create function public.operator_read_question(question_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select jsonb_build_object('id', c.id, 'type', c.type, 'title', c.title, 'description', c.description, 'language', c.language,
      'email', c.email, 'user_id', c.user_id, 'asker', u.nickname, 'created_at', c.created_at,
      'answer', c.answer, 'answered_at', c.answered_at, 'answered_by', o.nickname, 'closed_at', c.closed_at,
      'letter', private.answer_email_state(l), 'sent_at', case l.state when 'sent' then l.ended_at end)
    from public.contact c
      left join public."user" u on u.id = c.user_id
      left join public."user" o on o.id = c.answered_by and o.is_active
      left join private.email_outbox l on l.idempotency_key = 'answer:' || c.id
    where c.id = question_id
  );
end;
$$;

-- How the e-mail of an answer stands: null without one, waiting, later (tried again), sent, failed, refused, unknown (may have arrived).
create function private.answer_email_state(email private.email_outbox) returns text
language sql immutable set search_path = '' as $$
  select case
    when email.state = 'sending' then 'waiting'
    when email.state = 'waiting' and email.attempts > 0 then 'later'
    else email.state
  end
$$;

-- Writes the e-mail of an answer to the address that the question came with. False when it has one already.
create function private.enqueue_answer(question_id bigint) returns boolean
language sql set search_path = '' as $$
  select private.enqueue_email('answer', c.id::text, c.user_id, c.email, c.language,
      jsonb_build_object('title', c.title, 'description', c.description, 'answer', c.answer)) is not null
  from public.contact c where c.id = question_id and c.answer is not null
$$;

-- Stores an operator's answer, once. @returns whether an e-mail was written: none where no mail leaves, and no second one for a repeated call
create function private.operator_answer(question_id bigint, answer text, is_mailed boolean) returns boolean
language plpgsql set search_path = '' as $$
declare
  words text;
begin
  perform private.require_operator();
  words := private.require_text(answer, 10000);
  if not private.answer_contact(question_id, words) then
    if private.is_repeated('question_answer', question_id::text, null)
      and exists (select from public.contact c where c.id = question_id and c.answer = words) then return false; end if;
    perform private.raise_app_error('not_found');
  end if;
  perform private.log_act('question_answer', c.id::text, c.user_id) from public.contact c where c.id = question_id;
  if not is_mailed then return false; end if;
  return private.enqueue_answer(question_id);
end;
$$;

-- Sends an answer again after a failure, or for the first time when it was stored where no mail left. Refused while an e-mail is on its way.
create function private.operator_send_answer(question_id bigint) returns void
language plpgsql set search_path = '' as $$
declare
  member uuid;
begin
  perform private.require_operator();
  select c.user_id into member from public.contact c where c.id = question_id and c.answer is not null for no key update;
  if not found then perform private.raise_app_error('not_found'); end if;
  delete from private.email_outbox e where e.idempotency_key = 'answer:' || question_id and e.state in ('failed', 'refused', 'unknown');
  if not private.enqueue_answer(question_id) then perform private.raise_app_error('not_found'); end if;
  perform private.log_act('question_send', question_id::text, member);
end;
$$;

create function public.operator_close_question(question_id bigint, is_closed boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  act text := case when is_closed then 'question_close' else 'question_reopen' end;
begin
  perform private.require_operator();
  update public.contact c set closed_at = case when is_closed then now() end
    where c.id = question_id and (c.closed_at is null) = is_closed and (c.answered_at is null or not is_closed);
  if not found then
    if private.is_repeated(act, question_id::text, null) then return; end if;
    perform private.raise_app_error('not_found');
  end if;
  perform private.log_act(act, c.id::text, c.user_id) from public.contact c where c.id = question_id;
end;
$$;

-- 52_visits.sql

create table public.statistic_log (
  id bigint generated always as identity primary key,
  type text not null,
  type_detail text not null,
  url text not null,
  uuid uuid,
  created_at timestamptz not null default now(),
  constraint statistic_log_type_known check (type in ('VIEW', 'ACTION')),
  constraint statistic_log_detail_length check (char_length(type_detail) between 1 and 100),
  constraint statistic_log_url_length check (char_length(url) <= 2000),
  constraint statistic_log_detail_form check (
    case type when 'VIEW' then type_detail in ('VIEW_PAGE', 'VIEW_UNIQUE') else type_detail ~ '^[A-Z][A-Z_]*$' end),
  constraint statistic_log_url_is_path check (url like '/%'),
  -- Our longest address is far shorter; what is there already stays.
  constraint statistic_log_url_short check (char_length(url) <= 300)
);

comment on table public.statistic_log is 'uuid is null for a visitor.';

create index statistic_log_by_day on public.statistic_log (created_at);

-- So that a deletion finds what it has to take a name out of.
create index statistic_log_member on public.statistic_log (uuid) where uuid is not null;

alter table public.statistic_log enable row level security;

create policy "visitors are counted without a name" on public.statistic_log
  for insert to anon with check (uuid is null);

create policy "members are counted as themselves or without a name" on public.statistic_log
  for insert to authenticated with check (uuid is null or uuid = (select auth.uid()));

create unlogged table private.visit_count (
  caller text not null,
  minute timestamptz not null,
  count integer not null default 1,
  primary key (caller, minute)
);

comment on table private.visit_count is 'Rows of statistics and views of the minute that goes on: by hash of a member or of a visitor''s address, and all together.';

create index visit_count_minute on private.visit_count (minute);

alter table private.visit_count enable row level security;

-- Counts one row of this minute. False when the limit is passed.
create function private.count_visit(caller text, most integer) returns boolean
language plpgsql set search_path = '' as $$
declare
  this_minute constant timestamptz := date_trunc('minute', clock_timestamp());
  counted integer;
begin
  if random() < 0.01 then
    delete from private.visit_count c where c.ctid in (
      select o.ctid from private.visit_count o where o.minute < this_minute limit 1000 for update skip locked);
  end if;
  insert into private.visit_count as c (caller, minute) values (count_visit.caller, this_minute)
  on conflict on constraint visit_count_pkey do update set count = c.count + 1 returning c.count into counted;
  return counted <= most;
end;
$$;

-- Sixty rows a minute from one address, a hundred and twenty from one member, six thousand from all: the caller first, so that whoever has had
-- the own share takes nothing from the others'.
create function private.limit_statistics() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := (select auth.uid());
begin
  if not private.count_visit(case when member is null then 'visitor:' else 'member:' end || private.visitor_hash('visit:' || coalesce(member::text, '')),
      case when member is null then 60 else 120 end)
    or not private.count_visit('all', 6000) then perform private.raise_app_error('too_many_requests'); end if;
  return new;
end;
$$;

create trigger statistic_log_limit before insert on public.statistic_log
  for each row when (current_user in ('anon', 'authenticated')) execute function private.limit_statistics();

create table private.statistic_day (
  day date not null,
  type_detail text not null,
  count bigint not null,
  primary key (day, type_detail)
);

comment on table private.statistic_day is 'Totals of statistic_log for each day of Korea, kept for good; of today what the last full hour knew. Names nobody.';

alter table private.statistic_day enable row level security;

-- Counts the newest day that has totals anew, and all days after it. Harmless when repeated.
create function private.sum_up_statistics() returns void
language plpgsql set search_path = '' as $$
declare
  first_open constant date := coalesce((select max(s.day) from private.statistic_day s), '-infinity');
begin
  insert into private.statistic_day as s (day, type_detail, count)
  select (l.created_at at time zone 'Asia/Seoul')::date, l.type_detail, count(*) from public.statistic_log l
    where first_open = '-infinity' or l.created_at >= first_open::timestamp at time zone 'Asia/Seoul'
    group by 1, 2
  -- Rows that are old go: a day is never counted down.
  on conflict (day, type_detail) do update set count = greatest(s.count, excluded.count);
end;
$$;

-- Each of the last so many days with its totals, the newest first; today as the last full hour knew it.
create function public.operator_list_visits(days integer default 30) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Asia/Seoul')::date;
  first_day constant date := today - least(greatest(coalesce(days, 30), 1), 366) + 1;
begin
  perform private.require_operator();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'totals', d.totals) order by d.day desc), '[]') from (
      select s.day, jsonb_object_agg(s.type_detail, s.count) as totals from private.statistic_day s where s.day >= first_day group by s.day
    ) d
  );
end;
$$;

comment on function public.operator_list_visits(integer) is 'Counts of visits and of what was done, by day of Korea.';

-- 60_operators.sql

create table private.operator_log (
  id bigint generated always as identity primary key,
  operator_id uuid,
  act text not null,
  subject_id text,
  member_id uuid,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  constraint operator_log_act_form check (act ~ '^[a-z]+(_[a-z]+)*$')
);

comment on table private.operator_log is
  'What operators did: who, what, with what (subject_id), for or against whom (member_id). operator_id is null for an act at a terminal. References nobody, so that it outlives everybody.';

create index operator_log_member on private.operator_log (member_id, id desc) where member_id is not null;

create index operator_log_subject on private.operator_log (subject_id, id desc) where subject_id is not null;

create index operator_log_gifts on private.operator_log (created_at) where act in ('member_gift', 'benefit_give');

alter table private.operator_log enable row level security;

create trigger operator_log_guard before update or delete on private.operator_log
  for each row execute function private.guard_history();

create trigger operator_log_guard_truncate before truncate on private.operator_log
  for each statement execute function private.guard_history();

-- An operator whose session was lifted with the second factor and still exists: a token outlives its session by up to an hour.
create function private.is_operator() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.may_use_service() and (select auth.jwt()) ->> 'aal' = 'aal2' and exists (
    select from public."user" u where u.id = (select auth.uid()) and u.role in ('operator', 'owner')
  ) and exists (
    select from auth.sessions s where s.user_id = (select auth.uid()) and s.id::text = (select auth.jwt()) ->> 'session_id'
      and (s.not_after is null or s.not_after > now())
  );
$$;

comment on function private.is_operator() is 'Null or false for everybody else.';

create function private.require_operator() returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.is_operator() is not true then raise exception using errcode = '42501', message = 'forbidden'; end if;
end;
$$;

create function private.log_act(act text, subject_id text, member_id uuid, details jsonb default '{}') returns void
language sql set search_path = '' as $$
  insert into private.operator_log (operator_id, act, subject_id, member_id, details)
  values ((select auth.uid()), act, subject_id, member_id, jsonb_strip_nulls(details))
$$;

-- What an operator writes to be read by somebody: not empty, and no longer than `most`.
create function private.require_text(text text, most integer) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(btrim(text), '') = '' or char_length(btrim(text)) > most then perform private.raise_app_error('check_required_fields'); end if;
  return btrim(text);
end;
$$;

-- There is an owner as long as there was one: nobody takes the role, the account or the right to use it from the last. One after the other,
-- so that two owners cannot take it from each other at once.
create function private.guard_last_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('operator-roles', 0));
  if not exists (
    select from public."user" u where u.role = 'owner' and u.is_active and not u.is_block and u.id <> old.id
  ) then perform private.raise_app_error('forbidden'); end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;

create trigger user_last_owner before update of role, is_active, is_block on public."user"
  for each row when (old.role = 'owner' and old.is_active and not old.is_block
    and (new.role <> 'owner' or not new.is_active or new.is_block))
  execute function private.guard_last_owner();

create trigger user_last_owner_delete before delete on public."user"
  for each row when (old.role = 'owner' and old.is_active and not old.is_block) execute function private.guard_last_owner();

create function public.operator_set_role(member uuid, role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before text;
begin
  perform private.require_operator();
  perform pg_advisory_xact_lock(hashtextextended('operator-roles', 0));
  -- Asked again behind the lock: another owner may have taken the caller's role meanwhile.
  if member = (select auth.uid()) or not exists (
    select from public."user" u where u.id = (select auth.uid()) and u.role = 'owner'
  ) then raise exception using errcode = '42501', message = 'forbidden'; end if;
  if operator_set_role.role is null or operator_set_role.role not in ('member', 'operator', 'owner') then
    perform private.raise_app_error('invalid_request');
  end if;
  select u.role into before from public."user" u where u.id = member and u.is_active for no key update;
  if not found then perform private.raise_app_error('member_not_found'); end if;
  if before = operator_set_role.role then return; end if;
  update public."user" u set role = operator_set_role.role where u.id = member;
  perform private.log_act('member_role', null, member, jsonb_build_object('before', before, 'after', operator_set_role.role));
end;
$$;

comment on function public.operator_set_role(uuid, text) is 'Owners only, and never the own role.';

-- The owner who is named at a terminal.
create function private.name_owner(member uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public."user" u set role = 'owner' where u.id = member and u.is_active and not u.is_block and u.role <> 'owner';
  if found then perform private.log_act('member_role', null, member, jsonb_build_object('after', 'owner')); end if;
end;
$$;

-- The operators' log, newest first; of one member when one is named. Reads of a member are in the whole log only: they would bury the acts.
create function public.operator_list_log(before_id bigint default null, member uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') from (
      select g.id, g.act, g.subject_id, g.details, g.created_at, g.member_id, m.nickname as member, o.nickname as operator
      from private.operator_log g left join public."user" o on o.id = g.operator_id left join public."user" m on m.id = g.member_id
      where (before_id is null or g.id < before_id)
        and (operator_list_log.member is null or g.member_id = operator_list_log.member and g.act <> 'read_member')
      order by g.id desc limit 31
    ) l
  );
end;
$$;

comment on function public.operator_list_log(bigint, uuid) is 'Thirty lines and one more, which says that there are more.';

create function private.require_not_own(variadic people uuid[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (select auth.uid()) = any (people) then raise exception using errcode = '42501', message = 'forbidden'; end if;
end;
$$;

-- Whether the newest act about this thing is the caller's, the same and in the same words: then its answer was lost, and it is done.
-- A thing is named by its number, or it is the member; acts of one kind share what stands before the first underscore.
create function private.is_repeated(act text, subject_id text, member_id uuid, details jsonb default '{}') returns boolean
language plpgsql set search_path = '' as $$
declare
  newest private.operator_log;
begin
  select g.* into newest from private.operator_log g
    where split_part(g.act, '_', 1) = split_part(is_repeated.act, '_', 1)
      and case when is_repeated.subject_id is null then g.subject_id is null and g.member_id = is_repeated.member_id
        else g.subject_id = is_repeated.subject_id end
    order by g.id desc limit 1;
  return newest.operator_id is not distinct from (select auth.uid()) and newest.act is not distinct from is_repeated.act
    and coalesce(newest.details @> jsonb_strip_nulls(is_repeated.details), false);
end;
$$;

-- An alarm of what an operator decided, in the decision's own transaction: where it cannot be made, nothing is decided, and that is said.
create function private.tell_member(member uuid, kind text, source_id text, data jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.user_alarm (user_id, kind, source_id, data) values (member, tell_member.kind, tell_member.source_id, tell_member.data)
    on conflict do nothing;
exception
  when others then raise exception using errcode = 'P0001', message = 'alarm_create_failed', detail = sqlerrm;
end;
$$;

-- What readers saw of a prompt: it stands in its row until its author writes in it again, and then in the version that was approved last.
create function private.find_shown_content(prompt public.prompt) returns jsonb
language sql stable set search_path = '' as $$
  select case when prompt.is_show or prompt.review_status = 'hidden' then private.prompt_content(to_jsonb(prompt)) else (
    select private.prompt_content(to_jsonb(v)) from public.prompt_version v
    where v.prompt_id = prompt.id and v.status = 'approved' order by v.number desc limit 1
  ) end
$$;

create table private.gift_rule (
  is_only boolean primary key default true,
  operator_gifts integer not null default 100,
  operator_tokens bigint not null default 10000000,
  operator_images bigint not null default 10000,
  site_gifts integer not null default 300,
  site_tokens bigint not null default 30000000,
  site_images bigint not null default 30000,
  constraint gift_rule_one check (is_only),
  constraint gift_rule_whole check (least(operator_gifts, operator_tokens, operator_images, site_gifts, site_tokens, site_images) >= 0)
);

comment on table private.gift_rule is
  'How much a day (of Korea) one operator, and all together, may give in the console: gifts and benefits counted, tokens and images summed. One row; changed at a terminal.';

alter table private.gift_rule enable row level security;

-- Stands at the log, so that whatever gives and writes its line is counted.
create function private.limit_gifts() returns trigger
language plpgsql set search_path = '' as $$
declare
  rule private.gift_rule;
  given record;
begin
  -- One after the other, so that gifts at the same moment see each other.
  perform pg_advisory_xact_lock(hashtextextended('operator-gifts', 0));
  select * into rule from private.gift_rule;
  select count(*) as site_gifts, coalesce(sum((g.details ->> 'tokens')::bigint), 0) as site_tokens,
      coalesce(sum((g.details ->> 'images')::bigint), 0) as site_images,
      count(*) filter (where g.operator_id = new.operator_id) as operator_gifts,
      coalesce(sum((g.details ->> 'tokens')::bigint) filter (where g.operator_id = new.operator_id), 0) as operator_tokens,
      coalesce(sum((g.details ->> 'images')::bigint) filter (where g.operator_id = new.operator_id), 0) as operator_images
    into given from private.operator_log g
    where g.act in ('member_gift', 'benefit_give') and g.created_at >= date_trunc('day', now(), 'Asia/Seoul');
  if given.operator_gifts > rule.operator_gifts or given.operator_tokens > rule.operator_tokens
    or given.operator_images > rule.operator_images then perform private.raise_app_error('daily_limit'); end if;
  if given.site_gifts > rule.site_gifts or given.site_tokens > rule.site_tokens or given.site_images > rule.site_images then
    perform private.raise_app_error('site_limit');
  end if;
  return null;
end;
$$;

create trigger operator_log_gift_limit after insert on private.operator_log
  for each row when (new.act in ('member_gift', 'benefit_give')) execute function private.limit_gifts();

-- 61_operator_queues.sql

create index user_newest on public."user" (created_at desc, id desc);

-- What waits for an operator and what happened today in Korea, with answers of this week that could not be delivered.
create function public.operator_read_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today timestamptz := date_trunc('day', now(), 'Asia/Seoul');
  dead bigint := 0;
begin
  perform private.require_operator();
  -- The queue's own schema is made by the server, not by these migrations.
  if to_regclass('pgboss.job') is not null then
    execute $queue$ select count(*) from pgboss.job j where j.name = 'dead-letters' and j.state in ('created', 'retry') $queue$ into dead;
  end if;
  return jsonb_build_object(
    'prompts', (select count(*) from public.prompt_version v where v.status = 'in_review'),
    'reports', (select count(distinct r.prompt_id) from public.prompt_report r where r.status = 'open'),
    'questions', (select count(*) from public.contact c where c.answered_at is null and c.closed_at is null),
    'letters', (select count(*) from private.email_outbox e
      where e.kind = 'answer' and e.state in ('refused', 'failed', 'unknown') and e.created_at > now() - interval '7 days'),
    'invites', (select count(*) from private.invite i where i.rewarded_at is null and i.refused_at is null),
    'dead_jobs', dead,
    'sign_ups', (select count(*) from public."user" u where u.created_at >= today),
    'runs', (select jsonb_build_object('all', count(*), 'failed', count(*) filter (where r.status = 'failed')) from (
      select r.status from private.run r where r.ended_at >= today union all select r.status from private.run r where r.ended_at is null
    ) r),
    'tokens', (select coalesce(sum(d.tokens), 0) from private.daily_use d where d.day = private.korean_day() and d.key like 'site:%'),
    'charged', (select coalesce(sum(p.amount), 0) from private.payment p where p.status = 'DONE' and p.approved_at >= today)
  );
end;
$$;

comment on function public.operator_read_overview() is 'Counts; money is integer KRW.';

-- What a reviewer reads of a prompt; no screen shows its photo.
create function private.describe_content(fields jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select private.prompt_content(fields) - 'photo'
$$;

-- Takes a prompt off the list with a reason that its author reads; only a review shows it again. Works on a prompt that its author hid, and never
-- reads later unpublished edits: the returned text is the one that was public.
create function private.take_down_prompt(prompt_id bigint, reason text) returns boolean
language plpgsql set search_path = '' as $$
declare
  taken public.prompt;
  was_shown jsonb;
  version_id bigint;
begin
  select * into taken from public.prompt p where p.id = take_down_prompt.prompt_id for no key update;
  if not found or (not taken.is_show and taken.review_status = 'returned') then return false; end if;
  update public.prompt p set is_show = false, review_status = 'returned' where p.id = taken.id;
  -- An edit that waits is returned with it; else what was shown is kept as a version that carries the reason.
  update public.prompt_version v set status = 'returned', reason = take_down_prompt.reason, reviewed_at = now()
    where v.prompt_id = taken.id and v.status = 'in_review' returning v.id into version_id;
  if version_id is null then
    was_shown := private.find_shown_content(taken);
    version_id := private.add_prompt_version(jsonb_populate_record(taken, was_shown), 'returned');
    update public.prompt_version v set reason = take_down_prompt.reason, reviewed_at = now() where v.id = version_id;
  end if;
  perform private.tell_member(taken.user_id, 'prompt_reviewed', taken.id || ':' || version_id,
    jsonb_build_object('title', coalesce(was_shown ->> 'title', taken.title), 'is_show', false, 'is_taken_down', true));
  return true;
end;
$$;

-- Versions that wait, the oldest first.
create function public.operator_list_reviews(after_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from (
      select v.id, v.prompt_id, v.number, v.title, v.description, v.language, v.created_at, p.is_show, u.nickname as author
      from public.prompt_version v join public.prompt p on p.id = v.prompt_id join public."user" u on u.id = p.user_id
      where v.status = 'in_review' and (after_id is null or v.id > after_id) order by v.id limit 31
    ) l
  );
end;
$$;

-- A version with the text it would replace and similar prompts, public or waiting; each waiting one has a `version_id` that leads to its review.
-- Null when it does not exist.
create function public.operator_read_review(version_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select jsonb_build_object('id', v.id, 'prompt_id', v.prompt_id, 'number', v.number, 'status', v.status, 'reason', v.reason,
      'created_at', v.created_at, 'reviewed_at', v.reviewed_at, 'author', u.nickname, 'author_id', u.id, 'is_show', p.is_show,
      'content', case when v.status in ('in_review', 'approved', 'returned') then private.describe_content(to_jsonb(v)) end,
      'shown', case when p.is_show then private.describe_content(to_jsonb(p)) end,
      'similar', case when v.status = 'in_review' then private.describe_likes(v.title, v.prompt, p.id) else '[]' end)
    from public.prompt_version v join public.prompt p on p.id = v.prompt_id join public."user" u on u.id = p.user_id
    where v.id = version_id
  );
end;
$$;

create function public.operator_review_prompt(version_id bigint, is_approved boolean, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words text;
  reviewed record;
  act text;
  details jsonb;
begin
  perform private.require_operator();
  if is_approved is null then perform private.raise_app_error('invalid_request'); end if;
  if not is_approved then words := private.require_text(reason, 2000); end if;
  select v.number, p.id as prompt_id, p.user_id into reviewed
    from public.prompt_version v join public.prompt p on p.id = v.prompt_id where v.id = version_id;
  perform private.require_not_own(reviewed.user_id);
  act := case when is_approved then 'prompt_approve' else 'prompt_return' end;
  details := jsonb_build_object('number', reviewed.number, 'reason', words);
  if not private.review_prompt(version_id, is_approved, words) then
    if private.is_repeated(act, reviewed.prompt_id::text, null, details) then return; end if;
    perform private.raise_app_error('not_found');
  end if;
  perform private.log_act(act, reviewed.prompt_id::text, reviewed.user_id, details);
end;
$$;

create function public.operator_hide_prompt(prompt_id bigint, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words text;
  author uuid;
  is_shown boolean;
begin
  perform private.require_operator();
  words := private.require_text(reason, 2000);
  select p.user_id, p.is_show into author, is_shown from public.prompt p where p.id = operator_hide_prompt.prompt_id for no key update;
  perform private.require_not_own(author);
  if is_shown is not true then
    if private.is_repeated('prompt_hide', prompt_id::text, null, jsonb_build_object('reason', words)) then return; end if;
    perform private.raise_app_error('not_found');
  end if;
  perform private.take_down_prompt(operator_hide_prompt.prompt_id, words);
  update public.prompt_report r set status = 'removed' where r.prompt_id = operator_hide_prompt.prompt_id and r.status = 'open';
  perform private.log_act('prompt_hide', prompt_id::text, author, jsonb_build_object('reason', words));
end;
$$;

-- Prompts with open reports, the one that was reported first at the top. after_id is the first open report of the last line.
create function public.operator_list_reports(after_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from (
      select o.id, o.count, o.reasons, o.created_at, p.id as prompt_id, case when p.is_show then p.title end as title, p.language, p.is_show, u.nickname as author
      from (
        select min(r.id) as id, r.prompt_id, count(*) as count, array_agg(distinct r.reason) as reasons, min(r.created_at) as created_at
        from public.prompt_report r where r.status = 'open' group by r.prompt_id
      ) o join public.prompt p on p.id = o.prompt_id join public."user" u on u.id = p.user_id
      where after_id is null or o.id > after_id order by o.id limit 31
    ) l
  );
end;
$$;

-- A prompt with its open reports, thirty at most, without their authors, who were promised that. The text is shown while the prompt is public, or
-- as it was when reported. Null when it does not exist.
create function public.operator_read_reports(prompt_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select jsonb_build_object('prompt_id', p.id, 'author', u.nickname, 'author_id', u.id, 'is_show', p.is_show, 'created_at', p.created_at,
      'content', case when p.is_show or exists (select from public.prompt_report r where r.prompt_id = p.id and r.status = 'open')
        then private.describe_content(private.find_shown_content(p)) end,
      'reports', (select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from (
        select r.id, r.reason, r.detail, r.created_at
        from public.prompt_report r
        where r.prompt_id = p.id and r.status = 'open' order by r.id limit 30) l))
    from public.prompt p join public."user" u on u.id = p.user_id where p.id = operator_read_reports.prompt_id
  );
end;
$$;

create function public.operator_decide_reports(prompt_id bigint, is_removed boolean, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  decided integer;
  author uuid;
  words text;
  act text;
begin
  perform private.require_operator();
  if is_removed is null then perform private.raise_app_error('invalid_request'); end if;
  if is_removed then words := private.require_text(reason, 2000); end if;
  act := case when is_removed then 'report_remove' else 'report_keep' end;
  select p.user_id into author from public.prompt p where p.id = operator_decide_reports.prompt_id for no key update;
  perform private.require_not_own(author);
  update public.prompt_report r set status = case when is_removed then 'removed' else 'kept' end
    where r.prompt_id = operator_decide_reports.prompt_id and r.status = 'open';
  get diagnostics decided = row_count;
  if decided = 0 then
    if private.is_repeated(act, prompt_id::text, null, jsonb_build_object('reason', words)) then return; end if;
    perform private.raise_app_error('not_found');
  end if;
  -- False for what was taken down before: its author knows.
  if is_removed then perform private.take_down_prompt(operator_decide_reports.prompt_id, words); end if;
  perform private.log_act(act, prompt_id::text, author, jsonb_build_object('reports', decided, 'reason', words));
end;
$$;

create function public.operator_list_invites(after_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    with waiting as (
      select i.*, date_trunc('day', i.created_at, 'Asia/Seoul') as day from private.invite i
      where i.rewarded_at is null and i.refused_at is null and (after_id is null or i.id > after_id) order by i.id limit 31
    ), total as (
      select o.inviter_id, count(*) from private.invite o where o.inviter_id in (select w.inviter_id from waiting w) group by o.inviter_id
    ), total_of_day as (
      select d.inviter_id, d.day, (select count(*) from private.invite o where o.inviter_id = d.inviter_id
          and o.created_at >= d.day and o.created_at < d.day + interval '1 day') as count
      from (select distinct w.inviter_id, w.day from waiting w) d
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'created_at', w.created_at, 'inviter_id', w.inviter_id, 'inviter', inviter.nickname,
        'friend_id', w.friend_id, 'friend', friend.nickname, 'is_friend_here', friend.is_active,
        'inviter_total', t.count, 'inviter_day', d.count) order by w.id), '[]')
    from waiting w join total t using (inviter_id) join total_of_day d using (inviter_id, day)
    join public."user" inviter on inviter.id = w.inviter_id join public."user" friend on friend.id = w.friend_id
  );
end;
$$;

create function public.operator_decide_invite(invite_id bigint, is_given boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  decided private.invite;
  act text;
begin
  perform private.require_operator();
  if is_given is null then perform private.raise_app_error('invalid_request'); end if;
  act := case when is_given then 'invite_give' else 'invite_refuse' end;
  select * into decided from private.invite i where i.id = invite_id;
  perform private.require_not_own(decided.inviter_id, decided.friend_id);
  if is_given then
    if not private.reward_invite(invite_id) then
      if private.is_repeated(act, invite_id::text, null) then return; end if;
      perform private.raise_app_error('not_found');
    end if;
  else
    update private.invite i set refused_at = now() where i.id = invite_id and i.rewarded_at is null and i.refused_at is null;
    if not found then
      if private.is_repeated(act, invite_id::text, null) then return; end if;
      perform private.raise_app_error('not_found');
    end if;
  end if;
  perform private.log_act(act, invite_id::text, decided.inviter_id, jsonb_build_object('friend_id', decided.friend_id));
end;
$$;

-- 62_operator_members.sql

create index user_nickname_prefix on public."user" ((lower(nickname)) collate "C", id);

create index user_email_prefix on public."user" ((lower(email)) collate "C", id);

create index user_blocked on public."user" (created_at desc, id desc) where is_block;

create index user_operators on public."user" (created_at desc, id desc) where role <> 'member';

create index user_left on public."user" (created_at desc, id desc) where not is_active;

-- Finds members by the beginning of the nickname or e-mail address in the order of what was found, or by the whole id; without a search all of
-- them, newest first. `state` is blocked, operators or left. Logged, because the list shows personal data.
create function public.operator_list_members(search text default '', state text default null, after_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  wanted constant text := lower(btrim(coalesce(search, '')));
  pattern constant text := replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  wanted_id constant uuid := case when wanted ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then wanted::uuid end;
  after_at timestamptz;
  after_key text;
  ids uuid[];
  found_members jsonb;
begin
  perform private.require_operator();
  select u.created_at, case when lower(u.nickname) collate "C" like pattern then lower(u.nickname) else lower(u.email) end
    into after_at, after_key from public."user" u where u.id = after_id;
  if wanted = '' then
    ids := array(
      select u.id from public."user" u
      where (after_at is null or (u.created_at, u.id) < (after_at, after_id))
        and case state when 'blocked' then u.is_block when 'operators' then u.role <> 'member' when 'left' then not u.is_active else true end
      order by u.created_at desc, u.id desc limit 31);
  else
    -- Names and addresses each from their index, so that a beginning that many share takes no longer.
    ids := array(
      select f.id from (
        (select u.id, lower(u.nickname) collate "C" as key from public."user" u
          where lower(u.nickname) collate "C" like pattern and (after_key is null or (lower(u.nickname) collate "C", u.id) > (after_key, after_id))
            and case state when 'blocked' then u.is_block when 'operators' then u.role <> 'member' when 'left' then not u.is_active else true end
          order by lower(u.nickname) collate "C", u.id limit 31)
        union all
        (select u.id, lower(u.email) collate "C" from public."user" u
          where lower(u.email) collate "C" like pattern and not lower(u.nickname) collate "C" like pattern
            and (after_key is null or (lower(u.email) collate "C", u.id) > (after_key, after_id))
            and case state when 'blocked' then u.is_block when 'operators' then u.role <> 'member' when 'left' then not u.is_active else true end
          order by lower(u.email) collate "C", u.id limit 31)
        union all
        select u.id, '' from public."user" u where u.id = wanted_id and after_id is null and case state when 'blocked' then u.is_block when 'operators' then u.role <> 'member' when 'left' then not u.is_active else true end
      ) f order by f.key, f.id limit 31);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'nickname', u.nickname, 'email', u.email, 'role', u.role, 'is_block', u.is_block,
      'is_active', u.is_active, 'created_at', u.created_at, 'token', g.token + g.payment_token, 'plan', private.effective_plan(u.id)) order by l.place), '[]')
    into found_members
    from unnest(ids) with ordinality as l (id, place) join public."user" u on u.id = l.id left join public.user_usage g on g.id = u.id;
  -- Not what was looked for: it may be a name or an address.
  perform private.log_act('list_members', null, null, jsonb_build_object('count', jsonb_array_length(found_members), 'state', state,
    'is_search', wanted <> ''));
  return found_members;
end;
$$;

-- A member with plan, balances and second factor, logged because it shows personal data. Null when no member has the id.
create function public.operator_read_member(member uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  perform private.log_act('read_member', null, member);
  return (
    select jsonb_build_object('id', u.id, 'nickname', u.nickname, 'email', u.email, 'provider', u.provider, 'role', u.role,
      'is_block', u.is_block, 'blocked_at', u.blocked_at, 'is_active', u.is_active, 'created_at', u.created_at, 'logined_at', u.logined_at,
      'plan', private.effective_plan(u.id), 'subscription', g.last_subscription_status,
      'token', g.token, 'payment_token', g.payment_token, 'image', g.image, 'payment_image', g.payment_image,
      'benefit', (select to_jsonb(b) from public.user_benefit b where b.id = u.id and b.end_at > now()),
      'has_second_factor', private.has_second_factor(u.id),
      'factor_removal_at', (select r.due_at from private.factor_removal r where r.user_id = u.id),
      'texts', (select count(*) from public.tool_use t where t.user_id = u.id and t.deleted_at is null),
      'prompt_runs', (select count(*) from public.prompt_use p where p.user_id = u.id and not p.is_comparison),
      'failed_runs', (select count(*) from public.tool_use t where t.user_id = u.id and t.status = 'failed')
        + (select count(*) from public.prompt_use p where p.user_id = u.id and p.status = 'failed' and not p.is_comparison),
      'prompts', (select count(*) from public.prompt p where p.user_id = u.id),
      'shown_prompts', (select count(*) from public.prompt p where p.user_id = u.id and p.is_show))
    from public."user" u left join public.user_usage g on g.id = u.id where u.id = member
  );
end;
$$;

-- What moved a balance, the newest first; without the names of texts and prompts.
create function public.operator_list_movements(member uuid, kind text, before_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  if kind = 'image' then
    return (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') from (
        select h.id, h.kind, h.bucket, h.amount, h.balance_after, h.created_at from public.image_history h
        where h.user_id = member and (before_id is null or h.id < before_id) order by h.id desc limit 31) l
    );
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') from (
      select h.id, h.kind, h.bucket, h.amount, h.balance_after, h.created_at from public.token_history h
      where h.user_id = member and (before_id is null or h.id < before_id) order by h.id desc limit 31) l
  );
end;
$$;

-- Somebody else who is still here. Operators are for owners alone to deal with, so that nobody is put out by an equal.
create function private.require_other_member(member uuid) returns void
language plpgsql set search_path = '' as $$
declare
  found_role text;
begin
  if member = (select auth.uid()) then raise exception using errcode = '42501', message = 'forbidden'; end if;
  select u.role into found_role from public."user" u where u.id = member and u.is_active for no key update;
  if not found then perform private.raise_app_error('member_not_found'); end if;
  if found_role <> 'member' and not exists (select from public."user" u where u.id = (select auth.uid()) and u.role = 'owner') then
    raise exception using errcode = '42501', message = 'forbidden';
  end if;
end;
$$;

create function public.operator_block_member(member uuid, is_blocked boolean, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words text;
  act text;
begin
  perform private.require_operator();
  words := private.require_text(reason, 500);
  act := case when is_blocked then 'member_block' else 'member_unblock' end;
  perform private.require_other_member(member);
  update public."user" u set is_block = is_blocked, blocked_at = case when is_blocked then now() end
    where u.id = member and u.is_block is distinct from is_blocked;
  if not found then
    if private.is_repeated(act, null, member, jsonb_build_object('reason', words)) then return; end if;
    -- Somebody else has done it meanwhile.
    perform private.raise_app_error('not_found');
  end if;
  perform private.log_act(act, null, member, jsonb_build_object('reason', words));
end;
$$;

-- Tokens and image credits as a present, once per gift: its id is made by who gives, so that a second press or a repeated call gives nothing.
create function public.operator_give(member uuid, tokens bigint, images bigint, gift uuid, reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  words text;
  gift_key constant text := 'operator:' || gift;
begin
  perform private.require_operator();
  words := private.require_text(reason, 500);
  if gift is null or tokens is null or images is null or tokens < 0 or images < 0 or tokens + images = 0
    or tokens > 10000000 or images > 10000 then perform private.raise_app_error('invalid_field'); end if;
  perform private.require_other_member(member);
  perform private.lock_usage(member);
  if exists (select from public.token_history h where h.idempotency_key = gift_key)
    or exists (select from public.image_history h where h.idempotency_key = gift_key) then return false; end if;
  if tokens > 0 then perform private.grant_tokens(member, tokens, 'operator', gift_key); end if;
  if images > 0 then perform private.grant_images(member, images, 'operator', gift_key); end if;
  perform private.log_act('member_gift', gift::text, member, jsonb_build_object('tokens', tokens, 'images', images, 'reason', words));
  return true;
end;
$$;

comment on function public.operator_give(uuid, bigint, bigint, uuid, text) is 'False when this gift was given before.';

-- A plan that is none would give nothing. The touch of user_usage makes open pages of the member read what counts again (N07).
create function public.operator_give_benefit(member uuid, type_detail text, duration integer, duration_unit text, start_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  until timestamptz;
begin
  perform private.require_operator();
  if type_detail is null or type_detail not in ('basic', 'pro', 'team')
    or duration is null or duration not between 1 and 1000 or duration_unit is null or duration_unit not in ('day', 'month', 'year')
    or start_at is null or start_at not between now() - interval '1 day' and now() + interval '2 years' then
    perform private.raise_app_error('invalid_field');
  end if;
  perform private.require_other_member(member);
  perform private.lock_usage(member);
  if exists (select from public.user_benefit b where b.id = member and b.end_at > now()) then perform private.raise_app_error('benefit_active'); end if;
  until := start_at + (duration || ' ' || duration_unit)::interval;
  insert into public.user_benefit as b (id, type, type_detail, duration, duration_unit, start_at, end_at)
  values (member, 'plan', operator_give_benefit.type_detail, operator_give_benefit.duration, operator_give_benefit.duration_unit,
    operator_give_benefit.start_at, until)
  on conflict on constraint user_benefit_pkey do update set type = excluded.type, type_detail = excluded.type_detail,
    duration = excluded.duration, duration_unit = excluded.duration_unit, start_at = excluded.start_at, end_at = excluded.end_at;
  update public.user_usage u set plan = u.plan where u.id = member;
  perform private.log_act('benefit_give', null, member, jsonb_build_object('detail', operator_give_benefit.type_detail,
    'start_at', operator_give_benefit.start_at, 'end_at', until));
end;
$$;

create function public.operator_end_benefit(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  perform private.require_other_member(member);
  perform private.lock_usage(member);
  delete from public.user_benefit b where b.id = member and b.end_at > now();
  if not found then perform private.raise_app_error('not_found'); end if;
  update public.user_usage u set plan = u.plan where u.id = member;
  perform private.log_act('benefit_end', null, member);
end;
$$;

-- 80_retention.sql

create index prompt_view_age on public.prompt_view using brin (created_at);

create index user_alarm_age on public.user_alarm using brin (created_at);

-- Deletes one batch of rows of a kind that are older than so many days. Runs that go on stay. @returns how many rows were deleted
create function private.purge_rows(kind text, days integer, batch integer) returns integer
language plpgsql set search_path = '' as $$
declare
  purged integer;
  relation constant regclass := case kind
    when 'visits' then 'public.statistic_log'
    when 'prompt_views' then 'public.prompt_view'
    when 'alarms' then 'public.user_alarm'
    when 'editor_commands' then 'public.tool_edit'
    when 'keyword_searches' then 'public.keyword_search'
    when 'tone_analyses' then 'public.tone_analysis'
    when 'runs' then 'private.run'
    when 'run_events' then 'private.run_event'
  end;
  moment constant text := case kind when 'runs' then 'ended_at' else 'created_at' end;
  condition constant text := case when kind in ('editor_commands', 'keyword_searches', 'tone_analyses') then $c$ and status not in ('queued', 'running')$c$ else '' end;
begin
  if relation is null then perform private.raise_app_error('invalid_request'); end if;
  -- A run keeps its own row longer than what it sent.
  if kind = 'run_events' then
    with old as (
      select r.id from private.run r where r.ended_at < now() - make_interval(days => days) and r.state is not null order by r.ended_at limit batch
    ), sent as (
      delete from private.run_event e using old where e.run_id = old.id
    )
    update private.run r set state = null from old where r.id = old.id;
    get diagnostics purged = row_count;
    return purged;
  end if;
  execute format('delete from %1$s where ctid in (select ctid from %1$s where %2$s < now() - make_interval(days => $1)%3$s limit $2)', relation, moment, condition)
    using days, batch;
  get diagnostics purged = row_count;
  return purged;
end;
$$;
