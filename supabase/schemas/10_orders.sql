-- Orders, payments and cards. Members can read their orders and the last digits of their card. The server encrypts
-- billing keys, and no role of the browser can read them (docs/decisions/024). The row of user_usage is the lock of a
-- member: every function locks it first.

create table public.subscription (
  id bigint generated always as identity primary key,
  user_id uuid not null references public."user" (id) on delete restrict,
  code text not null unique,
  plan text not null,
  period text not null,
  status text not null default 'ACTIVE',
  amount integer not null,
  token_month bigint not null,
  image_month bigint not null,
  anchor_at timestamptz not null,
  anchor_number integer not null default 1,
  period_number integer not null default 1,
  period_start timestamptz not null,
  period_end timestamptz not null,
  months_given integer not null default 1,
  next_month_at timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz,
  retry_at timestamptz,
  cancel_reason text,
  cancel_detail text,
  canceled_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  announced_period integer not null default 0,
  constraint subscription_plan_known check (plan in ('basic', 'pro', 'team')),
  constraint subscription_period_known check (period in ('month', 'year')),
  constraint subscription_status_known check (status in ('ACTIVE', 'UNPAID', 'PENDING_CANCEL', 'EXPIRED', 'CANCELED')),
  constraint subscription_amounts check (amount > 0 and token_month >= 0 and image_month >= 0 and period_end > period_start),
  constraint subscription_cancel_detail_length check (char_length(cancel_detail) <= 500),
  constraint subscription_cancel_reason_length check (char_length(cancel_reason) <= 50)
);
comment on table public.subscription is
  'What a member agreed to pay for, and the period that is paid. UNPAID rests: nothing is given until it is paid. CANCELED ended by choice, EXPIRED unpaid.';
comment on column public.subscription.anchor_at is 'Periods are counted in months of Korea from here, so that the 31st comes back after a short month. Anew after a late payment.';
comment on column public.subscription.months_given is 'Months of this period whose amounts were given; a year gives twelve.';
comment on column public.subscription.tries is 'Charges for the next period that were declined in a row.';
comment on column public.subscription.announced_period is 'The newest period whose renewal was announced, so that each is announced once.';
comment on column public.subscription.next_month_at is 'When a year gives its next month; null when it gives none any more.';
comment on column public.subscription.retry_at is 'Set for an hour when work on the row failed, so that it keeps no other row waiting.';
create unique index subscription_one_live on public.subscription (user_id) where status in ('ACTIVE', 'UNPAID', 'PENDING_CANCEL');
create index subscription_member on public.subscription (user_id, id desc);
create index subscription_due on public.subscription (period_end) where status in ('ACTIVE', 'PENDING_CANCEL');
create index subscription_month on public.subscription (next_month_at) where status in ('ACTIVE', 'PENDING_CANCEL');
create index subscription_announce on public.subscription (period_end) where status = 'ACTIVE' and announced_period < period_number;
create index subscription_try on public.subscription (next_try_at) where status = 'UNPAID';
alter table public.subscription enable row level security;
grant select (id, user_id, plan, period, status, amount, token_month, image_month, period_start, period_end, next_try_at, canceled_at,
  ended_at, created_at) on public.subscription to authenticated;
create policy "blocked members see no subscription" on public.subscription as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own subscription" on public.subscription
  for select to authenticated using (user_id = (select auth.uid()));

