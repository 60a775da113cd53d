-- A partial refund can end the plan that its order pays for: what a member gets who ends a yearly plan early.

alter table private.payment_refund add column ends_plan boolean not null default false;
comment on column private.payment_refund.ends_plan is
  'A partial refund that ends the plan with it: a yearly plan that its member ends early (방문판매법 제31조, 제32조).';

create or replace function private.log_refund(refund private.payment_refund, act text) returns void
language sql set search_path = '' as $$
  insert into private.operator_log (operator_id, act, subject_id, member_id, details)
  select refund.operator_id, act, o.id::text, o.user_id,
    jsonb_strip_nulls(jsonb_build_object('amount', refund.amount, 'reason', refund.reason, 'code', refund.provider_code,
      'ends_plan', case when refund.ends_plan then true end))
  from public.payment_order o where o.id = refund.order_id
$$;

drop function public.operator_open_refund(bigint, integer, text, uuid);
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

create or replace function private.settle_balance(charge text, balance integer) returns boolean
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
  s public.subscription;
  asked private.payment_refund;
  now_left constant integer := greatest(0, settle_balance.balance);
  back integer;
begin
  o := private.lock_order((select p.order_id from private.payment p where p.code = charge));
  if o.status <> 'PAID' then return false; end if;
  select p.balance - now_left into back from private.payment p where p.code = charge and p.status = 'DONE';
  if coalesce(back, 0) <= 0 then return false; end if;
  update private.payment p set balance = now_left, status = case when now_left = 0 then 'CANCELED' else p.status end where p.code = charge;
  update public.payment_order p set refunded = p.amount - now_left, status = case when now_left = 0 then 'REFUNDED' else p.status end where p.id = o.id;
  update private.payment_refund r set status = 'DONE', settled_at = now()
    where r.order_id = o.id and r.status = 'OPEN' and r.amount <= back returning * into asked;
  if asked.id is not null then perform private.log_refund(asked, 'refund_done'); end if;
  perform private.claw_back(o, back, now_left, asked.id is null);
  if now_left = 0 or coalesce(asked.ends_plan, false) then
    select * into s from public.subscription u where u.id = o.subscription_id and u.period_number = o.period_number
      and u.status in ('ACTIVE', 'UNPAID', 'PENDING_CANCEL');
    if found then perform private.end_subscription(s.id, 'CANCELED'); end if;
  end if;
  if exists (select from public."user" u where u.id = o.user_id and u.is_active) then
    perform private.tell_member(o.user_id, 'payment_refunded', o.code || ':' || now_left, jsonb_build_object('amount', back));
  end if;
  perform private.enqueue_member_email(o.user_id, 'refund', o.code || ':' || now_left,
    jsonb_build_object('order', o.code, 'plan', o.plan, 'period', o.period, 'pack', o.pack, 'amount', back,
      'issuer', o.card_issuer, 'card', o.card_last_four));
  return true;
end;
$$;
