-- What an operator can decide besides an answer and a reward: that a question needs none, and that a reward is not given.

alter table public.contact add column closed_at timestamptz;
comment on column public.contact.closed_at is 'An operator put it aside without an answer.';
drop index public.contact_open;
create index contact_open on public.contact (id) where answered_at is null and closed_at is null;
create index contact_done on public.contact (id) where answered_at is not null or closed_at is not null;
grant select (closed_at) on public.contact to authenticated;

create or replace function private.answer_contact(contact_id bigint, answer text) returns boolean
language plpgsql set search_path = '' as $$
declare
  answered public.contact;
begin
  update public.contact c set answer = answer_contact.answer, answered_at = now()
    where c.id = contact_id and c.answered_at is null and c.closed_at is null returning * into answered;
  if not found then return false; end if;
  if answered.user_id is not null then
    insert into public.user_alarm (user_id, kind, source_id, data)
    values (answered.user_id, 'contact_reply', answered.id::text, jsonb_build_object('title', answered.title))
    on conflict do nothing;
  end if;
  return true;
end;
$$;

alter table private.invite add column refused_at timestamptz,
  add constraint invite_decided_once check (rewarded_at is null or refused_at is null);
comment on column private.invite.refused_at is 'An operator looked at it and gives nothing.';
drop index private.invite_waiting;
create index invite_waiting on private.invite (id) where rewarded_at is null and refused_at is null;

create or replace function private.reward_invite(invite_id bigint) returns boolean
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

-- As before (invites); a friend whose reward was refused waits for nothing.
create or replace function public.read_invites(before_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  return jsonb_build_object(
    'daily_max', (select r.daily_max from private.invite_rule r),
    'total', (select count(*) from private.invite i where i.inviter_id = me),
    'waiting', (select count(*) from private.invite i where i.inviter_id = me and i.rewarded_at is null and i.refused_at is null),
    'tokens', (select coalesce(sum(h.amount), 0) from public.token_history h join private.invite i on h.cause = 'invite:' || i.id || ':' || me
      where i.inviter_id = me and h.user_id = me and h.kind = 'invite'),
    'images', (select coalesce(sum(h.amount), 0) from public.image_history h join private.invite i on h.cause = 'invite:' || i.id || ':' || me
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
