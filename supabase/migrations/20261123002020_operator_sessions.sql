-- What a stolen session of an operator must not do: nothing without the second factor, nothing after its end, no gifts without bound, and no
-- look at people that leaves no trace. See docs/decisions/035.

-- An operator whose session was lifted with the second factor and still exists: a token outlives its session by up to an hour.
create or replace function private.is_operator() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.may_use_service() and (select auth.jwt()) ->> 'aal' = 'aal2' and exists (
    select from public."user" u where u.id = (select auth.uid()) and u.role in ('operator', 'owner')
  ) and exists (
    select from auth.sessions s where s.user_id = (select auth.uid()) and s.id::text = (select auth.jwt()) ->> 'session_id'
      and (s.not_after is null or s.not_after > now())
  );
$$;
comment on function private.is_operator() is 'Null or false for everybody else.';

create or replace function private.require_operator() returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.is_operator() is not true then raise exception using errcode = '42501', message = 'forbidden'; end if;
end;
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
insert into private.gift_rule default values;
alter table private.gift_rule enable row level security;

create index operator_log_gifts on private.operator_log (created_at) where act in ('member_gift', 'benefit_give');

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
    or given.operator_images > rule.operator_images then perform private.refuse('daily_limit'); end if;
  if given.site_gifts > rule.site_gifts or given.site_tokens > rule.site_tokens or given.site_images > rule.site_images then
    perform private.refuse('site_limit');
  end if;
  return null;
end;
$$;
create trigger operator_log_gift_limit after insert on private.operator_log
  for each row when (new.act in ('member_gift', 'benefit_give')) execute function private.limit_gifts();

-- As before (counting_plan), and written down: a list of members and the page of one show what is personal.
create or replace function public.operator_list_members(search text default '', state text default null, after_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  wanted constant text := lower(btrim(coalesce(search, '')));
  pattern constant text := replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  wanted_id constant uuid := case when wanted ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then wanted::uuid end;
  after_at timestamptz;
  found_members jsonb;
begin
  perform private.require_operator();
  select u.created_at into after_at from public."user" u where u.id = after_id;
  select coalesce(jsonb_agg(to_jsonb(l) || jsonb_build_object('plan', private.plan_of(l.id)) order by l.created_at desc, l.id desc), '[]') into found_members from (
      select u.id, u.nickname, u.email, u.role, u.is_block, u.is_active, u.created_at, g.token + g.payment_token as token
      from public."user" u left join public.user_usage g on g.id = u.id
      where (wanted = '' or lower(u.nickname) like pattern or lower(u.email) like pattern or u.id = wanted_id)
        and (after_at is null or (u.created_at, u.id) < (after_at, after_id))
        and case state when 'blocked' then u.is_block when 'operators' then u.role <> 'member' when 'left' then not u.is_active else true end
      order by u.created_at desc, u.id desc limit 31
    ) l;
  -- Not what was looked for: it may be a name or an address.
  perform private.log_act('list_members', null, null, jsonb_build_object('count', jsonb_array_length(found_members), 'state', state,
    'is_search', wanted <> ''));
  return found_members;
end;
$$;

create or replace function public.operator_read_member(member uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  perform private.log_act('read_member', null, member);
  return (
    select jsonb_build_object('id', u.id, 'nickname', u.nickname, 'email', u.email, 'provider', u.provider, 'role', u.role,
      'is_block', u.is_block, 'blocked_at', u.blocked_at, 'is_active', u.is_active, 'created_at', u.created_at, 'logined_at', u.logined_at,
      'plan', private.plan_of(u.id), 'subscription', g.last_subscription_status,
      'token', g.token, 'payment_token', g.payment_token, 'image', g.image, 'payment_image', g.payment_image,
      'benefit', (select to_jsonb(b) from public.user_benefit b where b.id = u.id and b.end_at > now()),
      'texts', (select count(*) from public.tool_use t where t.user_id = u.id and t.deleted_at is null),
      'prompt_runs', (select count(*) from public.prompt_use p where p.user_id = u.id and not p.is_beside),
      'failed_runs', (select count(*) from public.tool_use t where t.user_id = u.id and t.status = 'failed')
        + (select count(*) from public.prompt_use p where p.user_id = u.id and p.status = 'failed' and not p.is_beside),
      'prompts', (select count(*) from public.prompt p where p.user_id = u.id),
      'shown_prompts', (select count(*) from public.prompt p where p.user_id = u.id and p.is_show))
    from public."user" u left join public.user_usage g on g.id = u.id where u.id = member
  );
end;
$$;

-- As before (operators). Who looked at a member stands in the whole log: among the acts for the member it would bury them.
create or replace function public.operator_list_log(before_id bigint default null, member uuid default null) returns jsonb
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
