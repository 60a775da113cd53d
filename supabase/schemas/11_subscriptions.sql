-- The effects of a payment, in the transaction that records it: paid periods, their tokens and images, and their end.

-- Calendar months in Korean time.
create function private.add_months(moment timestamptz, months integer) returns timestamptz
language sql stable set search_path = '' as $$
  select ((moment at time zone 'Asia/Seoul') + make_interval(months => months)) at time zone 'Asia/Seoul'
$$;

create function private.plan_next_month() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.next_month_at := case when new.period = 'year' and new.months_given < 12 then private.add_months(new.period_start, new.months_given) end;
  return new;
end;
$$;
create trigger subscription_next_month before insert or update of period_start, months_given on public.subscription
  for each row execute function private.plan_next_month();

-- Expires the amounts of the paid period, except for the hold of a live run: its text is already paid for.
create function private.expire_paid(member uuid) returns void
language plpgsql set search_path = '' as $$
declare
  usage public.user_usage;
  held record;
  gone bigint;
begin
  usage := private.lock_usage(member);
  select coalesce(sum(r.held_token), 0) as token, coalesce(sum(r.held_image), 0) as image into held
    from private.run r where r.payer_id = member and r.ended_at is null;
  gone := usage.payment_token - least(usage.payment_token, greatest(0, held.token - usage.token));
  if gone > 0 then
    insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
    values (member, member, 'expire', 'payment_token', -gone, 0, 'expire:' || coalesce(usage.payment_id, 0) || ':' || gen_random_uuid());
  end if;
  gone := usage.payment_image - least(usage.payment_image, greatest(0, held.image - usage.image));
  if gone > 0 then
    insert into public.image_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
    values (member, member, 'expire', 'payment_image', -gone, 0, 'expire:' || coalesce(usage.payment_id, 0) || ':' || gen_random_uuid());
  end if;
end;
$$;

-- Grants paid amounts, once per idempotency key, less the debt of an earlier refund.
create function private.give_paid(member uuid, tokens bigint, images bigint, is_period boolean, idempotency_key text) returns void
language plpgsql set search_path = '' as $$
declare
  debt public.payment_debt;
  part bigint;
begin
  if tokens > 0 then
    insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
    values (member, member, 'payment', case when is_period then 'payment_token' else 'token' end, tokens, 0, idempotency_key);
  end if;
  if images > 0 then
    insert into public.image_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
    values (member, member, 'payment', case when is_period then 'payment_image' else 'image' end, images, 0, idempotency_key);
  end if;
  for debt in select * from public.payment_debt d where d.user_id = member and (d.token > 0 or d.image > 0) order by d.order_id loop
    part := least(debt.token, tokens);
    if part > 0 then
      insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
      values (member, member, 'reversal', case when is_period then 'payment_token' else 'token' end, -part, 0, 'debt:' || debt.order_id || ':' || idempotency_key);
      tokens := tokens - part;
      update public.payment_debt d set token = d.token - part where d.order_id = debt.order_id;
    end if;
    part := least(debt.image, images);
    if part > 0 then
      insert into public.image_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
      values (member, member, 'reversal', case when is_period then 'payment_image' else 'image' end, -part, 0, 'debt:' || debt.order_id || ':' || idempotency_key);
      images := images - part;
      update public.payment_debt d set image = d.image - part where d.order_id = debt.order_id;
    end if;
  end loop;
end;
$$;

create function private.end_subscription(ended bigint, final_status text) returns void
language plpgsql set search_path = '' as $$
declare
  s public.subscription;
begin
  update public.subscription u set status = final_status, ended_at = now(), next_try_at = null where u.id = ended returning * into s;
  perform private.expire_paid(s.user_id);
  update public.user_usage set plan = 'starter' where id = s.user_id;
  perform private.drop_card(s.user_id);
end;
$$;

-- Begins the period of a paid order: a new subscription's first, or the next one.
create function private.begin_period(o public.payment_order) returns public.subscription
language plpgsql set search_path = '' as $$
declare
  s public.subscription;
  months integer := case o.period when 'year' then 12 else 1 end;
