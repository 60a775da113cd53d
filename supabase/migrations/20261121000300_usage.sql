-- Tokens and image credits. A balance changes only through a history row, so it is always the sum of its history.

create table public.user_usage (
  id uuid primary key references public."user" (id) on delete cascade,
  token bigint not null default 0,
  image bigint not null default 0,
  plan text not null default 'starter',
  payment_id bigint,
  payment_code text,
  payment_token bigint not null default 0,
  payment_image bigint not null default 0,
  last_subscription_id bigint,
  last_subscription_status text,
  last_order_id bigint,
  last_order_code text,
  last_order_type text,
  last_payment_id bigint,
  last_payment_order_id text,
  last_payment_status text,
  constraint user_usage_plan_known check (plan in ('starter', 'basic', 'pro', 'team')),
  constraint user_usage_subscription_known check (
    last_subscription_status in ('ACTIVE', 'UNPAID', 'PENDING_CANCEL', 'EXPIRED', 'CANCELED')),
  constraint user_usage_not_negative check (token >= 0 and image >= 0 and payment_token >= 0 and payment_image >= 0)
);
comment on table public.user_usage is
  'Balances and plan of a member. token and image are gifts and rewards; payment_token and payment_image are this paid period''s, spent first.';

create table public.user_benefit (
  id uuid primary key references public."user" (id) on delete cascade,
  type text not null,
  type_detail text,
  duration integer not null,
  duration_unit text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  constraint user_benefit_unit_known check (duration_unit in ('day', 'month', 'year')),
  constraint user_benefit_period check (end_at > start_at and duration > 0)
);
comment on table public.user_benefit is 'A gift or promotion that an operator gave, with start and end.';

create table public.token_history (
  id bigint generated always as identity primary key,
  user_id uuid not null references public."user" (id) on delete cascade,
  spender_id uuid not null references public."user" (id) on delete cascade,
  kind text not null,
  bucket text not null default 'token',
  amount bigint not null,
  balance_after bigint not null,
  cause text not null unique,
  tool_use_id bigint,
  prompt_use_id bigint,
  created_at timestamptz not null default now(),
  constraint token_history_bucket_known check (bucket in ('token', 'payment_token')),
  constraint token_history_kind_known check (kind in ('sign_up', 'use', 'refund', 'invite', 'review', 'payment', 'expire', 'operator'))
);
comment on table public.token_history is 'Every movement of tokens. user_id owns the balance, spender_id caused the movement, cause is unique so that nothing happens twice.';

create table public.image_history (
  id bigint generated always as identity primary key,
  user_id uuid not null references public."user" (id) on delete cascade,
  spender_id uuid not null references public."user" (id) on delete cascade,
  kind text not null,
  bucket text not null default 'image',
  amount bigint not null,
  balance_after bigint not null,
  cause text not null unique,
  tool_use_id bigint,
  prompt_use_id bigint,
  created_at timestamptz not null default now(),
  constraint image_history_bucket_known check (bucket in ('image', 'payment_image')),
  constraint image_history_kind_known check (kind in ('sign_up', 'use', 'refund', 'invite', 'review', 'payment', 'expire', 'operator'))
);
comment on table public.image_history is 'Every movement of image credits; same rules as token_history.';

create table private.usage_hold (
  cause text primary key,
  user_id uuid not null references public.user_usage (id) on delete cascade,
  spender_id uuid not null unique references public."user" (id) on delete cascade,
  token bigint not null,
  image bigint not null,
  created_at timestamptz not null default now(),
  lease_until timestamptz not null,
  constraint usage_hold_not_negative check (token >= 0 and image >= 0)
);
comment on table private.usage_hold is
  'What a running generation may spend at most. One per spender: it is also the lock that refuses a second run (B39).';

create index token_history_list on public.token_history (user_id, id desc);
create index image_history_list on public.image_history (user_id, id desc);
create index token_history_spender on public.token_history (spender_id);
create index image_history_spender on public.image_history (spender_id);
create index usage_hold_payer on private.usage_hold (user_id);
create index usage_hold_lease on private.usage_hold (lease_until);

