-- Tokens and image credits. A balance changes only through a history row, so it is always the sum of its history.
-- Ledger rows need their member's row, so a deleted account is anonymised instead (docs/decisions/036).

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
alter table public.user_usage enable row level security;
grant select on public.user_usage to authenticated;
create policy "blocked members see no usage" on public.user_usage as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own usage" on public.user_usage
  for select to authenticated using (id = (select auth.uid()));

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
alter table public.user_benefit enable row level security;
grant select on public.user_benefit to authenticated;
create policy "blocked members see no benefit" on public.user_benefit as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own benefit" on public.user_benefit
  for select to authenticated using (id = (select auth.uid()));

create table public.token_history (
  id bigint generated always as identity,
  user_id uuid not null references public."user" (id) on delete restrict,
  spender_id uuid not null references public."user" (id) on delete restrict,
  kind text not null,
  bucket text not null default 'token',
  amount bigint not null,
  balance_after bigint not null,
  idempotency_key text not null,
  tool_use_id bigint,
  prompt_use_id bigint,
  created_at timestamptz not null default now(),
  constraint token_history_bucket_known check (bucket in ('token', 'payment_token')),
  constraint token_history_kind_known check (kind in ('sign_up', 'use', 'refund', 'invite', 'review', 'payment', 'expire', 'operator', 'reversal')),
  constraint token_history_sign check (
    case when kind in ('use', 'expire', 'reversal') then amount < 0 when kind = 'operator' then amount <> 0 else amount > 0 end),
  constraint token_history_once unique (user_id, idempotency_key),
  primary key (user_id, id)
);
comment on table public.token_history is 'Every movement of tokens. user_id owns the balance, spender_id caused the movement, idempotency_key is unique for its member, so that nothing happens twice. Every key begins with user_id, so that the table can be partitioned by member.';
create index token_history_key on public.token_history (idempotency_key);
create index token_history_day on public.token_history using brin (created_at);
create index token_history_spender on public.token_history (spender_id, user_id, created_at);
create index token_history_of_team on public.token_history (spender_id, id desc) where spender_id <> user_id;
alter table public.token_history enable row level security;
grant select on public.token_history to authenticated;
create policy "blocked members see no token history" on public.token_history as restrictive
  to authenticated using ((select private.may_use_service()));
-- A member who spends a team's tokens can read the own charges, whose rows belong to the owner.
create policy "members read their own token history" on public.token_history
  for select to authenticated using (user_id = (select auth.uid()) or spender_id = (select auth.uid()));
create trigger token_history_count_day after insert on public.token_history
  for each row when (new.kind = 'use' and new.amount < 0) execute function private.count_tokens_of_day();

create table public.image_history (
  id bigint generated always as identity,
  user_id uuid not null references public."user" (id) on delete restrict,
  spender_id uuid not null references public."user" (id) on delete restrict,
  kind text not null,
  bucket text not null default 'image',
  amount bigint not null,
  balance_after bigint not null,
  idempotency_key text not null,
  tool_use_id bigint,
  prompt_use_id bigint,
  created_at timestamptz not null default now(),
  constraint image_history_bucket_known check (bucket in ('image', 'payment_image')),
  constraint image_history_kind_known check (kind in ('sign_up', 'use', 'refund', 'invite', 'review', 'payment', 'expire', 'operator', 'reversal')),
  constraint image_history_sign check (
    case when kind in ('use', 'expire', 'reversal') then amount < 0 when kind = 'operator' then amount <> 0 else amount > 0 end),
  constraint image_history_once unique (user_id, idempotency_key),
  primary key (user_id, id)
);
comment on table public.image_history is 'Every movement of image credits; same rules as token_history.';
create index image_history_key on public.image_history (idempotency_key);
create index image_history_spender on public.image_history (spender_id, user_id, created_at);
create index image_history_of_team on public.image_history (spender_id, id desc) where spender_id <> user_id;
alter table public.image_history enable row level security;
grant select on public.image_history to authenticated;
create policy "blocked members see no image history" on public.image_history as restrictive
  to authenticated using ((select private.may_use_service()));
create policy "members read their own image history" on public.image_history
  for select to authenticated using (user_id = (select auth.uid()) or spender_id = (select auth.uid()));

