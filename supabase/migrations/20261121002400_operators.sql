-- Who may work in the console, and a line of everything that is done there. Every function of the console begins with
-- private.require_operator(): whoever calls, from wherever, is asked. See docs/decisions/027.

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
alter table private.operator_log enable row level security;
create trigger operator_log_guard before update or delete on private.operator_log
  for each row execute function private.guard_history();
create trigger operator_log_guard_truncate before truncate on private.operator_log
  for each statement execute function private.guard_history();

-- An operator who may use the service: blocked, or below the second factor, they are nobody here (decision 020).
create function private.is_operator() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.may_use_service() and exists (
    select from public."user" u where u.id = (select auth.uid()) and u.role in ('operator', 'owner')
  );
$$;

create function private.require_operator() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_operator() then raise exception using errcode = '42501', message = 'forbidden'; end if;
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
  if coalesce(btrim(text), '') = '' or char_length(btrim(text)) > most then perform private.refuse('check_required_fields'); end if;
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
  ) then perform private.refuse('forbidden'); end if;
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
    perform private.refuse('invalid_request');
  end if;
  select u.role into before from public."user" u where u.id = member and u.is_active for no key update;
  if not found then perform private.refuse('member_not_found'); end if;
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

-- What operators did, the newest first; of one member when one is named.
create function public.operator_list_log(before_id bigint default null, member uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') from (
      select g.id, g.act, g.subject_id, g.details, g.created_at, g.member_id, m.nickname as member, o.nickname as operator
      from private.operator_log g left join public."user" o on o.id = g.operator_id left join public."user" m on m.id = g.member_id
      where (before_id is null or g.id < before_id) and (operator_list_log.member is null or g.member_id = operator_list_log.member)
      order by g.id desc limit 31
    ) l
  );
end;
$$;
comment on function public.operator_list_log(bigint, uuid) is 'Thirty lines and one more, which says that there are more.';

grant execute on function public.operator_set_role(uuid, text), public.operator_list_log(bigint, uuid) to authenticated;
