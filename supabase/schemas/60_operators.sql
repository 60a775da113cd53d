-- Operators: every function of the console calls private.require_operator(), which requires a second factor and a live
-- session, and logs its act (docs/decisions/027, 035).

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

-- An operator whose session has the second factor and still exists: a token outlives its session by up to an hour.
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

-- An operator's text for a reader: not empty, and no longer than `most`.
create function private.require_text(text text, most integer) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(btrim(text), '') = '' or char_length(btrim(text)) > most then perform private.raise_app_error('check_required_fields'); end if;
  return btrim(text);
end;
$$;

-- The last owner cannot lose the role, the account or the right to use it. Transactions run one after the other, so
-- that two owners cannot remove each other at once.
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
  -- The role is checked again under the lock: another owner may have removed it meanwhile.
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
grant execute on function public.operator_set_role(uuid, text) to authenticated;

-- Names the owner from a terminal.
create function private.name_owner(member uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public."user" u set role = 'owner' where u.id = member and u.is_active and not u.is_block and u.role <> 'owner';
  if found then perform private.log_act('member_role', null, member, jsonb_build_object('after', 'owner')); end if;
end;
$$;

-- The operators' log, newest first; optionally of one member. Reads of a member are only in the whole log, because they
-- would bury the acts.
create function public.operator_list_log(before_id bigint default null, member uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') from (
      select g.id, g.act, g.subject_id, g.details, g.created_at, g.member_id, m.nickname as member, o.nickname as operator
      from private.operator_log g left join public."user" o on o.id = g.operator_id left join public."user" m on m.id = g.member_id
      where (before_id is null or g.id < before_id)
        and (operator_list_log.member is null or g.member_id = operator_list_log.member and g.act not in ('read_member', 'read_question', 'read_orders', 'read_movements'))
      order by g.id desc limit 31
    ) l
  );
end;
$$;
comment on function public.operator_list_log(bigint, uuid) is 'Thirty lines and one more, which says that there are more.';
grant execute on function public.operator_list_log(bigint, uuid) to authenticated;

create function private.require_not_own(variadic people uuid[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (select auth.uid()) = any (people) then raise exception using errcode = '42501', message = 'forbidden'; end if;
end;
$$;

-- Whether the newest act on this subject is the caller's and identical: then its response was lost, and it is done. The
-- subject is a number or the member; acts of one kind share the prefix before the first underscore.
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

-- An alarm about an operator's decision, in the decision's own transaction: when the alarm fails, the decision fails
-- with an error.
create function private.tell_member(member uuid, kind text, source_id text, data jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.user_alarm (user_id, kind, source_id, data) values (member, tell_member.kind, tell_member.source_id, tell_member.data)
    on conflict do nothing;
exception
  when others then raise exception using errcode = 'P0001', message = 'alarm_create_failed', detail = sqlerrm;
end;
$$;

-- The public content of a prompt: its row until the author writes to it again, then the version that was approved last.
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
insert into private.gift_rule default values;

-- A trigger on the log, so that every gift that writes its row is counted.
create function private.limit_gifts() returns trigger
language plpgsql set search_path = '' as $$
declare
  rule private.gift_rule;
  given record;
begin
  -- The lock makes gifts at the same moment see each other.
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
