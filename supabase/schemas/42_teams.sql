-- Seats of the Team plan (B06, B07). A member of a team spends from the owner's balance. Whether a seat has effect is computed each time from the
-- owner's plan.

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

-- The member's own plan: paid, or a benefit. It excludes team plans, so that no team depends on another.
create function private.own_plan(member uuid) returns text
language sql stable set search_path = '' as $$
  select private.higher_plan(u.plan, (select b.plan from private.find_running_benefit(member) b)) from public.user_usage u where u.id = member
$$;

-- The payer of a member's runs: the team's owner while the seat has effect, otherwise the member. The member's own paid
-- plan has priority, because its tokens would expire unused.
create function private.payer_of(member uuid) returns uuid
language sql stable set search_path = '' as $$
  select coalesce((
    select s.owner_id from private.team_seat s
    join public.user_usage own on own.id = s.member_id and own.plan = 'starter'
    join public."user" o on o.id = s.owner_id and o.is_active and not o.is_block
    where s.member_id = member and private.own_plan(s.owner_id) = 'team'
  ), member)
$$;

-- Locks the balances of payer and spender, always in the same order.
create function private.lock_balances(payer uuid, spender uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform from public.user_usage u where u.id in (payer, spender) order by u.id for update;
end;
$$;

-- The member's verified address, or null.
create function private.verified_email(member uuid) returns text
language sql stable set search_path = '' as $$
  select lower(a.email) from auth.users a where a.id = member and a.email_confirmed_at is not null
$$;

-- Invites an address to the caller's team, within the limits of all invitations by e-mail. Returns the seat, or above a
-- limit only the time from which invitations are allowed again.
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
  -- Unused addresses of other people are deleted soon.
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
  -- An unsubscribed address gets no e-mail. Its owner can still use the link, or find the invitation in Munjang.
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

-- The open invitation of a secret.
create function private.find_open_seat(token text) returns private.team_seat
language sql stable set search_path = '' as $$
  select s from private.team_seat s
  where s.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex') and s.member_id is null and s.expires_at > now()
$$;

-- The inviter, for a caller with the secret of an open invitation; null for any other.
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
grant execute on function public.find_team_invite(text) to authenticated;

-- Accepts a seat: with the secret of its e-mail, or without it by the verified address that was invited. Another
-- verified address is refused.
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
  -- The secret works once: a second call finds none.
  update private.team_seat s set member_id = member, joined_at = now(), token_hash = null
    where s.id = seat.id and s.member_id is null and s.expires_at > now();
  if not found then perform private.raise_app_error('team_invite_gone'); end if;
  delete from public.user_alarm a where a.user_id = member and a.kind = 'team_invited' and a.source_id = seat.id::text;
  insert into public.user_alarm (user_id, kind, source_id) values (seat.owner_id, 'team_joined', seat.id::text)
  on conflict on constraint user_alarm_once do nothing;
  update public.user_usage u set plan = u.plan where u.id = member;
end;
$$;
grant execute on function public.accept_team_seat(text, bigint) to authenticated;

-- Ends a seat: its owner removes it or the invitation, its member leaves, or the invited person declines.
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
  -- Holds of runs lock these rows: a run that begins after this is not the team's.
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
grant execute on function public.end_team_seat(bigint) to authenticated;

-- The start of a team's month: that of the paid plan, or of the benefit.
create function private.team_month_start(owner uuid) returns timestamptz
language sql stable set search_path = '' as $$
  select coalesce(
    (select case when s.period = 'year' then private.add_months(s.period_start, greatest(s.months_given, 1) - 1) else s.period_start end
      from private.find_live_subscription(owner) s where s.plan = 'team'),
    (select greatest(b.start_at, private.add_months(now(), -1)) from public.user_benefit b where b.id = owner and b.start_at <= now() and now() < b.end_at),
    private.add_months(now(), -1))
$$;

-- The tokens of an owner that a member spent since a moment, less refunds.
create function private.spent_of(owner uuid, spender uuid, since timestamptz) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(-sum(h.amount), 0)::bigint from public.token_history h
  where h.user_id = owner and h.spender_id = spender and h.kind in ('use', 'refund') and h.created_at >= since
$$;

-- The caller's team: the own one with each member's spending, the seat in another's, and invitations to the own
-- address.
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
grant execute on function public.read_team() to authenticated;

-- The names of members who spent the caller's balance; null for deleted ones. No other members.
create function public.name_spenders(ids uuid[]) returns table (id uuid, nickname text)
language sql stable security definer set search_path = '' as $$
  select u.id, case when u.is_active then u.nickname end from public."user" u
  where private.may_use_service() and u.id = any (ids)
    and u.id <> (select auth.uid())
    and (exists (select from public.token_history h where h.spender_id = u.id and h.user_id = (select auth.uid()))
      or exists (select from public.image_history h where h.spender_id = u.id and h.user_id = (select auth.uid())))
$$;
grant execute on function public.name_spenders(uuid[]) to authenticated;

-- An account deletion ends the own team, ends the seat in another's, and deletes the invited address.
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