begin
  if o.type <> 'renewal' then
    insert into public.subscription (user_id, code, plan, period, amount, token_month, image_month, anchor_at, period_start, period_end)
    values (o.user_id, o.code, o.plan, o.period, o.amount, o.token, o.image, now(), now(), private.add_months(now(), months))
    returning * into s;
    return s;
  end if;
  select * into s from public.subscription u where u.id = o.subscription_id for update;
  -- A late payment buys a whole period from its day on, because nothing was granted in between. The same holds after an outage of a whole period.
  if s.status = 'UNPAID' or private.add_months(s.anchor_at, months * (o.period_number - s.anchor_number + 1)) <= now() then
    s.anchor_at := now();
    s.anchor_number := o.period_number;
    s.period_start := now();
  else
    s.period_start := s.period_end;
  end if;
  update public.subscription u set status = 'ACTIVE', period_number = o.period_number, months_given = 1, tries = 0, next_try_at = null,
      anchor_at = s.anchor_at, anchor_number = s.anchor_number, period_start = s.period_start,
      period_end = private.add_months(s.anchor_at, months * (o.period_number - s.anchor_number + 1))
    where u.id = s.id returning * into s;
  return s;
end;
$$;

-- Records a payment and everything it grants, once (I3). False when it was recorded before. Refuses items that can no
-- longer be sold (must_cancel_first, check_plan) and a second charge of a paid order: the caller then refunds the
-- money.
create function private.settle_paid(
  charge text, payment_key text, amount integer, approved_at timestamptz, receipt_url text, issuer text, last_four text
) returns boolean
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
  live public.subscription;
  s public.subscription;
begin
  o := private.lock_order((select p.order_id from private.payment p where p.code = charge));
  if o.status in ('PAID', 'REFUNDED', 'DONE') then
    if exists (select from private.payment p where p.code = charge and p.payment_key = settle_paid.payment_key) then return false; end if;
    perform private.raise_app_error('invalid_request');
  end if;
  if settle_paid.amount <> o.amount then perform private.raise_app_error('invalid_request'); end if;
  live := private.find_live_subscription(o.user_id);
  if o.type = 'subscription' and live.id is not null then perform private.raise_app_error('must_cancel_first'); end if;
  if o.type = 'renewal' and (live.id is distinct from o.subscription_id or live.period_number <> o.period_number - 1) then
    perform private.raise_app_error('check_plan');
  end if;
  update private.payment p set status = 'DONE', payment_key = settle_paid.payment_key, balance = settle_paid.amount, approved_at = settle_paid.approved_at
    where p.code = charge;

  if o.type = 'pack' then
    perform private.give_paid(o.user_id, o.token, o.image, false, 'order:' || o.id);
  else
    if o.type = 'change' and live.id is not null then
      update public.subscription u set status = 'CANCELED', ended_at = now(), canceled_at = coalesce(u.canceled_at, now()), next_try_at = null,
        cancel_reason = coalesce(u.cancel_reason, 'plan_change') where u.id = live.id;
    end if;
    perform private.expire_paid(o.user_id);
    s := private.begin_period(o);
    update public.user_usage set plan = s.plan, payment_id = o.id, payment_code = o.code where id = o.user_id;
    perform private.give_paid(o.user_id, s.token_month, s.image_month, true, 'order:' || o.id || ':month:1');
  end if;
  perform private.take_order_key(o);
  update public.payment_order p set status = 'PAID', failure = null, paid_at = now(), lease_until = null, check_at = null, receipt_url = settle_paid.receipt_url,
      card_issuer = settle_paid.issuer, card_last_four = settle_paid.last_four,
      subscription_id = coalesce(p.subscription_id, s.id), period_number = coalesce(p.period_number, s.period_number)
    where p.id = o.id;
  return true;
end;
$$;

-- The charge was declined for certain. A renewal is retried 1, 3, 5, 10 and 14 days after its period began; the
-- member's own attempts do not count. While it is unpaid the plan is paused.
create function private.settle_declined(order_id bigint, failure text) returns void
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
  s public.subscription;
  days integer[] := array[1, 3, 5, 10, 14];
  is_members_own boolean;