create table public.payment_order (
  id bigint generated always as identity primary key,
  code text not null unique,
  user_id uuid not null references public."user" (id) on delete restrict,
  type text not null,
  plan text,
  period text,
  pack text,
  amount integer not null,
  token bigint not null default 0,
  image bigint not null default 0,
  subscription_id bigint references public.subscription (id) on delete restrict,
  period_number integer,
  status text not null default 'PENDING',
  failure text,
  card_issuer text,
  card_last_four text,
  receipt_url text,
  try_number integer not null default 1,
  lease_until timestamptz,
  check_at timestamptz,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  language text,
  refunded integer not null default 0,
  pays_stored boolean not null default false,
  constraint payment_order_type_known check (type in ('subscription', 'change', 'renewal', 'pack', 'card')),
  constraint payment_order_status_known check (status in ('PENDING', 'CHARGING', 'UNKNOWN', 'PAID', 'DONE', 'FAILED', 'CANCELED', 'REFUNDED')),
  constraint payment_order_amounts check (token >= 0 and image >= 0 and (amount > 0) = (type <> 'card')),
  constraint payment_order_code_form check (code ~ '^[A-Za-z0-9_-]{6,48}$'),
  constraint payment_order_once unique (subscription_id, period_number),
  constraint payment_order_language_known check (language in ('ko', 'en')),
  constraint payment_order_refunded_part check (refunded between 0 and amount)
);
comment on table public.payment_order is
  'One thing to be paid: a period of a subscription, or a pack. UNKNOWN was sent and not answered: it is looked up, never sent again. DONE is a card without a charge.';
comment on column public.payment_order.language is 'In which the member ordered. Null for renewals: letters about them follow the newest order that has one.';
comment on column public.payment_order.pays_stored is
  'Charged to the stored card without the provider''s page. Such an order needs a fresh sign-in, so nothing else may set it.';
comment on column public.payment_order.refunded is 'What went back of it, in KRW. PAID as long as something is left, REFUNDED when all of it went back.';
-- A member has at most one open charge, across all windows.
create unique index payment_order_one_open on public.payment_order (user_id) where status in ('CHARGING', 'UNKNOWN');
create index payment_order_list on public.payment_order (user_id, id desc);
create index payment_order_pending on public.payment_order (created_at) where status = 'PENDING';
create index payment_order_shown on public.payment_order (user_id, id desc) where status not in ('PENDING', 'CANCELED');
alter table public.payment_order enable row level security;
grant select (id, code, user_id, type, plan, period, pack, amount, token, image, status, failure, card_issuer, card_last_four,
  receipt_url, created_at, paid_at, refunded) on public.payment_order to authenticated;
create policy "blocked members see no orders" on public.payment_order as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own orders" on public.payment_order
  for select to authenticated using (user_id = (select auth.uid()));

create table private.payment (
  id bigint generated always as identity primary key,
  order_id bigint not null references public.payment_order (id) on delete restrict,
  try_number integer not null,
  code text not null unique,
  status text not null default 'INTENT',
  payment_key text unique,
  amount integer not null,
  balance integer,
  failure text,
  approved_at timestamptz,
  created_at timestamptz not null default now(),
  constraint payment_status_known check (status in ('INTENT', 'UNKNOWN', 'DONE', 'DECLINED', 'CANCELED')),
  constraint payment_once unique (order_id, try_number)
);
comment on table private.payment is 'One charge at the provider, written down before it is asked for. code is its order id there.';
create unique index payment_one_done on private.payment (order_id) where status in ('DONE', 'CANCELED');
create index payment_day on private.payment (approved_at) where status = 'DONE';
alter table private.payment enable row level security;

create table private.billing_customer (
  user_id uuid primary key references public."user" (id) on delete cascade,
  customer_key uuid not null unique default gen_random_uuid()
);
comment on table private.billing_customer is 'The name of a member at the provider: random, so that it leads to nobody.';
alter table private.billing_customer enable row level security;

create table private.billing_key (
  user_id uuid primary key references public."user" (id) on delete cascade,
  cipher text not null,
  created_at timestamptz not null default now()
);
comment on table private.billing_key is 'The key that charges the card of a member, encrypted by the server (server/adapters/billing-key.ts).';
alter table private.billing_key enable row level security;

create table private.order_key (
  order_id bigint primary key references public.payment_order (id) on delete cascade,
  cipher text not null,
  issuer text,
  last_four text
);
comment on table private.order_key is 'The key of a card that an order brings along: becomes the member''s once it has been charged.';
alter table private.order_key enable row level security;

