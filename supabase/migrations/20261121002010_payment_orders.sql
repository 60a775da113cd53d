-- How an order is opened, charged and settled. The row of user_usage is the lock of a member: every function takes it first.

create function private.lock_usage(member uuid) returns public.user_usage
language plpgsql set search_path = '' as $$
declare
  usage public.user_usage;
begin
  select * into usage from public.user_usage u where u.id = member for update;
  if not found then perform private.refuse('user_or_usage_failed'); end if;
  return usage;
end;
$$;

create function private.lock_order(order_id bigint) returns public.payment_order
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  select * into o from public.payment_order p where p.id = order_id;
  if not found then perform private.refuse('not_found'); end if;
  perform private.lock_usage(o.user_id);
  select * into o from public.payment_order p where p.id = order_id for update;
  return o;
end;
$$;

create function private.find_live_subscription(member uuid) returns public.subscription
language sql stable set search_path = '' as $$
  select s.* from public.subscription s where s.user_id = member and s.status in ('ACTIVE', 'UNPAID', 'PENDING_CANCEL')
$$;

-- Whether this may be ordered now (M08, M09, M10, B02, B33). Asked when an order is opened and again before it is charged.
create function private.require_orderable(o public.payment_order) returns void
language plpgsql set search_path = '' as $$
declare
  live public.subscription;
begin
  perform private.lock_usage(o.user_id);
  if o.type = 'pack' then return; end if;
  live := private.find_live_subscription(o.user_id);
  if o.type = 'card' then
    if live.id is null then perform private.refuse('check_plan'); end if;
    return;
  end if;
  if exists (select from public.user_benefit b where b.id = o.user_id and now() >= b.start_at and now() < b.end_at) then
    perform private.refuse('benefit_active');
  end if;
  if live.status = 'UNPAID' then perform private.refuse('unpaid_card'); end if;
  if live.plan = o.plan and live.period = o.period then perform private.refuse('plan_already_selected'); end if;
  if o.type = 'subscription' and live.id is not null then perform private.refuse('must_cancel_first'); end if;
  if o.type = 'change' and live.id is null then perform private.refuse('check_plan'); end if;
end;
$$;

create function private.open_order(
  member uuid, code text, type text, plan text, period text, pack text, amount integer, token bigint, image bigint
) returns bigint
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  o.user_id := member;
  o.type := open_order.type;
  o.plan := open_order.plan;
  o.period := open_order.period;
  perform private.require_orderable(o);
  if exists (select from public.payment_order p where p.user_id = member and p.status in ('CHARGING', 'UNKNOWN')) then
    perform private.refuse('payment_confirming');
  end if;
  insert into private.billing_customer (user_id) values (member) on conflict do nothing;
  insert into public.payment_order (code, user_id, type, plan, period, pack, amount, token, image)
  values (open_order.code, member, open_order.type, open_order.plan, open_order.period, open_order.pack, open_order.amount,
    open_order.token, open_order.image)
  returning id into o.id;
  return o.id;
end;
$$;

-- Writes the charge down before it is asked for. False: somebody else has it, or it is over.
create function private.begin_charge(order_id bigint, lease_seconds integer) returns boolean
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  o := private.lock_order(order_id);
  if o.status <> 'PENDING' then return false; end if;
  if o.type <> 'renewal' then perform private.require_orderable(o); end if;
  begin
    update public.payment_order set status = 'CHARGING', lease_until = now() + make_interval(secs => lease_seconds) where id = o.id;
  exception when unique_violation then
    perform private.refuse('payment_confirming');
  end;
  if o.type <> 'card' then
    insert into private.payment (order_id, try_number, code, amount)
    values (o.id, o.try_number, o.code || '-' || o.try_number, o.amount)
    on conflict on constraint payment_once do nothing;
  end if;
  return true;
end;
$$;

