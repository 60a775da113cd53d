-- Invitations: inviters and their friends, and the reward of both (docs/decisions/025). A code takes effect when the
-- sign-up is complete; completing it and granting the reward are one transaction. Invited addresses are stored until
-- their e-mail is sent, then as keyed hashes for a month.

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
insert into private.invite_rule default values;

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

-- The inviter of a code for this member. An inviter's account must be older, so that members cannot invite in a ring.
create function private.inviter_of(friend uuid, code text) returns uuid
language sql stable set search_path = '' as $$
  select i.id from public."user" i join public."user" f on f.id = friend
  where i.recommend_code = code and i.id <> f.id and i.created_at < f.created_at and i.is_active and not i.is_block
$$;

-- Stores the survey's code once the sign-up is complete. An invalid code is dropped without an error, because an error
-- would roll back its own attempt counter and allow guessing. See docs/decisions/025.
create function private.guard_recommend_code() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.recommend_code is not distinct from old.recommend_code then return new; end if;
  -- An upsert tries to insert first, so its update decides whether the code changes.
  if tg_op = 'INSERT' and exists (select from public.user_referrer r where r.id = new.id) then return new; end if;
  -- private.finish_sign_up() takes the same lock, so this waits for its end.
  perform from public."user" u where u.id = new.id for no key update;
  if exists (select from private.sign_up_completion c where c.user_id = new.id) then
    if tg_op = 'INSERT' and new.recommend_code is null then return new; end if;
    if exists (select from private.invite i where i.friend_id = new.id) then perform private.raise_app_error('already_received'); end if;
    perform private.raise_app_error('invite_code_closed');
  end if;
  if new.recommend_code is null then return new; end if;
  if exists (select from private.invite_reward_exclusion b where b.user_id = new.id) then perform private.raise_app_error('already_received'); end if;
  -- After twenty codes in an hour valid ones are ignored too.
  if not private.count_use('named:' || new.id, 20, 3600) or private.inviter_of(new.id, new.recommend_code) is null then
    new.recommend_code := case when tg_op = 'UPDATE' then old.recommend_code end;
  end if;
  return new;
end;
$$;
create trigger user_referrer_code before insert or update on public.user_referrer
  for each row execute function private.guard_recommend_code();

-- Grants image credits once per idempotency key. False when the key was used before.
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
  -- The alarm has no name, because alarms outlive the friend's account.
  insert into public.user_alarm (user_id, kind, source_id, data)
  values (invite.inviter_id, 'invite_rewarded', invite.id::text, jsonb_build_object('tokens', 100000, 'images', 10))
  on conflict do nothing;
  return true;
end;
$$;

-- Counts the friend of the survey's code, and grants the reward at once unless the inviter is above the daily limit.
create function private.accept_invite(friend uuid) returns void
language plpgsql set search_path = '' as $$
declare
  inviter uuid;
  new_id bigint;
begin
  select private.inviter_of(friend, r.recommend_code) into inviter from public.user_referrer r where r.id = friend;
  if inviter is null or exists (select from private.invite_reward_exclusion b where b.user_id = friend) then return; end if;
  -- Locks are taken one after the other, so that the limit holds; the older account first, in the order of the rewards.
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

-- Completes the sign-up of a member, once. `code` comes from an invite link and takes effect when the survey has none.
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

-- Completes the caller's sign-up and returns the state of the reward: 'given', 'waiting' for an operator, or null.
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
grant execute on function public.complete_sign_up(text) to authenticated;

-- Whether the caller may still enter a code.
create function public.takes_recommend_code() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.may_use_service()
    and not exists (select from private.sign_up_completion c where c.user_id = (select auth.uid()))
    and not exists (select from private.invite_reward_exclusion b where b.user_id = (select auth.uid()))
$$;
comment on function public.takes_recommend_code() is 'Whether the survey asks for a code.';
grant execute on function public.takes_recommend_code() to authenticated;

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
grant execute on function public.read_invites(bigint) to authenticated;

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

-- The time from which this caller may send this number of invitations by e-mail; null for now. Counted over the last
-- day, for all processes together.
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

-- Writes invitations by e-mail. An address that has unsubscribed, or got one in the last thirty days, counts for the
-- day and gets none. @returns null, or the time from which this many are allowed again: nothing is written then
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
  -- Locks for member, sender and address are taken in this order, always.
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

-- 'coded' while the survey has a code that has not taken effect, 'open' without one, null when the sign-up is complete.
create function public.open_sign_up(public."user") returns text
language sql stable security definer set search_path = '' as $$
  select case when r.recommend_code is null then 'open' else 'coded' end
  from (select (select auth.uid()) as id) as me left join public.user_referrer r on r.id = me.id
  where not exists (select from private.sign_up_completion c where c.user_id = me.id)
$$;
comment on function public.open_sign_up(public."user") is 'A computed column: how far the sign-up of the member who reads the own record has come.';
grant execute on function public.open_sign_up(public."user") to authenticated;
