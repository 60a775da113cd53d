-- Which plan counts for a member now: what is paid for, or a benefit while it runs (M12, B33). Whatever asks for a plan asks here.

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

create function private.plan_of(member uuid) returns text
language sql stable set search_path = '' as $$
  select private.higher_plan(u.plan, (select b.plan from private.find_running_benefit(member) b)) from public.user_usage u where u.id = member
$$;
comment on function private.plan_of(uuid) is 'The plan that counts now. user_usage.plan is only what is paid for.';

-- What the member can spend and with which plan, as screens show it. plan_until: when a benefit gives the plan, its end.
create function public.read_usage() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  member constant uuid := auth.uid();
  usage public.user_usage;
  benefit record;
  plan text;
begin
  if not private.may_use_service() then return null; end if;
  select * into usage from public.user_usage u where u.id = member;
  if not found then return null; end if;
  select * into benefit from private.find_running_benefit(member);
  plan := private.plan_of(member);
  return jsonb_build_object('id', usage.id, 'token', usage.token, 'image', usage.image, 'payment_token', usage.payment_token,
    'payment_image', usage.payment_image, 'last_subscription_status', usage.last_subscription_status, 'plan', plan,
    'plan_until', case when plan <> usage.plan then benefit.end_at end);
end;
$$;
grant execute on function public.read_usage() to authenticated;

-- The console shows the plan that counts.
create or replace function public.operator_list_members(search text default '', state text default null, after_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  wanted constant text := lower(btrim(coalesce(search, '')));
  pattern constant text := replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  wanted_id constant uuid := case when wanted ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then wanted::uuid end;
  after_at timestamptz;
begin
  perform private.require_operator();
  select u.created_at into after_at from public."user" u where u.id = after_id;
  return (
    select coalesce(jsonb_agg(to_jsonb(l) || jsonb_build_object('plan', private.plan_of(l.id)) order by l.created_at desc, l.id desc), '[]') from (
      select u.id, u.nickname, u.email, u.role, u.is_block, u.is_active, u.created_at, g.token + g.payment_token as token
      from public."user" u left join public.user_usage g on g.id = u.id
      where (wanted = '' or lower(u.nickname) like pattern or lower(u.email) like pattern or u.id = wanted_id)
        and (after_at is null or (u.created_at, u.id) < (after_at, after_id))
        and case state when 'blocked' then u.is_block when 'operators' then u.role <> 'member' when 'left' then not u.is_active else true end
      order by u.created_at desc, u.id desc limit 31
    ) l
  );
end;
$$;

create or replace function public.operator_read_member(member uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
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

-- A plan that is none would give nothing. The touch of user_usage makes open pages of the member read what counts again (N07).
create or replace function public.operator_give_benefit(member uuid, type_detail text, duration integer, duration_unit text, start_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  until timestamptz;
begin
  perform private.require_operator();
  if type_detail is null or type_detail not in ('basic', 'pro', 'team')
    or duration is null or duration not between 1 and 1000 or duration_unit is null or duration_unit not in ('day', 'month', 'year')
    or start_at is null or start_at not between now() - interval '1 day' and now() + interval '2 years' then
    perform private.refuse('invalid_field');
  end if;
  perform private.require_other_member(member);
  perform private.lock_usage(member);
  if exists (select from public.user_benefit b where b.id = member and b.end_at > now()) then perform private.refuse('benefit_active'); end if;
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

create or replace function public.operator_end_benefit(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  perform private.require_other_member(member);
  perform private.lock_usage(member);
  delete from public.user_benefit b where b.id = member and b.end_at > now();
  if not found then perform private.refuse('not_found'); end if;
  update public.user_usage u set plan = u.plan where u.id = member;
  perform private.log_act('benefit_end', null, member);
end;
$$;