-- The history row moves the balance; the row lock on user_usage puts movements of one member in order.
create function private.apply_token_history() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.bucket = 'token' then
    update public.user_usage set token = token + new.amount where id = new.user_id returning token into new.balance_after;
  else
    update public.user_usage set payment_token = payment_token + new.amount where id = new.user_id
      returning payment_token into new.balance_after;
  end if;
  if not found then perform private.refuse('member_not_found'); end if;
  return new;
end;
$$;

create function private.apply_image_history() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.bucket = 'image' then
    update public.user_usage set image = image + new.amount where id = new.user_id returning image into new.balance_after;
  else
    update public.user_usage set payment_image = payment_image + new.amount where id = new.user_id
      returning payment_image into new.balance_after;
  end if;
  if not found then perform private.refuse('member_not_found'); end if;
  return new;
end;
$$;

create trigger token_history_apply before insert on public.token_history
  for each row execute function private.apply_token_history();
create trigger image_history_apply before insert on public.image_history
  for each row execute function private.apply_image_history();

-- A balance may change only inside the trigger of a history row (depth 2), whoever asks.
create function private.guard_balance() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if (new.token, new.image, new.payment_token, new.payment_image) is distinct from (0::bigint, 0::bigint, 0::bigint, 0::bigint) then
      raise exception using errcode = 'P0001', message = 'balance_needs_history';
    end if;
    return new;
  end if;
  if (new.token, new.image, new.payment_token, new.payment_image)
     is distinct from (old.token, old.image, old.payment_token, old.payment_image) and pg_trigger_depth() < 2 then
    raise exception using errcode = 'P0001', message = 'balance_needs_history';
  end if;
  return new;
end;
$$;
create trigger user_usage_guard before insert or update on public.user_usage
  for each row execute function private.guard_balance();

-- History is never rewritten. Rows go only together with their member (cascade, depth 2).
create function private.guard_history() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  raise exception using errcode = 'P0001', message = 'history_is_immutable';
end;
$$;
create trigger token_history_guard before update or delete on public.token_history
  for each row execute function private.guard_history();
create trigger image_history_guard before update or delete on public.image_history
  for each row execute function private.guard_history();
create trigger token_history_guard_truncate before truncate on public.token_history
  for each statement execute function private.guard_history();
create trigger image_history_guard_truncate before truncate on public.image_history
  for each statement execute function private.guard_history();