begin
  o := private.lock_order(order_id);
  if o.status not in ('CHARGING', 'UNKNOWN') then return; end if;
  update private.payment p set status = 'DECLINED', failure = settle_declined.failure
    where p.order_id = o.id and p.try_number = o.try_number and p.status in ('INTENT', 'UNKNOWN');
  update public.payment_order p set status = 'FAILED', failure = settle_declined.failure, lease_until = null, check_at = null,
    try_number = p.try_number + case when o.type = 'renewal' then 1 else 0 end where p.id = o.id;
  perform private.drop_order_key(o);
  if o.type <> 'renewal' then return; end if;

  select * into s from public.subscription u where u.id = o.subscription_id for update;
  is_members_own := s.status = 'UNPAID' and now() < s.next_try_at;
  if is_members_own then return; end if;
  insert into public.user_alarm (user_id, kind, source_id, data)
  values (o.user_id, 'payment_failed', o.code || ':' || o.try_number, '{}')
  on conflict on constraint user_alarm_once do nothing;
  s.tries := s.tries + 1;
  if s.tries > array_length(days, 1) then
    update public.subscription set tries = s.tries where id = s.id;
    perform private.end_subscription(s.id, 'EXPIRED');
    return;
  end if;
  if s.status = 'ACTIVE' then
    perform private.expire_paid(o.user_id);
    update public.user_usage set plan = 'starter' where id = o.user_id;
  end if;
  s.next_try_at := greatest(s.period_end + make_interval(days => days[s.tries]), now() + interval '1 hour');
  update public.subscription set status = 'UNPAID', tries = s.tries, next_try_at = s.next_try_at where id = s.id;
  if s.tries = array_length(days, 1) then
    insert into public.user_alarm (user_id, kind, source_id, data)
    values (o.user_id, 'subscription_ending', s.id || ':unpaid:' || s.period_number, jsonb_build_object('date', s.next_try_at))
    on conflict on constraint user_alarm_once do nothing;
  end if;
end;
$$;

-- The provider has no such charge, long after the call: nothing was charged. A renewal continues with the same charge.
create function private.settle_absent(order_id bigint) returns void
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  o := private.lock_order(order_id);
  if not (o.status = 'UNKNOWN' or (o.status = 'CHARGING' and o.lease_until <= now())) then return; end if;
  if o.type = 'renewal' then
    update public.payment_order set status = 'PENDING', check_at = null, lease_until = null where id = o.id;
    return;
  end if;
  update private.payment p set status = 'DECLINED', failure = 'not_charged'
    where p.order_id = o.id and p.try_number = o.try_number and p.status in ('INTENT', 'UNKNOWN');
  update public.payment_order set status = 'FAILED', failure = 'not_charged', check_at = null, lease_until = null where id = o.id;
  perform private.drop_order_key(o);
end;
$$;

-- Claims the next due period of a subscription, or null. Its order is the same row at every attempt, so that no period
-- is paid twice.
create function private.claim_period(s public.subscription, lease_seconds integer) returns bigint
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  if exists (select from public.payment_order p where p.user_id = s.user_id and p.status in ('CHARGING', 'UNKNOWN')) then return null; end if;
  insert into public.payment_order (code, user_id, type, plan, period, amount, token, image, subscription_id, period_number)
  values (left(s.code, 40) || '-p' || (s.period_number + 1), s.user_id, 'renewal', s.plan, s.period, s.amount, s.token_month, s.image_month, s.id, s.period_number + 1)
  on conflict on constraint payment_order_once do nothing;
  select * into o from public.payment_order p where p.subscription_id = s.id and p.period_number = s.period_number + 1 for update;
  if o.status not in ('PENDING', 'FAILED') then return null; end if;
  update public.payment_order set status = 'PENDING' where id = o.id;
  if not private.begin_charge(o.id, lease_seconds) then return null; end if;
  return o.id;
end;
$$;

-- A row whose work failed waits an hour.
create function private.set_aside(subscription_id bigint) returns void
language sql set search_path = '' as $$
  update public.subscription u set retry_at = now() + interval '1 hour' where u.id = subscription_id
