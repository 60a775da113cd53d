-- Names of a refund's amounts that say what they are. Parameters change their names, so two functions are made again;
-- nothing else depends on them.

drop function private.claw_back(public.payment_order, integer, integer, boolean);
drop function private.refund_share(public.payment_order, text, integer, integer, boolean);

-- The share of an order's amounts that this refund claws back. After a full refund it is all that did not end with its
-- period. Otherwise it is the share of the newest amount: for a plan that is the running month, because earlier ones
-- are over.
create function private.refund_share(o public.payment_order, kind text, refunded_now integer, balance integer, is_current_plan boolean) returns bigint
language sql stable set search_path = '' as $$
  with granted as (
    select h.id, h.amount, h.idempotency_key like 'order:%' as is_grant from public.token_history h where refund_share.kind = 'token' and h.user_id = o.user_id
      and (h.idempotency_key in ('order:' || o.id, 'reversal:' || o.id)
        or h.idempotency_key like any (array['order:' || o.id || ':month:%', 'expire:' || o.id || ':%', 'reversal:' || o.id || ':%']))
    union all
    select h.id, h.amount, h.idempotency_key like 'order:%' from public.image_history h where refund_share.kind = 'image' and h.user_id = o.user_id
      and (h.idempotency_key in ('order:' || o.id, 'reversal:' || o.id)
        or h.idempotency_key like any (array['order:' || o.id || ':month:%', 'expire:' || o.id || ':%', 'reversal:' || o.id || ':%']))
  )
  select case
    when balance = 0 then coalesce(sum(g.amount), 0)::bigint
    when o.type <> 'pack' and not is_current_plan then 0
    else least(coalesce(sum(g.amount), 0)::bigint,
      coalesce((select n.amount from granted n where n.is_grant order by n.id desc limit 1), 0) * refunded_now / o.amount)
  end from granted g
$$;

-- Claws back as much as exists: from the bucket that the order filled, without the holds of live runs. The spent part
-- becomes a debt unless we refunded voluntarily.
create function private.claw_back(o public.payment_order, refunded_now integer, balance integer, is_owed boolean) returns void
language plpgsql set search_path = '' as $$
declare
  usage public.user_usage;
  held record;
  is_pack constant boolean := o.type = 'pack';
  is_current_plan boolean;
  reversal_key constant text := 'reversal:' || o.id || ':' || balance;
  tokens bigint;
  images bigint;
  takable bigint;
begin
  select * into usage from public.user_usage u where u.id = o.user_id;
  select coalesce(sum(r.held_token), 0) as token, coalesce(sum(r.held_image), 0) as image into held from private.run r where r.payer_id = o.user_id and r.ended_at is null;
  is_current_plan := coalesce(usage.payment_id = o.id, false);

  tokens := private.refund_share(o, 'token', refunded_now, balance, is_current_plan);
  takable := least(tokens, case when is_pack then usage.token when is_current_plan then usage.payment_token else 0 end,
    greatest(0, usage.token + usage.payment_token - held.token));
  if takable > 0 then
    insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
    values (o.user_id, o.user_id, 'reversal', case when is_pack then 'token' else 'payment_token' end, -takable, 0, reversal_key);
    tokens := tokens - takable;
  end if;

  images := private.refund_share(o, 'image', refunded_now, balance, is_current_plan);
  takable := least(images, case when is_pack then usage.image when is_current_plan then usage.payment_image else 0 end,
    greatest(0, usage.image + usage.payment_image - held.image));
  if takable > 0 then
    insert into public.image_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
    values (o.user_id, o.user_id, 'reversal', case when is_pack then 'image' else 'payment_image' end, -takable, 0, reversal_key);
    images := images - takable;
  end if;

  if is_owed and (tokens > 0 or images > 0) then
    insert into public.payment_debt as d (order_id, user_id, token, image) values (o.id, o.user_id, greatest(0, tokens), greatest(0, images))
    on conflict on constraint payment_debt_pkey do update set token = d.token + excluded.token, image = d.image + excluded.image;
  end if;
end;
$$;

-- Records the rest of a charge that the provider reports, whoever made the refund. The rest only falls, so a repeated
-- or late report changes nothing. False when nothing was refunded since, or another charge paid the order.
create or replace function private.settle_balance(charge text, balance integer) returns boolean
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
  s public.subscription;
  requested private.payment_refund;
  remaining constant integer := greatest(0, settle_balance.balance);
  refunded_now integer;
begin
  o := private.lock_order((select p.order_id from private.payment p where p.code = charge));
  if o.status <> 'PAID' then return false; end if;
  select p.balance - remaining into refunded_now from private.payment p where p.code = charge and p.status = 'DONE';
  if coalesce(refunded_now, 0) <= 0 then return false; end if;
  update private.payment p set balance = remaining, status = case when remaining = 0 then 'CANCELED' else p.status end where p.code = charge;
  update public.payment_order p set refunded = p.amount - remaining, status = case when remaining = 0 then 'REFUNDED' else p.status end where p.id = o.id;
  update private.payment_refund r set status = 'DONE', settled_at = now()
    where r.order_id = o.id and r.status = 'OPEN' and r.amount <= refunded_now returning * into requested;
  if requested.id is not null then perform private.log_refund(requested, 'refund_done'); end if;
  perform private.claw_back(o, refunded_now, remaining, requested.id is null);
  if remaining = 0 or coalesce(requested.ends_plan, false) then
    select * into s from public.subscription u where u.id = o.subscription_id and u.period_number = o.period_number
      and u.status in ('ACTIVE', 'UNPAID', 'PENDING_CANCEL');
    if found then perform private.end_subscription(s.id, 'CANCELED'); end if;
  end if;
  if exists (select from public."user" u where u.id = o.user_id and u.is_active) then
    perform private.tell_member(o.user_id, 'payment_refunded', o.code || ':' || remaining, jsonb_build_object('amount', refunded_now));
  end if;
  perform private.enqueue_member_email(o.user_id, 'refund', o.code || ':' || remaining,
    jsonb_build_object('order', o.code, 'plan', o.plan, 'period', o.period, 'pack', o.pack, 'amount', refunded_now,
      'issuer', o.card_issuer, 'card', o.card_last_four));
  return true;
end;
$$;
