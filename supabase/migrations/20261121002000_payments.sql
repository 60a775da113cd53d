-- Plans that are paid for, and one-time packs. Members see what they ordered and the last digits of their card; keys of cards stand apart,
-- encrypted by the server, where no role of the browser gets to. See docs/decisions/024.

create table public.subscription (
  id bigint generated always as identity primary key,
  user_id uuid not null references public."user" (id) on delete cascade,
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
  tries integer not null default 0,
  next_try_at timestamptz,
  cancel_reason text,
  cancel_detail text,
  canceled_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  constraint subscription_plan_known check (plan in ('basic', 'pro', 'team')),
  constraint subscription_period_known check (period in ('month', 'year')),
  constraint subscription_status_known check (status in ('ACTIVE', 'UNPAID', 'PENDING_CANCEL', 'EXPIRED', 'CANCELED')),
  constraint subscription_amounts check (amount > 0 and token_month >= 0 and image_month >= 0 and period_end > period_start),
  constraint subscription_cancel_detail_length check (char_length(cancel_detail) <= 500)
);
comment on table public.subscription is
  'What a member agreed to pay for, and the period that is paid. UNPAID rests: nothing is given until it is paid. CANCELED ended by choice, EXPIRED unpaid.';
comment on column public.subscription.anchor_at is 'Periods are counted in months of Korea from here, so that the 31st comes back after a short month. Anew after a late payment.';
comment on column public.subscription.months_given is 'Months of this period whose amounts were given; a year gives twelve.';
comment on column public.subscription.tries is 'Charges for the next period that were declined in a row.';
create unique index subscription_one_live on public.subscription (user_id) where status in ('ACTIVE', 'UNPAID', 'PENDING_CANCEL');
create index subscription_member on public.subscription (user_id, id desc);
create index subscription_due on public.subscription (period_end) where status in ('ACTIVE', 'PENDING_CANCEL');
create index subscription_try on public.subscription (next_try_at) where status = 'UNPAID';

create table public.payment_order (
  id bigint generated always as identity primary key,
  code text not null unique,
  user_id uuid not null references public."user" (id) on delete cascade,
  type text not null,
  plan text,
  period text,
  pack text,
  amount integer not null,
  token bigint not null default 0,
  image bigint not null default 0,
  subscription_id bigint references public.subscription (id) on delete cascade,
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
  constraint payment_order_type_known check (type in ('subscription', 'change', 'renewal', 'pack', 'card')),
  constraint payment_order_status_known check (status in ('PENDING', 'CHARGING', 'UNKNOWN', 'PAID', 'DONE', 'FAILED', 'CANCELED', 'REFUNDED')),
  constraint payment_order_amounts check (token >= 0 and image >= 0 and (amount > 0) = (type <> 'card')),
  constraint payment_order_code_form check (code ~ '^[A-Za-z0-9_-]{6,48}$'),
  constraint payment_order_once unique (subscription_id, period_number)
);
comment on table public.payment_order is
  'One thing to be paid: a period of a subscription, or a pack. UNKNOWN was sent and not answered: it is looked up, never sent again. DONE is a card without a charge.';
-- A member has at most one charge under way, whatever is pressed in how many windows.
create unique index payment_order_one_open on public.payment_order (user_id) where status in ('CHARGING', 'UNKNOWN');
create index payment_order_list on public.payment_order (user_id, id desc);
create index payment_order_pending on public.payment_order (created_at) where status = 'PENDING';

