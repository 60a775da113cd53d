-- Members in the console: their identity, plans and usage; never their texts.

create index user_nickname_prefix on public."user" ((lower(nickname)) collate "C", id);

create index user_email_prefix on public."user" ((lower(email)) collate "C", id);

create index user_blocked on public."user" (created_at desc, id desc) where is_block;

create index user_operators on public."user" (created_at desc, id desc) where role <> 'member';

create index user_left on public."user" (created_at desc, id desc) where not is_active;

-- Finds members by the start of the nickname or e-mail address in the order of the match, or by the whole id. Without a
-- search it returns all of them, newest first. `state` is blocked, operators or left. Logged, because the list shows
-- personal data.
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
    -- Names and addresses are each read from their index, so that a frequent prefix takes no longer.
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
  -- The log leaves out the search words: they may be a name or an address.
  perform private.log_act('list_members', null, null, jsonb_build_object('count', jsonb_array_length(found_members), 'state', state,
    'is_search', wanted <> ''));
  return found_members;
end;
$$;
grant execute on function public.operator_list_members(text, text, uuid) to authenticated;

-- A member with plan, balances and second factor, logged because it shows personal data. Null when no member has the
-- id.
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
      'prompt_runs', (select count(*) from public.prompt_use p where p.user_id = u.id and not p.is_comparison and p.deleted_at is null),
      'failed_runs', (select count(*) from public.tool_use t where t.user_id = u.id and t.status = 'failed')
        + (select count(*) from public.prompt_use p where p.user_id = u.id and p.status = 'failed' and not p.is_comparison),
      'prompts', (select count(*) from public.prompt p where p.user_id = u.id),
      'shown_prompts', (select count(*) from public.prompt p where p.user_id = u.id and p.is_show))
    from public."user" u left join public.user_usage g on g.id = u.id where u.id = member
  );
end;
$$;
grant execute on function public.operator_read_member(uuid) to authenticated;

-- A balance's movements, the newest first; without the names of texts and prompts.
create function public.operator_list_movements(member uuid, kind text, before_id bigint default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  perform private.log_act('read_movements', null, member, jsonb_build_object('kind', kind));
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
grant execute on function public.operator_list_movements(uuid, text, bigint) to authenticated;

-- Another member who is not deleted. Only owners act on operators, so that no operator is removed by an equal.
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
    -- Another operator has done it meanwhile.
    perform private.raise_app_error('not_found');
  end if;
  perform private.log_act(act, null, member, jsonb_build_object('reason', words));
end;
$$;
grant execute on function public.operator_block_member(uuid, boolean, text) to authenticated;

-- Tokens and image credits as a present, once per gift. The giver makes its id, so that a second click or a repeated
-- call grants nothing.
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
grant execute on function public.operator_give(uuid, bigint, bigint, uuid, text) to authenticated;

-- An unknown plan would grant nothing. The update of user_usage makes the member's open pages read the effective plan
-- again (N07).
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
grant execute on function public.operator_give_benefit(uuid, text, integer, text, timestamptz) to authenticated;

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
grant execute on function public.operator_end_benefit(uuid) to authenticated;
