-- Requests of members for a refund. A member asks with a reason, and an operator decides: a refund (12_refunds.sql) ends
-- the request as done, a refusal answers it. Nothing here moves money.

create table public.refund_request (
  id bigint generated always as identity primary key,
  order_id bigint not null references public.payment_order (id) on delete restrict,
  user_id uuid not null references public."user" (id) on delete restrict,
  reason text not null,
  status text not null default 'OPEN',
  answer text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint refund_request_status_known check (status in ('OPEN', 'DONE', 'DECLINED', 'WITHDRAWN')),
  constraint refund_request_reason_length check (char_length(reason) <= 500),
  constraint refund_request_answer_length check (char_length(answer) <= 500),
  constraint refund_request_open_or_ended check ((status = 'OPEN') = (ended_at is null))
);
comment on table public.refund_request is
  'A member''s request for a refund of an order. DONE was refunded, DECLINED answered by an operator, WITHDRAWN by the member.';
create unique index refund_request_one_open on public.refund_request (order_id) where status = 'OPEN';
create index refund_request_order on public.refund_request (order_id, id desc);
create index refund_request_member on public.refund_request (user_id);
create index refund_request_waiting on public.refund_request (id) where status = 'OPEN';
alter table public.refund_request enable row level security;
grant select on public.refund_request to authenticated;
create policy "blocked members see no refund requests" on public.refund_request as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own refund requests" on public.refund_request
  for select to authenticated using (user_id = (select auth.uid()));

-- The end of the time in which an unused payment is refunded in full: seven days after the day of the payment, in Korea
-- (전자상거래법 제17조; withdrawalDays in shared/payments.ts).
create function private.withdrawal_ends(paid_at timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select ((paid_at at time zone 'Asia/Seoul')::date + 8)::timestamp at time zone 'Asia/Seoul'
$$;

-- Whether all that an order granted is still there, and held by no run: what a full refund would claw back. Of a plan
-- only the order of the current period can be unused, because a change or an end has expired the others.
create function private.is_unused(o public.payment_order) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  usage public.user_usage;
  held record;
  is_pack constant boolean := o.type = 'pack';
begin
  select * into usage from public.user_usage u where u.id = o.user_id;
  if not is_pack and usage.payment_id is distinct from o.id then return false; end if;
  select coalesce(sum(r.held_token), 0) as token, coalesce(sum(r.held_image), 0) as image into held
    from private.run r where r.payer_id = o.user_id and r.ended_at is null;
  return private.refund_share(o, 'token', o.amount - o.refunded, 0, true)
      <= least(case when is_pack then usage.token else usage.payment_token end, usage.token + usage.payment_token - held.token)
    and private.refund_share(o, 'image', o.amount - o.refunded, 0, true)
      <= least(case when is_pack then usage.image else usage.payment_image end, usage.image + usage.payment_image - held.image);
end;
$$;

-- What the rule of the terms gives for an order, for the member and for operators. Asked in time and unused, all that is
-- left of the payment is refunded. Everything else is an operator's decision, so there is no amount for it.
create function private.describe_refund_rule(o public.payment_order, asked_at timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('left', o.amount - o.refunded, 'ends_at', w.ends_at, 'is_in_time', asked_at < w.ends_at,
    'is_unused', w.is_unused, 'is_full', asked_at < w.ends_at and w.is_unused)
  from (select private.withdrawal_ends(o.paid_at) as ends_at, private.is_unused(o) as is_unused) w
$$;

-- The caller's own order that can be refunded, locked. Only its own member finds it.
create function private.lock_own_paid_order(order_code text) returns public.payment_order
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  if private.may_use_service() is not true then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  select * into o from public.payment_order p where p.code = order_code and p.user_id = (select auth.uid());
  if not found then perform private.raise_app_error('not_found'); end if;
  o := private.lock_order(o.id);
  if o.status <> 'PAID' or o.amount = 0 then perform private.raise_app_error('not_found'); end if;
  return o;
end;
$$;

create function public.read_refund_rule(order_code text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.describe_refund_rule(o, now()) from public.payment_order o
  where o.code = order_code and o.user_id = (select auth.uid()) and o.status = 'PAID' and o.amount > 0
    and private.may_use_service()
$$;
comment on function public.read_refund_rule(text) is 'Null for an order that is not the caller''s, or has nothing to refund.';
grant execute on function public.read_refund_rule(text) to authenticated;

create function private.refund_email_facts(o public.payment_order) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('order', o.code, 'plan', o.plan, 'period', o.period, 'pack', o.pack, 'amount', o.amount - o.refunded,
    'issuer', o.card_issuer, 'card', o.card_last_four)
$$;

-- Asks for a refund. A repeated request with the same reason is the same one. Five per order bound what one member can
-- give operators to read.
create function public.ask_refund(order_code text, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words text;
  o public.payment_order;
  open_one public.refund_request;
  asked bigint;
begin
  o := private.lock_own_paid_order(order_code);
  words := private.require_text(reason, 500);
  select * into open_one from public.refund_request r where r.order_id = o.id and r.status = 'OPEN';
  if open_one.reason = words then return; end if;
  if open_one.id is not null or exists (select from private.payment_refund r where r.order_id = o.id and r.status = 'OPEN') then
    perform private.raise_app_error('request_in_progress');
  end if;
  if (select count(*) from public.refund_request r where r.order_id = o.id) >= 5 then perform private.raise_app_error('too_many_requests'); end if;
  insert into public.refund_request (order_id, user_id, reason) values (o.id, o.user_id, words) returning id into asked;
  insert into public.user_alarm (user_id, kind, source_id, data)
    select u.id, 'refund_asked', asked::text, '{}' from public."user" u
    where u.role in ('operator', 'owner') and u.is_active and not u.is_block and u.id <> o.user_id
    on conflict do nothing;
  perform private.enqueue_member_email(o.user_id, 'refund_asked', asked::text, private.refund_email_facts(o));
end;
$$;
grant execute on function public.ask_refund(text, text) to authenticated;

create function public.withdraw_refund_request(order_code text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  o public.payment_order;
begin
  o := private.lock_own_paid_order(order_code);
  if exists (select from private.payment_refund r where r.order_id = o.id and r.status = 'OPEN') then
    perform private.raise_app_error('request_in_progress');
  end if;
  update public.refund_request r set status = 'WITHDRAWN', ended_at = now() where r.order_id = o.id and r.status = 'OPEN';
end;
$$;
comment on function public.withdraw_refund_request(text) is 'Withdraws the open request of an order. Does nothing when there is none.';
grant execute on function public.withdraw_refund_request(text) to authenticated;

-- An order for operators, with its refunds and requests, each newest first.
create function private.describe_member_order(o public.payment_order) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', o.id, 'code', o.code, 'type', o.type, 'plan', o.plan, 'period', o.period, 'pack', o.pack,
    'amount', o.amount, 'refunded', o.refunded, 'status', o.status, 'failure', o.failure, 'card_issuer', o.card_issuer,
    'card_last_four', o.card_last_four, 'receipt_url', o.receipt_url, 'created_at', o.created_at, 'paid_at', o.paid_at,
    'refunds', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amount', r.amount, 'reason', r.reason, 'status', r.status,
        'failure', r.failure, 'provider_code', r.provider_code, 'created_at', r.created_at, 'operator', u.nickname) order by r.created_at desc), '[]')
      from private.payment_refund r left join public."user" u on u.id = r.operator_id where r.order_id = o.id),
    'requests', (select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'reason', q.reason, 'status', q.status, 'answer', q.answer,
        'created_at', q.created_at) order by q.id desc), '[]')
      from public.refund_request q where q.order_id = o.id))