-- Every piece of work that costs: a text, a command of the editor, the answers to a prompt, a tone, a keyword. The row
-- of a live run is the hold on the payer's balance and the lease of the working process. It is also the position in the
-- queue and the lock that refuses a second run (B39).
create table private.run (
  id bigint generated always as identity primary key,
  kind text not null,
  subject_id bigint not null,
  attempt integer not null default 1,
  idempotency_key text not null generated always as (kind || ':' || subject_id || ':' || attempt) stored unique,
  member_id uuid not null references public."user" (id) on delete cascade,
  payer_id uuid not null references public.user_usage (id) on delete cascade,
  input jsonb not null default '{}',
  model text not null default '',
  status text not null default 'running',
  held_token bigint not null,
  held_image bigint not null,
  token bigint not null default 0,
  image bigint not null default 0,
  token_input bigint not null default 0,
  token_output bigint not null default 0,
  duration integer not null default 0,
  error_code text,
  state jsonb,
  failure_count smallint not null default 0,
  lease_until timestamptz not null,
  handed_over_at timestamptz,
  cancel_requested_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  stage text,
  constraint run_kind_known check (kind in ('tool_use', 'tool_edit', 'prompt_use', 'tone_analysis', 'keyword_search')),
  constraint run_status_known check (status in ('queued', 'running', 'done', 'stopped', 'failed')),
  constraint run_ended check ((ended_at is null) = (status in ('queued', 'running'))),
  constraint run_held_not_negative check (held_token >= 0 and held_image >= 0)
);
comment on table private.run is 'A run from its hold to its end, kept for 90 days. kind names the table whose row subject_id it works on.';
comment on column private.run.id is 'Also its place in the queue: of those that go on, as many as the site''s capacity with the lowest ids run, the others wait.';
comment on column private.run.input is 'What is needed to write its end when its process is gone.';
comment on column private.run.state is 'What its events add up to, for late readers: kept for a day after its end.';
comment on column private.run.handed_over_at is
  'Since when its process, which is about to end, has left it for another one to go on with. token, image and the counts beside them say what it had used by then.';
comment on column private.run.stage is 'What of its work it was at when it was last saved; null for kinds of one stage.';
comment on column private.run.failure_count is 'How often its recovery failed. After five times it is left alone, its hold released.';
create unique index run_one_live on private.run (member_id) where ended_at is null;
create index run_member on private.run (member_id, id desc);
create index run_payer on private.run (payer_id, ended_at);
create index run_lease on private.run (lease_until) where ended_at is null;
create index run_queue on private.run (id) where ended_at is null;
create index run_subject on private.run (kind, subject_id, id desc);
create index run_ended_at on private.run (ended_at) include (status);
create index run_with_state on private.run (ended_at) where state is not null;
alter table private.run enable row level security;

-- The history row changes the balance; the row lock on user_usage serializes the movements of one member.
create function private.apply_token_history() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.bucket = 'token' then
    update public.user_usage set token = token + new.amount where id = new.user_id returning token into new.balance_after;
  else
    update public.user_usage set payment_token = payment_token + new.amount where id = new.user_id
      returning payment_token into new.balance_after;
  end if;
  if not found then perform private.raise_app_error('member_not_found'); end if;
  return new;
end;
$$;
create trigger token_history_apply before insert on public.token_history
  for each row execute function private.apply_token_history();

create function private.apply_image_history() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.bucket = 'image' then
    update public.user_usage set image = image + new.amount where id = new.user_id returning image into new.balance_after;
  else
    update public.user_usage set payment_image = payment_image + new.amount where id = new.user_id
      returning payment_image into new.balance_after;
  end if;
  if not found then perform private.raise_app_error('member_not_found'); end if;
  return new;
end;
$$;
create trigger image_history_apply before insert on public.image_history
  for each row execute function private.apply_image_history();

-- A balance changes only inside the trigger of a history row (depth 2), for every role.
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

-- History rows are never deleted with a member.
create function private.guard_history() returns trigger
language plpgsql set search_path = '' as $$
begin
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