-- Not sent at all, so it can be begun again.
create function private.return_order(order_id bigint) returns void
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  o := private.lock_order(order_id);
  if o.status <> 'CHARGING' then return; end if;
  update public.payment_order set status = 'PENDING', lease_until = null where id = o.id;
end;
$$;

create function private.keep_order_key(order_id bigint, cipher text, issuer text, last_four text) returns void
language sql set search_path = '' as $$
  insert into private.order_key (order_id, cipher, issuer, last_four) values (order_id, cipher, issuer, last_four)
  on conflict on constraint order_key_pkey do update set cipher = excluded.cipher, issuer = excluded.issuer, last_four = excluded.last_four
$$;

-- The key that an order brought becomes the member's; the one before goes to be deleted.
create function private.take_order_key(o public.payment_order) returns void
language plpgsql set search_path = '' as $$
declare
  fresh private.order_key;
begin
  delete from private.order_key k where k.order_id = o.id returning * into fresh;
  if not found then return; end if;
  insert into private.removed_key (cipher) select k.cipher from private.billing_key k where k.user_id = o.user_id;
  insert into private.billing_key (user_id, cipher) values (o.user_id, fresh.cipher)
    on conflict on constraint billing_key_pkey do update set cipher = excluded.cipher, created_at = now();
  insert into public.payment_card (user_id, issuer, last_four) values (o.user_id, fresh.issuer, fresh.last_four)
    on conflict on constraint payment_card_pkey do update
      set issuer = excluded.issuer, last_four = excluded.last_four, created_at = now();
end;
$$;

create function private.drop_order_key(o public.payment_order) returns void
language sql set search_path = '' as $$
  with gone as (delete from private.order_key k where k.order_id = o.id returning k.cipher)
  insert into private.removed_key (cipher) select cipher from gone
$$;

create function private.drop_card(member uuid) returns void
language sql set search_path = '' as $$
  delete from public.payment_card c where c.user_id = member;
  with gone as (delete from private.billing_key k where k.user_id = member returning k.cipher)
  insert into private.removed_key (cipher) select cipher from gone
$$;

create function private.finish_card_order(order_id bigint) returns void
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  o := private.lock_order(order_id);
  if o.status <> 'CHARGING' or o.type <> 'card' then return; end if;
  update public.payment_order p set status = 'DONE', lease_until = null, card_issuer = k.issuer, card_last_four = k.last_four
    from private.order_key k where p.id = o.id and k.order_id = o.id;
  perform private.take_order_key(o);
end;
$$;

-- Sent, and nobody knows what became of it.
create function private.settle_unknown(order_id bigint, check_after_seconds integer) returns void
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  o := private.lock_order(order_id);
  if o.status not in ('CHARGING', 'UNKNOWN') then return; end if;
  update public.payment_order
    set status = 'UNKNOWN', lease_until = null, check_at = now() + make_interval(secs => check_after_seconds) where id = o.id;
  update private.payment set status = 'UNKNOWN' where payment.order_id = o.id and try_number = o.try_number and status = 'INTENT';
end;
$$;

-- The next order whose charge has to be looked up: an answer that never came, or a process that is gone.
create function private.take_unknown_order(lease_seconds integer) returns bigint
language plpgsql set search_path = '' as $$
declare
  candidate record;
begin
  for candidate in
    select p.id, p.user_id from public.payment_order p
    where (p.status = 'UNKNOWN' and p.check_at <= now()) or (p.status = 'CHARGING' and p.lease_until <= now())
    order by p.id limit 50
  loop
    perform from public.user_usage u where u.id = candidate.user_id for update skip locked;
    if not found then continue; end if;
    update public.payment_order p set status = 'UNKNOWN', check_at = now() + make_interval(secs => lease_seconds), lease_until = null
      where p.id = candidate.id
        and ((p.status = 'UNKNOWN' and p.check_at <= now()) or (p.status = 'CHARGING' and p.lease_until <= now()));
    if found then return candidate.id; end if;
  end loop;
  return null;
end;
$$;
