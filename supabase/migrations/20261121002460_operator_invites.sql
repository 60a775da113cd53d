-- Rewards of invitations beyond an inviter's limit of the day: given or refused in the console.

create function public.operator_list_invites(after_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from (
      select i.id, i.created_at, i.inviter_id, inviter.nickname as inviter, i.friend_id, friend.nickname as friend, friend.is_active as is_friend_here,
        (select count(*) from private.invite o where o.inviter_id = i.inviter_id) as inviter_total,
        (select count(*) from private.invite o where o.inviter_id = i.inviter_id
          and date_trunc('day', o.created_at, 'Asia/Seoul') = date_trunc('day', i.created_at, 'Asia/Seoul')) as inviter_day
      from private.invite i
      join public."user" inviter on inviter.id = i.inviter_id join public."user" friend on friend.id = i.friend_id
      where i.rewarded_at is null and i.refused_at is null and (after_id is null or i.id > after_id) order by i.id limit 31
    ) l
  );
end;
$$;

create function public.operator_decide_invite(invite_id bigint, is_given boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  if is_given is null then perform private.refuse('invalid_request'); end if;
  if is_given then
    if not private.reward_invite(invite_id) then perform private.refuse('not_found'); end if;
  else
    update private.invite i set refused_at = now() where i.id = invite_id and i.rewarded_at is null and i.refused_at is null;
    if not found then perform private.refuse('not_found'); end if;
  end if;
  perform private.log_act(case when is_given then 'invite_give' else 'invite_refuse' end, i.id::text, i.inviter_id,
      jsonb_build_object('friend_id', i.friend_id)) from private.invite i where i.id = invite_id;
end;
$$;

grant execute on function public.operator_list_invites(bigint), public.operator_decide_invite(bigint, boolean) to authenticated;
