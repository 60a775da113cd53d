-- Refunds, whole or partial. An operator requests one, the server asks the provider, and the balance that the provider reports decides what is
-- clawed back (docs/decisions/030). Account deletion drops the card.

-- Orders and payments stay for accounting, without a name; card data is deleted.
create function private.forget_payments() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.subscription s set status = 'CANCELED', ended_at = now()
    where s.user_id = new.id and s.status in ('ACTIVE', 'UNPAID', 'PENDING_CANCEL');
  update public.subscription s set cancel_detail = null where s.user_id = new.id;
  update public.payment_order p set status = case p.status when 'PENDING' then 'CANCELED' else p.status end,
    card_issuer = null, card_last_four = null, receipt_url = null where p.user_id = new.id;
  update public.refund_request r set status = case r.status when 'OPEN' then 'WITHDRAWN' else r.status end,
    ended_at = coalesce(r.ended_at, now()), reason = '', answer = null where r.user_id = new.id;
  with gone as (delete from private.order_key k using public.payment_order p where p.id = k.order_id and p.user_id = new.id returning k.cipher)
  insert into private.removed_key (cipher) select cipher from gone;
  perform private.drop_card(new.id);
  delete from private.billing_customer c where c.user_id = new.id;
  return new;
end;
$$;
create trigger user_forget_payments after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_payments();

create table private.payment_refund (
  id uuid primary key,
  order_id bigint not null references public.payment_order (id) on delete restrict,
  operator_id uuid not null,
  amount integer not null,
  balance integer not null,
  reason text not null,
  ends_plan boolean not null default false,
  status text not null default 'OPEN',
  failure text,
  provider_code text,
  tries integer not null default 0,
  check_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint payment_refund_status_known check (status in ('OPEN', 'DONE', 'REFUSED')),
  constraint payment_refund_amounts check (amount > 0 and amount <= balance),
  constraint payment_refund_reason_length check (char_length(reason) between 1 and 200)
);
comment on table private.payment_refund is
  'What an operator wants given back, written down before the provider is asked. balance is what was left of the payment then; OPEN is asked again at check_at.';
comment on column private.payment_refund.ends_plan is
  'A partial refund that ends the plan with it: a yearly plan that its member ends early (방문판매법 제31조, 제32조).';
create unique index payment_refund_one_open on private.payment_refund (order_id) where status = 'OPEN';
create index payment_refund_due on private.payment_refund (check_at) where status = 'OPEN';
create index payment_refund_order on private.payment_refund (order_id);
alter table private.payment_refund enable row level security;

-- A log row about a refund, for the operator who requested it, also when the server writes it later.
create function private.log_refund(refund private.payment_refund, act text) returns void
language sql set search_path = '' as $$
  insert into private.operator_log (operator_id, act, subject_id, member_id, details)
  select refund.operator_id, act, o.id::text, o.user_id,
    jsonb_strip_nulls(jsonb_build_object('amount', refund.amount, 'reason', refund.reason, 'code', refund.provider_code,
      'ends_plan', case when refund.ends_plan then true end))
  from public.payment_order o where o.id = refund.order_id
$$;

-- Requests a refund. The dialog makes the id, so a repeated request is the same refund. No operator refunds the own
-- orders, and only owners refund those of operators; a deleted member may still get a refund.
create function public.operator_open_refund(order_id bigint, amount integer, reason text, refund uuid, ends_plan boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  words text;
  o public.payment_order;
  opened private.payment_refund;
begin
  perform private.require_operator();
  words := private.require_text(reason, 200);
  if refund is null or amount is null or amount <= 0 then perform private.raise_app_error('invalid_field'); end if;
  o := private.lock_order(order_id);
  perform private.require_not_own(o.user_id);
  if exists (select from public."user" u where u.id = o.user_id and u.role <> 'member')
    and not exists (select from public."user" u where u.id = me and u.role = 'owner') then
    raise exception using errcode = '42501', message = 'forbidden';
  end if;
  if exists (select from private.payment_refund r where r.id = refund and r.operator_id = me and r.order_id = o.id) then return; end if;
  if o.status <> 'PAID' then perform private.raise_app_error('not_found'); end if;
  if exists (select from private.payment_refund r where r.order_id = o.id and r.status = 'OPEN') then
    perform private.raise_app_error('request_in_progress');
  end if;
  if operator_open_refund.amount > o.amount - o.refunded or operator_open_refund.ends_plan and o.subscription_id is null then
    perform private.raise_app_error('invalid_field');
  end if;
  insert into private.payment_refund (id, order_id, operator_id, amount, balance, reason, ends_plan)
  values (refund, o.id, me, operator_open_refund.amount, o.amount - o.refunded, words, coalesce(operator_open_refund.ends_plan, false))
  returning * into opened;
  perform private.log_refund(opened, 'refund_ask');
end;
$$;
comment on function public.operator_open_refund(bigint, integer, text, uuid, boolean) is 'Written down only: POST /v1/payment/refund, or the next job, has it made.';
grant execute on function public.operator_open_refund(bigint, integer, text, uuid, boolean) to authenticated;

-- Claims a due refund, the named one or the next; null when another process has it or it is settled.
create function private.take_refund(lease_seconds integer, refund uuid default null) returns setof private.payment_refund
language sql set search_path = '' as $$
  update private.payment_refund r set check_at = now() + make_interval(secs => lease_seconds), tries = r.tries + 1
  where r.id = (
    select d.id from private.payment_refund d
    where d.status = 'OPEN' and d.check_at <= now() and (refund is null or d.id = refund)
    order by d.check_at limit 1 for update skip locked
  ) returning r.*
$$;

create function private.postpone_refund(refund uuid, seconds integer) returns void
language sql set search_path = '' as $$
  update private.payment_refund r set check_at = now() + make_interval(secs => seconds) where r.id = refund and r.status = 'OPEN'
$$;

-- The provider refuses for certain: nothing was refunded.
create function private.refuse_refund(refund uuid, failure text, provider_code text) returns void
language plpgsql set search_path = '' as $$
declare
  refused private.payment_refund;
begin
  update private.payment_refund r set status = 'REFUSED', failure = refuse_refund.failure, provider_code = refuse_refund.provider_code,
    settled_at = now() where r.id = refund and r.status = 'OPEN' returning * into refused;
  if found then perform private.log_refund(refused, 'refund_refuse'); end if;
end;
$$;

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
create function private.settle_balance(charge text, balance integer) returns boolean
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
  -- A part that somebody else refunded at the provider is no decision about the request.
  if requested.id is not null or remaining = 0 then
    update public.refund_request r set status = 'DONE', ended_at = now() where r.order_id = o.id and r.status = 'OPEN';
  end if;
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

-- A member's payments, the newest first, with their refunds and requests.
create function public.operator_list_orders(member uuid, before_id bigint default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  perform private.log_act('read_orders', null, member);
  return (
    select coalesce(jsonb_agg(private.describe_member_order(l.o) order by (l.o).id desc), '[]') from (
      select o from public.payment_order o
      where o.user_id = member and o.status not in ('PENDING', 'CANCELED') and (before_id is null or o.id < before_id)
      order by o.id desc limit 31
    ) l
  );
end;
$$;
grant execute on function public.operator_list_orders(uuid, bigint) to authenticated;