$$;

create function private.claim_renewal(lease_seconds integer) returns bigint
language plpgsql set search_path = '' as $$
declare
  candidate record;
  s public.subscription;
  claimed bigint;
begin
  for candidate in
    select u.id, u.user_id from public.subscription u
    where (u.status = 'ACTIVE' and u.period_end <= now() or u.status = 'UNPAID' and u.next_try_at <= now())
      and (u.retry_at is null or u.retry_at <= now())
      -- A member with an unknown charge is skipped, without delaying others.
      and not exists (select from public.payment_order p where p.user_id = u.user_id and p.status in ('CHARGING', 'UNKNOWN'))
    order by coalesce(u.next_try_at, u.period_end) limit 200
  loop
    perform from public.user_usage u where u.id = candidate.user_id for update skip locked;
    if not found then continue; end if;
    select * into s from public.subscription u where u.id = candidate.id
      and ((u.status = 'ACTIVE' and u.period_end <= now()) or (u.status = 'UNPAID' and u.next_try_at <= now()));
    if not found then continue; end if;
    begin
      claimed := private.claim_period(s, lease_seconds);
    exception when others then
      perform private.set_aside(s.id);
      raise warning 'the renewal of subscription % is set aside: % %', s.id, sqlstate, sqlerrm;
    end;
    if claimed is not null then return claimed; end if;
  end loop;
  return null;
end;
$$;

-- Claims the unpaid period when its member requests a charge now.
create function private.claim_unpaid(member uuid, lease_seconds integer) returns bigint
language plpgsql set search_path = '' as $$
declare
  s public.subscription;
  claimed bigint;
begin
  perform private.lock_usage(member);
  s := private.find_live_subscription(member);
  if s.id is null or s.status <> 'UNPAID' then perform private.raise_app_error('check_plan'); end if;
  claimed := private.claim_period(s, lease_seconds);
  if claimed is null then perform private.raise_app_error('payment_confirming'); end if;
  return claimed;
end;
$$;

create function private.cancel_subscription(member uuid, reason text, detail text) returns timestamptz
language plpgsql set search_path = '' as $$
declare
  s public.subscription;
begin
  perform private.lock_usage(member);
  s := private.find_live_subscription(member);
  if s.id is null or s.status <> 'ACTIVE' then perform private.raise_app_error('cancel_only_when_active'); end if;
  if exists (select from public.payment_order p where p.user_id = member and p.status in ('CHARGING', 'UNKNOWN') and p.type <> 'pack') then
    perform private.raise_app_error('payment_confirming');
  end if;
  update public.subscription set status = 'PENDING_CANCEL', canceled_at = now(), cancel_reason = reason, cancel_detail = detail where id = s.id;
  return s.period_end;
end;
$$;

create function private.resume_subscription(member uuid) returns void
language plpgsql set search_path = '' as $$
declare
  s public.subscription;
begin
  perform private.lock_usage(member);
  s := private.find_live_subscription(member);
  if s.id is null or s.status <> 'PENDING_CANCEL' or s.period_end <= now() then perform private.raise_app_error('check_plan'); end if;
  -- Its card was removed after the cancellation: the next payment needs one.
  if not exists (select from private.billing_key k where k.user_id = member) then perform private.raise_app_error('check_plan'); end if;
  update public.subscription set status = 'ACTIVE', canceled_at = null, cancel_reason = null, cancel_detail = null where id = s.id;
end;
$$;

-- Announces renewals seven days before their charge (renewalNoticeDays in shared/payments.ts), each once: an alarm, and
-- an e-mail unless its member switched that off. A locked row waits for the next minute.
create function private.announce_renewals(batch integer default 1000) returns void
language sql set search_path = '' as $$
  with due as (
    select u.id from public.subscription u
    where u.status = 'ACTIVE' and u.announced_period < u.period_number
      and u.period_end <= now() + interval '7 days' and u.period_end > now()
    order by u.period_end limit batch for update skip locked
  ), announced as (
    update public.subscription u set announced_period = u.period_number from due where u.id = due.id returning u.*
  )
  insert into public.user_alarm (user_id, kind, source_id, data)
  select a.user_id, 'renewal_soon', a.id || ':' || a.period_number,
    jsonb_build_object('date', a.period_end, 'amount', a.amount, 'plan', a.plan, 'period', a.period)
  from announced a
  on conflict on constraint user_alarm_once do nothing