create table private.removed_key (
  id bigint generated always as identity primary key,
  cipher text not null,
  tries integer not null default 0,
  next_at timestamptz not null default now()
);
comment on table private.removed_key is 'Keys that nobody uses any more, until the provider has deleted them.';
create index removed_key_next on private.removed_key (next_at);
alter table private.removed_key enable row level security;

create table public.payment_card (
  user_id uuid primary key references public."user" (id) on delete cascade,
  issuer text,
  last_four text,
  created_at timestamptz not null default now()
);
comment on table public.payment_card is 'What a member sees of the card: who issued it and its last four digits.';
alter table public.payment_card enable row level security;
grant select on public.payment_card to authenticated;
create policy "blocked members see no card" on public.payment_card as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own card" on public.payment_card
  for select to authenticated using (user_id = (select auth.uid()));

create table public.payment_debt (
  order_id bigint primary key references public.payment_order (id) on delete restrict,
  user_id uuid not null references public."user" (id) on delete restrict,
  token bigint not null,
  image bigint not null,
  created_at timestamptz not null default now(),
  constraint payment_debt_not_negative check (token >= 0 and image >= 0)
);
comment on table public.payment_debt is 'What had been spent of an order when its money went back. The next payments pay it off; balances never go below zero.';
create index payment_debt_member on public.payment_debt (user_id);
alter table public.payment_debt enable row level security;
grant select on public.payment_debt to authenticated;
create policy "blocked members see no debt" on public.payment_debt as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own debt" on public.payment_debt
  for select to authenticated using (user_id = (select auth.uid()));

create table private.payment_event (
  transmission_id text primary key,
  event_type text not null,
  code text not null,
  received_at timestamptz not null default now()
);
comment on table private.payment_event is 'Webhooks about charges of ours that were looked into.';
alter table private.payment_event enable row level security;

create table private.simulated_payment (
  code text primary key,
  payment_key text not null unique,
  amount integer not null,
  status text not null,
  failure text,
  visible_at timestamptz not null default now(),
  approved_at timestamptz not null default now(),
  returned integer not null default 0,
  refunds text[] not null default '{}'
);
comment on table private.simulated_payment is 'What the card simulator has charged; empty where a real provider is configured.';
comment on column private.simulated_payment.refunds is 'Names of the refunds that were made: asking again makes none.';
alter table private.simulated_payment enable row level security;

-- The fields of user_usage about subscription, order and payment (M11) are updated with their tables.
create function private.follow_subscription() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.user_usage set last_subscription_id = new.id, last_subscription_status = new.status
    where id = new.user_id and coalesce(last_subscription_id, 0) <= new.id;
  return null;
end;
$$;
create trigger subscription_follow after insert or update of status on public.subscription
  for each row execute function private.follow_subscription();

create function private.follow_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.user_usage set last_order_id = new.id, last_order_code = new.code, last_order_type = new.type where id = new.user_id;
  return null;
end;
$$;
create trigger payment_order_follow after insert on public.payment_order
  for each row execute function private.follow_order();

create function private.follow_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.user_usage u set last_payment_id = new.id, last_payment_order_id = new.code, last_payment_status = new.status
    from public.payment_order o where o.id = new.order_id and u.id = o.user_id and coalesce(u.last_payment_id, 0) <= new.id;
  return null;
end;
$$;
create trigger payment_follow after insert or update of status on private.payment
  for each row execute function private.follow_payment();

create function private.lock_usage(member uuid) returns public.user_usage
language plpgsql set search_path = '' as $$
declare
  usage public.user_usage;
begin
  select * into usage from public.user_usage u where u.id = member for update;
  if not found then perform private.raise_app_error('user_or_usage_failed'); end if;
  return usage;
end;
$$;

create function private.lock_order(order_id bigint) returns public.payment_order
language plpgsql set search_path = '' as $$
declare
  o public.payment_order;