-- Grants tokens once per idempotency key. False when the key was used before.
create function private.grant_tokens(member uuid, amount bigint, kind text, idempotency_key text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if amount <= 0 then perform private.raise_app_error('invalid_request'); end if;
  perform from public.user_usage where id = member for update;
  if exists (select from public.token_history h where h.user_id = member and h.idempotency_key = grant_tokens.idempotency_key) then return false; end if;
  insert into public.token_history (user_id, spender_id, kind, amount, balance_after, idempotency_key)
  values (member, member, kind, amount, 0, idempotency_key);
  return true;
end;
$$;

-- Opens a run and holds its maximum cost. @returns its id
create function private.open_run(
  kind text, subject_id bigint, attempt integer, member uuid, tokens bigint, images bigint, model text, input jsonb, lease_seconds integer
) returns bigint
language plpgsql set search_path = '' as $$
declare
  usage public.user_usage;
  payer uuid;
  held record;
  run_id bigint;
begin
  if tokens < 0 or images < 0 then perform private.raise_app_error('invalid_request'); end if;
  loop
    payer := private.payer_of(member);
    perform private.lock_balances(payer, member);
    -- A seat may have come or gone while we waited.
    exit when private.payer_of(member) = payer;
  end loop;
  select * into usage from public.user_usage where id = payer;
  if not found then perform private.raise_app_error('user_or_usage_failed'); end if;
  -- Pro and Team make as many images as they like (T19, B06).
  if private.effective_plan(member) in ('pro', 'team') then images := 0; end if;
  if exists (select from private.run r where r.member_id = member and r.ended_at is null) then
    perform private.raise_app_error('request_in_progress');
  end if;
  select coalesce(sum(r.held_token), 0) as token, coalesce(sum(r.held_image), 0) as image into held
    from private.run r where r.payer_id = usage.id and r.ended_at is null;
  if usage.token + usage.payment_token - held.token < tokens then perform private.raise_app_error('no_tokens'); end if;
  if usage.image + usage.payment_image - held.image < images then perform private.raise_app_error('no_image_credits'); end if;
  insert into private.run (kind, subject_id, attempt, member_id, payer_id, held_token, held_image, model, input, lease_until)
  values (kind, subject_id, attempt, member, usage.id, tokens, images, model, input, now() + make_interval(secs => lease_seconds))
  returning id into run_id;
  return run_id;
end;
$$;

-- Ends a live run, and charges its usage, never more than the hold. The payer of the hold pays, even when the seat has
-- ended since, because the text was the team's. @returns the charge; no row for a run that has ended
create function private.settle_run(run_id bigint, status text, tokens bigint, images bigint) returns table (token bigint, image bigint)
language plpgsql set search_path = '' as $$
declare
  run private.run;
  usage public.user_usage;
  tokens_due bigint;
  images_due bigint;
  part bigint;
  tool_use_id bigint;
  prompt_use_id bigint;
begin
  update private.run r set status = settle_run.status, ended_at = now(),
    token = least(greatest(tokens, 0), r.held_token), image = least(greatest(images, 0), r.held_image)
    where r.id = run_id and r.ended_at is null returning * into run;
  if not found then return; end if;
  perform private.lock_balances(run.payer_id, run.member_id);
  select * into usage from public.user_usage where id = run.payer_id;
  tokens_due := run.token;
  images_due := run.image;
  tool_use_id := case when run.kind = 'tool_use' then run.subject_id end;
  prompt_use_id := case when run.kind = 'prompt_use' then run.subject_id end;

  part := least(tokens_due, usage.payment_token);
  if part > 0 then
    insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key, tool_use_id, prompt_use_id)
    values (run.payer_id, run.member_id, 'use', 'payment_token', -part, 0, run.idempotency_key || ':payment_token', tool_use_id, prompt_use_id);
  end if;
  if tokens_due > part then
    insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key, tool_use_id, prompt_use_id)
    values (run.payer_id, run.member_id, 'use', 'token', part - tokens_due, 0, run.idempotency_key || ':token', tool_use_id, prompt_use_id);
  end if;

  part := least(images_due, usage.payment_image);
  if part > 0 then
    insert into public.image_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key, tool_use_id, prompt_use_id)
    values (run.payer_id, run.member_id, 'use', 'payment_image', -part, 0, run.idempotency_key || ':payment_image', tool_use_id, prompt_use_id);
  end if;
  if images_due > part then
    insert into public.image_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key, tool_use_id, prompt_use_id)
    values (run.payer_id, run.member_id, 'use', 'image', part - images_due, 0, run.idempotency_key || ':image', tool_use_id, prompt_use_id);
  end if;
  -- When the plan ended while the run held some of its tokens, none of them remain.
  if usage.plan = 'starter' and (usage.payment_token > 0 or usage.payment_image > 0)
    and not exists (select from private.run r where r.payer_id = run.payer_id and r.ended_at is null) then
    perform private.expire_paid(run.payer_id);
  end if;
  -- A member who spent another member's tokens also gets a live change (M18).
  if run.member_id <> run.payer_id then
    update public.user_usage u set plan = u.plan where u.id = run.member_id;
  end if;
  return query select tokens_due, images_due;