$$;

create function private.run_subscription_cycle() returns setof text
language plpgsql set search_path = '' as $$
declare
  s public.subscription;
begin
  for s in select * from public.subscription u where u.status = 'PENDING_CANCEL' and u.period_end <= now()
    and (u.retry_at is null or u.retry_at <= now()) order by u.period_end limit 200
  loop
    perform from public.user_usage u where u.id = s.user_id for update skip locked;
    if not found then continue; end if;
    begin
      if exists (select from public.subscription u where u.id = s.id and u.status = 'PENDING_CANCEL') then
        perform private.end_subscription(s.id, 'CANCELED');
      end if;
    exception when others then
      perform private.set_aside(s.id);
      return next format('the end of subscription %s: %s %s', s.id, sqlstate, sqlerrm);
    end;
  end loop;

  for s in select * from public.subscription u
    where u.status in ('ACTIVE', 'PENDING_CANCEL') and u.next_month_at <= now() and u.period_end > now()
      and (u.retry_at is null or u.retry_at <= now()) order by u.next_month_at limit 200
  loop
    perform from public.user_usage u where u.id = s.user_id for update skip locked;
    if not found then continue; end if;
    begin
      update public.subscription u set months_given = u.months_given + 1
        where u.id = s.id and u.months_given = s.months_given and u.period_number = s.period_number and u.status in ('ACTIVE', 'PENDING_CANCEL');
      if found then
        perform private.expire_paid(s.user_id);
        perform private.give_paid(s.user_id, s.token_month, s.image_month, true,
          'order:' || (select u.payment_id from public.user_usage u where u.id = s.user_id) || ':month:' || (s.months_given + 1));
      end if;
    exception when others then
      perform private.set_aside(s.id);
      return next format('a month of subscription %s: %s %s', s.id, sqlstate, sqlerrm);
    end;
  end loop;

  begin
    insert into public.user_alarm (user_id, kind, source_id, data)
      select u.user_id, 'subscription_ending', u.id || ':' || u.period_number, jsonb_build_object('date', u.period_end)
      from public.subscription u where u.status = 'PENDING_CANCEL' and u.period_end between now() and now() + interval '3 days'
      on conflict on constraint user_alarm_once do nothing;
  exception when others then
    return next format('alarms of ending subscriptions: %s %s', sqlstate, sqlerrm);
  end;

  begin
    perform private.announce_renewals();
  exception when others then
    return next format('announcements of renewals: %s %s', sqlstate, sqlerrm);
  end;

  begin
    -- An order of yesterday cannot be paid any more: the provider's window is half an hour.
    update public.payment_order p set status = 'CANCELED' where p.status = 'PENDING' and p.type <> 'renewal' and p.created_at < now() - interval '1 day';
    delete from private.payment_event e where e.received_at < now() - interval '30 days';
  exception when others then
    return next format('orders that nobody finished: %s %s', sqlstate, sqlerrm);
  end;
end;
$$;

-- An unpaid plan can be ended at once: nothing more is charged for it, and its member can delete the account.
create function private.end_unpaid_subscription(member uuid) returns void
language plpgsql set search_path = '' as $$
declare
  s public.subscription;
begin
  perform private.lock_usage(member);
  s := private.find_live_subscription(member);
  if s.id is null or s.status <> 'UNPAID' then perform private.raise_app_error('check_plan'); end if;
  if exists (select from public.payment_order p where p.user_id = member and p.status in ('CHARGING', 'UNKNOWN') and p.type <> 'pack') then
    perform private.raise_app_error('payment_confirming');
  end if;
  update public.subscription set canceled_at = now(), cancel_reason = 'unpaid' where id = s.id;
  perform private.end_subscription(s.id, 'CANCELED');
end;
$$;