create table private.payment (
  id bigint generated always as identity primary key,
  order_id bigint not null references public.payment_order (id) on delete cascade,
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

create table private.billing_customer (
  user_id uuid primary key references public."user" (id) on delete cascade,
  customer_key uuid not null unique default gen_random_uuid()
);
comment on table private.billing_customer is 'The name of a member at the provider: random, so that it leads to nobody.';

create table private.billing_key (
  user_id uuid primary key references public."user" (id) on delete cascade,
  cipher text not null,
  created_at timestamptz not null default now()
);
comment on table private.billing_key is 'The key that charges the card of a member, encrypted by the server (server/outside/billing-key.ts).';

create table private.order_key (
  order_id bigint primary key references public.payment_order (id) on delete cascade,
  cipher text not null,
  issuer text,
  last_four text
);
comment on table private.order_key is 'The key of a card that an order brings along: becomes the member''s once it has been charged.';

create table private.removed_key (
  id bigint generated always as identity primary key,
  cipher text not null,
  tries integer not null default 0,
  next_at timestamptz not null default now()
);
comment on table private.removed_key is 'Keys that nobody uses any more, until the provider has deleted them.';
create index removed_key_next on private.removed_key (next_at);

create table public.payment_card (
  user_id uuid primary key references public."user" (id) on delete cascade,
  issuer text,
  last_four text,
  created_at timestamptz not null default now()
);
comment on table public.payment_card is 'What a member sees of the card: who issued it and its last four digits.';

create table public.payment_debt (
  order_id bigint primary key references public.payment_order (id) on delete cascade,
  user_id uuid not null references public."user" (id) on delete cascade,
  token bigint not null,
  image bigint not null,
  created_at timestamptz not null default now(),
  constraint payment_debt_not_negative check (token >= 0 and image >= 0)
);
comment on table public.payment_debt is 'What had been spent of an order when its money went back. The next payments pay it off; balances never go below zero.';
create index payment_debt_member on public.payment_debt (user_id);

create table private.payment_event (
  transmission_id text primary key,
  event_type text not null,
  code text not null,
  received_at timestamptz not null default now()
);
comment on table private.payment_event is 'Webhooks about charges of ours that were looked into.';

create table private.simulated_payment (
  code text primary key,
  payment_key text not null unique,
  amount integer not null,
  status text not null,
  failure text,
  visible_at timestamptz not null default now(),
  approved_at timestamptz not null default now()
);
comment on table private.simulated_payment is 'What the card simulator has charged; empty where a real provider is configured.';

-- The fields of user_usage that tell of subscription, order and payment (M11) follow their tables, whoever changes those.
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

alter table public.token_history drop constraint token_history_kind_known;
alter table public.token_history add constraint token_history_kind_known
  check (kind in ('sign_up', 'use', 'refund', 'invite', 'review', 'payment', 'expire', 'operator', 'reversal'));
alter table public.image_history drop constraint image_history_kind_known;
alter table public.image_history add constraint image_history_kind_known
  check (kind in ('sign_up', 'use', 'refund', 'invite', 'review', 'payment', 'expire', 'operator', 'reversal'));

revoke all on public.subscription, public.payment_order, public.payment_card, public.payment_debt from anon, authenticated;
grant select (id, user_id, plan, period, status, amount, token_month, image_month, period_start, period_end, next_try_at, canceled_at, ended_at, created_at)
  on public.subscription to authenticated;
grant select (id, code, user_id, type, plan, period, pack, amount, token, image, status, failure, card_issuer, card_last_four, receipt_url, created_at, paid_at)
  on public.payment_order to authenticated;
grant select on public.payment_card, public.payment_debt to authenticated;

alter table public.subscription enable row level security;
alter table public.payment_order enable row level security;
alter table public.payment_card enable row level security;
alter table public.payment_debt enable row level security;
alter table private.payment enable row level security;
alter table private.billing_customer enable row level security;
alter table private.billing_key enable row level security;
alter table private.order_key enable row level security;
alter table private.removed_key enable row level security;
alter table private.payment_event enable row level security;
alter table private.simulated_payment enable row level security;

create policy "blocked members see no subscription" on public.subscription as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own subscription" on public.subscription
  for select to authenticated using (user_id = (select auth.uid()));
create policy "blocked members see no orders" on public.payment_order as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own orders" on public.payment_order
  for select to authenticated using (user_id = (select auth.uid()));
create policy "blocked members see no card" on public.payment_card as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own card" on public.payment_card
  for select to authenticated using (user_id = (select auth.uid()));
create policy "blocked members see no debt" on public.payment_debt as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own debt" on public.payment_debt
  for select to authenticated using (user_id = (select auth.uid()));
