-- Two edges of payments: an order that was paid by one charge and then by another, and one member's row that cannot be kept up to date.

-- As before (subscriptions), but a second charge of a paid order is refused, so that whoever records it gives the money back.
create or replace function private.settle_paid(
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
    perform private.refuse('invalid_request');
  end if;
  if settle_paid.amount <> o.amount then perform private.refuse('invalid_request'); end if;
  live := private.find_live_subscription(o.user_id);
  if o.type = 'subscription' and live.id is not null then perform private.refuse('must_cancel_first'); end if;
  if o.type = 'renewal' and (live.id is distinct from o.subscription_id or live.period_number <> o.period_number - 1) then
    perform private.refuse('check_plan');
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

-- As before (subscriptions), but what fails for one member is told and everybody else goes on.
drop function private.keep_subscriptions();
create function private.keep_subscriptions() returns setof text
language plpgsql set search_path = '' as $$
declare
  s public.subscription;
  member uuid;
begin
  for s in select * from public.subscription u where u.status = 'PENDING_CANCEL' and u.period_end <= now() limit 200 loop
    perform from public.user_usage u where u.id = s.user_id for update skip locked;
    if not found then continue; end if;
    begin
      if exists (select from public.subscription u where u.id = s.id and u.status = 'PENDING_CANCEL') then
        perform private.end_subscription(s.id, 'CANCELED');
      end if;
    exception when others then
      return next format('the end of subscription %s: %s %s', s.id, sqlstate, sqlerrm);
    end;
  end loop;

  for s in select * from public.subscription u
    where u.status in ('ACTIVE', 'PENDING_CANCEL') and u.period = 'year' and u.period_end > now() and u.months_given < 12
      and private.add_months(u.period_start, u.months_given) <= now() limit 200
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
      return next format('a month of subscription %s: %s %s', s.id, sqlstate, sqlerrm);
    end;
  end loop;

  insert into public.user_alarm (user_id, kind, source_id, data)
    select u.user_id, 'subscription_ending', u.id || ':' || u.period_number, jsonb_build_object('date', u.period_end)
    from public.subscription u where u.status = 'PENDING_CANCEL' and u.period_end between now() and now() + interval '3 days'
    on conflict on constraint user_alarm_once do nothing;

  -- What a text still held when its period ended.
  for member in select u.id from public.user_usage u where u.plan = 'starter' and (u.payment_token > 0 or u.payment_image > 0)
    and not exists (select from private.usage_hold h where h.user_id = u.id) limit 200
  loop
    begin
      perform private.expire_paid(member);
    exception when others then
      return next format('what is left of the plan of member %s: %s %s', member, sqlstate, sqlerrm);
    end;
  end loop;

  -- Nobody comes back to an order of yesterday: the provider's own window is half an hour.
  update public.payment_order p set status = 'CANCELED' where p.status = 'PENDING' and p.type <> 'renewal' and p.created_at < now() - interval '1 day';
  delete from private.payment_event e where e.received_at < now() - interval '30 days';
end;
$$;
