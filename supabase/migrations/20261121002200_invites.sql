-- Friends who were invited: whose code brought whom, and what both got for it. The code counts until the friend's sign-up is finished;
-- finishing it and giving the reward are one transaction.

create table private.sign_up_completion (
  user_id uuid primary key references public."user" (id) on delete cascade,
  completed_at timestamptz not null default now()
);
comment on table private.sign_up_completion is 'Who has reached the end of the sign-up. From then on the code of the survey is frozen.';
-- Whoever is a member already is no new member any more.
insert into private.sign_up_completion (user_id) select id from public."user";

create table private.invite (
  id bigint generated always as identity primary key,
  inviter_id uuid not null references public."user" (id) on delete cascade,
  friend_id uuid not null unique references public."user" (id) on delete cascade,
  created_at timestamptz not null default now(),
  rewarded_at timestamptz,
  constraint invite_of_another check (inviter_id <> friend_id)
);
comment on table private.invite is
  'Who came by whose code, once per friend. rewarded_at is null while the reward waits for an operator: the inviter had passed the limit of the day.';
create index invite_of_inviter on private.invite (inviter_id, id desc);
create index invite_waiting on private.invite (id) where rewarded_at is null;

create table private.invite_rule (
  is_only boolean primary key default true,
  daily_max integer not null default 10,
  constraint invite_rule_one check (is_only),
  constraint invite_rule_daily_max check (daily_max between 0 and 100000)
);
comment on table private.invite_rule is 'How many friends a day (of Korea) one inviter is rewarded for without anybody looking. One row; an operator changes it.';
insert into private.invite_rule default values;

create table private.invited_identity (
  identity_hash text primary key,
  noted_at timestamptz not null default now()
);
comment on table private.invited_identity is
  'Keyed hashes of provider and subject of accounts that came by an invitation and were deleted: the same person brings no second reward. Nothing leads from here to an account.';

create table private.invite_bar (
  user_id uuid primary key references public."user" (id) on delete cascade
);
comment on table private.invite_bar is 'Members whose identity came by an invitation once before, under an account that is deleted.';

alter table private.sign_up_completion enable row level security;
alter table private.invite enable row level security;
alter table private.invite_rule enable row level security;
alter table private.invited_identity enable row level security;
alter table private.invite_bar enable row level security;

-- Whom a code stands for when this member uses it. An inviter was here first, so that nobody invites in a ring.
create function private.inviter_of(friend uuid, code text) returns uuid
language sql stable set search_path = '' as $$
  select i.id from public."user" i join public."user" f on f.id = friend
  where i.recommend_code = code and i.id <> f.id and i.created_at < f.created_at and i.is_active and not i.is_block
$$;

-- The code of the survey is one that may count, and stays as it is once the sign-up is finished.
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
    if exists (select from private.invite i where i.friend_id = new.id) then perform private.refuse('already_received'); end if;
    perform private.refuse('invite_code_closed');
  end if;
  if new.recommend_code is null then return new; end if;
  if exists (select from private.invite_bar b where b.user_id = new.id) then perform private.refuse('already_received'); end if;
  if private.inviter_of(new.id, new.recommend_code) is null then perform private.refuse('invite_code_unusable'); end if;
  return new;
end;
$$;
create trigger user_referrer_code before insert or update on public.user_referrer
  for each row execute function private.guard_recommend_code();

-- Gives image credits once per cause. Returns false when this cause was given before.
create function private.grant_images(member uuid, amount bigint, kind text, cause text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if amount <= 0 then perform private.refuse('invalid_request'); end if;
  perform from public.user_usage where id = member for update;
  if exists (select from public.image_history h where h.cause = grant_images.cause) then return false; end if;
  insert into public.image_history (user_id, spender_id, kind, amount, balance_after, cause)
  values (member, member, kind, amount, 0, cause);
  return true;
end;
$$;

-- Gives both what they were promised and tells the inviter, once per invitation. False when it was given before. Who has left gets nothing.
create function private.reward_invite(invite_id bigint) returns boolean
language plpgsql set search_path = '' as $$
declare
  invite private.invite;
  person uuid;
begin
  update private.invite i set rewarded_at = now() where i.id = invite_id and i.rewarded_at is null returning * into invite;
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
  if inviter is null or exists (select from private.invite_bar b where b.user_id = friend) then return; end if;
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
  if private.inviter_of(member, code) is not null and not exists (select from private.invite_bar b where b.user_id = member) then
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
    and not exists (select from private.invite_bar b where b.user_id = (select auth.uid()))
$$;
comment on function public.takes_recommend_code() is 'Whether the survey asks for a code.';

-- Who came by the caller's code, thirty at a time, newest first; what it brought in all. Of friends the nickname and the day, nothing else.
create function public.read_invites(before_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  return jsonb_build_object(
    'daily_max', (select r.daily_max from private.invite_rule r),
    'total', (select count(*) from private.invite i where i.inviter_id = me),
    'waiting', (select count(*) from private.invite i where i.inviter_id = me and i.rewarded_at is null),
    'tokens', (select coalesce(sum(h.amount), 0) from public.token_history h join private.invite i on h.cause = 'invite:' || i.id || ':' || me
      where i.inviter_id = me and h.user_id = me and h.kind = 'invite'),
    'images', (select coalesce(sum(h.amount), 0) from public.image_history h join private.invite i on h.cause = 'invite:' || i.id || ':' || me
      where i.inviter_id = me and h.user_id = me and h.kind = 'invite'),
    'friends', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'nickname', f.nickname, 'created_at', f.created_at, 'is_rewarded', f.is_rewarded)
        order by f.id desc), '[]')
      from (
        select i.id, case when u.is_active then u.nickname end as nickname, i.created_at, i.rewarded_at is not null as is_rewarded
        from private.invite i join public."user" u on u.id = i.friend_id
        where i.inviter_id = me and (before_id is null or i.id < before_id) order by i.id desc limit 30
      ) f
    )
  );
end;
$$;
comment on function public.read_invites(bigint) is 'The friends who came by the member''s code.';

-- Looked up sixty times a minute from one address or by one member, and no more: codes are not to be tried out (A10).
create or replace function public.find_inviter(code text) returns table (nickname text, photo text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  addresses text[] := string_to_array(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for', ',');
  -- The last entry is the one that our own side wrote. Kept as a hash, and for an hour at most.
  caller text := coalesce((select auth.uid())::text, md5(current_date || ':' || coalesce(btrim(addresses[cardinality(addresses)]), '')));
begin
  if not private.count_use('inviter:' || caller, 60, 60) then
    -- PostgREST's own way to choose the whole answer (https://docs.postgrest.org/en/stable/references/errors.html#raise-errors-with-http-status-codes).
    raise sqlstate 'PGRST' using message = '{"code": "P0001", "message": "too_many_requests"}',
      detail = '{"status": 429, "headers": {"Retry-After": "60"}}';
  end if;
  return query select u.nickname, u.photo from public."user" u
    where u.recommend_code = upper(btrim(find_inviter.code)) and u.is_active and not u.is_block;
end;
$$;
comment on table private.use_count is
  'How often something was done in a fixed window, for all processes together. Keys say what and by whom: member:id and host:name read links, keyword:id looks keywords up, contact:id or a keyed hash of an address asks us, inviter:id or a hash of an address looks a code up.';

grant execute on function public.complete_sign_up(text), public.takes_recommend_code(), public.read_invites(bigint) to authenticated;