end;
$$;

create function private.count_run_of_day(
  spender uuid, ceiling bigint, images integer, member_runs integer, member_tokens bigint, member_images integer,
  site_runs bigint, site_tokens bigint, site_images bigint
) returns text
language plpgsql set search_path = '' as $$
declare
  today date := private.korean_day();
  mine private.daily_use;
  site record;
begin
  if random() < 0.01 then
    delete from private.daily_use d where d.ctid in (
      select o.ctid from private.daily_use o where o.day < today - 7 limit 1000 for update skip locked);
  end if;
  insert into private.daily_use as d (day, key, runs, images) values (today, 'member:' || spender, 1, count_run_of_day.images)
  on conflict (day, key) do update set runs = d.runs + 1, images = d.images + excluded.images returning d.* into mine;
  if mine.runs > member_runs or mine.tokens + ceiling > member_tokens then return 'member'; end if;
  -- The daily limit of images refuses only runs that ask for images.
  if count_run_of_day.images > 0 and mine.images > member_images then return 'member'; end if;
  insert into private.daily_use as d (day, key, runs, images) values (today, private.site_share(spender), 1, count_run_of_day.images)
  on conflict (day, key) do update set runs = d.runs + 1, images = d.images + excluded.images;
  select sum(d.runs) as runs, sum(d.tokens) as tokens, sum(d.images) as images into site from private.daily_use d
    where d.day = today and d.key >= 'site:' and d.key < 'site;';
  if site.runs > site_runs or site.tokens + ceiling > site_tokens then return 'site'; end if;
  if count_run_of_day.images > 0 and site.images > site_images then return 'site'; end if;
  return null;
end;
$$;

-- Movements that the caller can read, newest first: those of the own balance, and the caller's charges to a team. Each
-- part uses its own index, so a page costs the same for a member with a hundred thousand of them. before_id is the last
-- id of the page before.
create function public.list_token_movements(before_id bigint default null, rows_max integer default 31) returns setof public.token_history
language sql stable security definer set search_path = '' as $$
  (select h.* from public.token_history h where (select private.may_use_service()) and h.user_id = (select auth.uid())
    and h.id < coalesce(before_id, 9223372036854775807) order by h.id desc limit least(rows_max, 100))
  union all
  (select h.* from public.token_history h where (select private.may_use_service()) and h.spender_id = (select auth.uid()) and h.spender_id <> h.user_id
    and h.id < coalesce(before_id, 9223372036854775807) order by h.id desc limit least(rows_max, 100))
  order by id desc limit least(rows_max, 100)
$$;
grant execute on function public.list_token_movements(bigint, integer) to authenticated;

create function public.list_image_movements(before_id bigint default null, rows_max integer default 31) returns setof public.image_history
language sql stable security definer set search_path = '' as $$
  (select h.* from public.image_history h where (select private.may_use_service()) and h.user_id = (select auth.uid())
    and h.id < coalesce(before_id, 9223372036854775807) order by h.id desc limit least(rows_max, 100))
  union all
  (select h.* from public.image_history h where (select private.may_use_service()) and h.spender_id = (select auth.uid()) and h.spender_id <> h.user_id
    and h.id < coalesce(before_id, 9223372036854775807) order by h.id desc limit least(rows_max, 100))
  order by id desc limit least(rows_max, 100)
$$;
grant execute on function public.list_image_movements(bigint, integer) to authenticated;

-- The number of movements that the caller can read.
create function public.count_movements() returns table (token bigint, image bigint)
language sql stable security definer set search_path = '' as $$
  select (select count(*) from public.token_history h where h.user_id = (select auth.uid()))
      + (select count(*) from public.token_history h where h.spender_id = (select auth.uid()) and h.spender_id <> h.user_id),
    (select count(*) from public.image_history h where h.user_id = (select auth.uid()))
      + (select count(*) from public.image_history h where h.spender_id = (select auth.uid()) and h.spender_id <> h.user_id)
  where (select private.may_use_service())
$$;
grant execute on function public.count_movements() to authenticated;