begin
  select * into o from public.payment_order p where p.id = order_id;
  if not found then perform private.raise_app_error('not_found'); end if;
  perform private.lock_usage(o.user_id);
  select * into o from public.payment_order p where p.id = order_id for update;
  return o;
end;
$$;

create function private.find_live_subscription(member uuid) returns public.subscription
language sql stable set search_path = '' as $$
  select s.* from public.subscription s where s.user_id = member and s.status in ('ACTIVE', 'UNPAID', 'PENDING_CANCEL')
$$;

-- Whether this order is allowed now (M08, M09, M10, B02, B33). Checked when an order is opened and again before it is
-- charged.
create function private.require_orderable(o public.payment_order) returns void
language plpgsql set search_path = '' as $$
declare
  live public.subscription;
begin
  perform private.lock_usage(o.user_id);
  if o.type = 'pack' then return; end if;
  live := private.find_live_subscription(o.user_id);
  if o.type = 'card' then
    if live.id is null then perform private.raise_app_error('check_plan'); end if;
    return;
  end if;
  if exists (select from public.user_benefit b where b.id = o.user_id and now() >= b.start_at and now() < b.end_at) then
    perform private.raise_app_error('benefit_active');
  end if;
  if live.status = 'UNPAID' then perform private.raise_app_error('unpaid_card'); end if;
  if live.plan = o.plan and live.period = o.period then perform private.raise_app_error('plan_already_selected'); end if;
  if o.type = 'subscription' and live.id is not null then perform private.raise_app_error('must_cancel_first'); end if;
  if o.type = 'change' and live.id is null then perform private.raise_app_error('check_plan'); end if;
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
    perform private.raise_app_error('payment_confirming');
  end if;
  insert into private.billing_customer (user_id) values (member) on conflict do nothing;
  insert into public.payment_order (code, user_id, type, plan, period, pack, amount, token, image)
  values (open_order.code, member, open_order.type, open_order.plan, open_order.period, open_order.pack, open_order.amount,
    open_order.token, open_order.image)
  returning id into o.id;
  return o.id;
end;
$$;

-- Records the charge before the provider's call. False: another process has it, or it is over.
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
    perform private.raise_app_error('payment_confirming');
  end;
  if o.type <> 'card' then
    insert into private.payment (order_id, try_number, code, amount)
    values (o.id, o.try_number, o.code || '-' || o.try_number, o.amount)
    on conflict on constraint payment_once do nothing;
  end if;
  return true;
end;
$$;

-- No call was made, so the charge can begin again.
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

create function private.save_order_key(order_id bigint, cipher text, issuer text, last_four text) returns void
language sql set search_path = '' as $$
  insert into private.order_key (order_id, cipher, issuer, last_four) values (order_id, cipher, issuer, last_four)
  on conflict on constraint order_key_pkey do update set cipher = excluded.cipher, issuer = excluded.issuer, last_four = excluded.last_four
$$;

-- The key of an order becomes the member's; the previous one is queued for deletion.
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

-- Removes the stored card. A running plan needs it for its next payment, so its member cancels first.
create function private.remove_card(member uuid) returns void
language plpgsql set search_path = '' as $$
declare
  live public.subscription;
begin
  perform private.lock_usage(member);
  live := private.find_live_subscription(member);
  if live.status in ('ACTIVE', 'UNPAID') then perform private.raise_app_error('check_plan'); end if;
  if exists (select from public.payment_order p where p.user_id = member and p.status in ('CHARGING', 'UNKNOWN')) then
    perform private.raise_app_error('payment_confirming');
  end if;
  perform private.drop_card(member);
end;
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

-- The call was made, and its result is unknown.
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

-- The next order whose charge needs a lookup: a missing response, or a process that is gone.
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

create trigger payment_order_receipt after update of status on public.payment_order
  for each row when (new.status = 'PAID' and old.status is distinct from new.status and new.amount > 0)
  execute function private.write_receipt();