-- Gives tokens once per cause. Returns false when this cause was given before.
create function private.grant_tokens(member uuid, amount bigint, kind text, cause text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if amount <= 0 then perform private.refuse('invalid_request'); end if;
  perform from public.user_usage where id = member for update;
  if exists (select from public.token_history h where h.cause = grant_tokens.cause) then return false; end if;
  insert into public.token_history (user_id, spender_id, kind, amount, balance_after, cause)
  values (member, member, kind, amount, 0, cause);
  return true;
exception when unique_violation then
  -- The same cause was given to another member at this moment; rolling back to here takes the balance back too.
  return false;
end;
$$;

-- Takes hold of the most that a run may spend. Refuses a second run of the same spender and what the balance cannot carry.
create function private.hold_usage(spender uuid, tokens bigint, images bigint, cause text, lease_seconds integer) returns void
language plpgsql set search_path = '' as $$
declare
  usage public.user_usage;
  held record;
begin
  if tokens < 0 or images < 0 then perform private.refuse('invalid_request'); end if;
  select * into usage from public.user_usage where id = spender for update;
  if not found then perform private.refuse('user_or_usage_failed'); end if;
  if exists (select from private.usage_hold h where h.spender_id = spender) then
    perform private.refuse('request_in_progress');
  end if;
  select coalesce(sum(h.token), 0) as token, coalesce(sum(h.image), 0) as image into held
    from private.usage_hold h where h.user_id = usage.id;
  if usage.token + usage.payment_token - held.token < tokens then perform private.refuse('no_tokens'); end if;
  if usage.image + usage.payment_image - held.image < images then perform private.refuse('no_image_credits'); end if;
  insert into private.usage_hold (cause, user_id, spender_id, token, image, lease_until)
  values (cause, usage.id, spender, tokens, images, now() + make_interval(secs => lease_seconds));
end;
$$;

-- Ends a hold and charges what was used, never more than was held, the paid period's amount first.
-- Returns what was charged; a hold that is gone charges nothing, so settling twice is harmless.
create function private.settle_usage(
  hold_cause text, tokens bigint, images bigint, tool_use_id bigint default null, prompt_use_id bigint default null
) returns table (token bigint, image bigint)
language plpgsql set search_path = '' as $$
declare
  hold private.usage_hold;
  usage public.user_usage;
  tokens_due bigint;
  images_due bigint;
  part bigint;
begin
  delete from private.usage_hold h where h.cause = hold_cause returning * into hold;
  if not found then
    return query select 0::bigint, 0::bigint;
    return;
  end if;
  select * into usage from public.user_usage where id = hold.user_id for update;
  tokens_due := least(greatest(tokens, 0), hold.token);
  images_due := least(greatest(images, 0), hold.image);

  part := least(tokens_due, usage.payment_token);
  if part > 0 then
    insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, cause, tool_use_id, prompt_use_id)
    values (hold.user_id, hold.spender_id, 'use', 'payment_token', -part, 0, hold_cause || ':payment_token', settle_usage.tool_use_id, settle_usage.prompt_use_id);
  end if;
  if tokens_due > part then
    insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, cause, tool_use_id, prompt_use_id)
    values (hold.user_id, hold.spender_id, 'use', 'token', part - tokens_due, 0, hold_cause || ':token', settle_usage.tool_use_id, settle_usage.prompt_use_id);
  end if;

  part := least(images_due, usage.payment_image);
  if part > 0 then
    insert into public.image_history (user_id, spender_id, kind, bucket, amount, balance_after, cause, tool_use_id, prompt_use_id)
    values (hold.user_id, hold.spender_id, 'use', 'payment_image', -part, 0, hold_cause || ':payment_image', settle_usage.tool_use_id, settle_usage.prompt_use_id);
  end if;
  if images_due > part then
    insert into public.image_history (user_id, spender_id, kind, bucket, amount, balance_after, cause, tool_use_id, prompt_use_id)
    values (hold.user_id, hold.spender_id, 'use', 'image', part - images_due, 0, hold_cause || ':image', settle_usage.tool_use_id, settle_usage.prompt_use_id);
  end if;
  return query select tokens_due, images_due;
end;
$$;

-- A run whose hold was lost to a sweep must not go on as if it were paid for: false says so.
create function private.renew_hold(hold_cause text, lease_seconds integer) returns boolean
language plpgsql set search_path = '' as $$
begin
  update private.usage_hold set lease_until = now() + make_interval(secs => lease_seconds) where cause = hold_cause;
  return found;
end;
$$;

revoke all on public.user_usage, public.user_benefit, public.token_history, public.image_history from anon, authenticated;
grant select on public.user_usage, public.user_benefit, public.token_history, public.image_history to authenticated;

alter table public.user_usage enable row level security;
alter table public.user_benefit enable row level security;
alter table public.token_history enable row level security;
alter table public.image_history enable row level security;
alter table private.usage_hold enable row level security;

create policy "blocked members see no usage" on public.user_usage as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own usage" on public.user_usage
  for select to authenticated using (id = (select auth.uid()));
create policy "blocked members see no benefit" on public.user_benefit as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own benefit" on public.user_benefit
  for select to authenticated using (id = (select auth.uid()));
create policy "blocked members see no token history" on public.token_history as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own token history" on public.token_history
  for select to authenticated using (user_id = (select auth.uid()));
create policy "blocked members see no image history" on public.image_history as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own image history" on public.image_history
  for select to authenticated using (user_id = (select auth.uid()));