$$;

-- Open requests, the oldest first. The rule says whether its member asked in time; what is used counts now, because a
-- refund can only take back what is still there.
create function public.operator_list_refund_requests(after_id bigint default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  perform private.log_act('list_refund_requests', null, null);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'reason', l.reason, 'created_at', l.created_at, 'member_id', l.user_id,
      'member', u.nickname, 'role', u.role, 'rule', private.describe_refund_rule(o, l.created_at), 'order', private.describe_member_order(o))
      order by l.id), '[]')
    from (
      select r.* from public.refund_request r where r.status = 'OPEN' and (after_id is null or r.id > after_id) order by r.id limit 31
    ) l join public.payment_order o on o.id = l.order_id join public."user" u on u.id = l.user_id
  );
end;
$$;
grant execute on function public.operator_list_refund_requests(bigint) to authenticated;

create function public.operator_decline_refund(request_id bigint, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words text;
  o public.payment_order;
  details jsonb;
begin
  perform private.require_operator();
  words := private.require_text(reason, 500);
  o := private.lock_order((select r.order_id from public.refund_request r where r.id = request_id));
  perform private.require_not_own(o.user_id);
  details := jsonb_build_object('reason', words);
  if exists (select from private.payment_refund r where r.order_id = o.id and r.status = 'OPEN') then
    perform private.raise_app_error('request_in_progress');
  end if;
  update public.refund_request r set status = 'DECLINED', answer = words, ended_at = now() where r.id = request_id and r.status = 'OPEN';
  if not found then
    if private.is_repeated('refund_decline', o.id::text, null, details) then return; end if;
    perform private.raise_app_error('not_found');
  end if;
  perform private.log_act('refund_decline', o.id::text, o.user_id, details);
  perform private.tell_member(o.user_id, 'refund_declined', request_id::text, '{}');
  perform private.enqueue_member_email(o.user_id, 'refund_declined', request_id::text,
    private.refund_email_facts(o) || jsonb_build_object('answer', words));
end;
$$;
grant execute on function public.operator_decline_refund(bigint, text) to authenticated;
