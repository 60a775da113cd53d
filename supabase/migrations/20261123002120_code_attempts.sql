-- Codes are not to be tried out by saving the survey again and again. A refusal by an error would undo its own count, so a code that does not count
-- is left out instead, and whoever saved it reads what was kept. See docs/decisions/025.

-- As before (invites).
create or replace function private.guard_recommend_code() returns trigger
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
  -- Twenty codes an hour: after that good ones are left out as well.
  if not private.count_use('named:' || new.id, 20, 3600) or private.inviter_of(new.id, new.recommend_code) is null then
    new.recommend_code := case when tg_op = 'UPDATE' then old.recommend_code end;
  end if;
  return new;
end;
$$;
