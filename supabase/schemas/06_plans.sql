-- The effective plan of a member (paid, benefit or team seat), and the alarms at 80 and 95 % of the tokens (B33, B34,
-- M12).

create table private.token_refill (
  user_id uuid primary key references public."user" (id) on delete cascade,
  token_history_id bigint not null,
  total bigint not null
);
comment on table private.token_refill is
  'The last movement that was no use of tokens, and what both buckets held right after it: what percentages are taken of.';
alter table private.token_refill enable row level security;

create function private.watch_balance() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  total_now bigint;
  refill private.token_refill;
  percent_used integer;
  percent integer;
begin
  select u.token + u.payment_token into total_now from public.user_usage u where u.id = new.user_id;
  if new.kind not in ('use', 'refund') then
    insert into private.token_refill (user_id, token_history_id, total) values (new.user_id, new.id, total_now)
    on conflict (user_id) do update set token_history_id = excluded.token_history_id, total = excluded.total;
    return null;
  end if;
  select * into refill from private.token_refill r where r.user_id = new.user_id;
  if not found or refill.total <= 0 then return null; end if;
  percent_used := (refill.total - total_now) * 100 / refill.total;
  percent := case when percent_used >= 95 then 95 when percent_used >= 80 then 80 end;
  if percent is not null then
    insert into public.user_alarm (user_id, kind, source_id, data)
    values (new.user_id, 'balance_low', refill.token_history_id || ':' || percent, jsonb_build_object('percent', percent))
    on conflict on constraint user_alarm_once do nothing;
  end if;
  return null;
end;
$$;
-- At the end of the transaction, because one run may be paid from both buckets.
create constraint trigger token_history_watch after insert on public.token_history
  deferrable initially deferred for each row execute function private.watch_balance();

create function private.higher_plan(a text, b text) returns text
language sql immutable set search_path = '' as $$
  select case when coalesce(array_position(array['starter', 'basic', 'pro', 'team'], b), 0)
    > coalesce(array_position(array['starter', 'basic', 'pro', 'team'], a), 0) then b else a end
$$;

-- The plan of a running benefit and its end; no row without one.
create function private.find_running_benefit(member uuid) returns table (plan text, end_at timestamptz)
language sql stable set search_path = '' as $$
  select b.type_detail, b.end_at from public.user_benefit b
  where b.id = member and b.type = 'plan' and b.start_at <= now() and now() < b.end_at and b.type_detail in ('basic', 'pro', 'team')
$$;

create function private.effective_plan(member uuid) returns text
language sql stable set search_path = '' as $$
  select case when private.payer_of(member) <> member then 'team' else private.own_plan(member) end
$$;
comment on function private.effective_plan(uuid) is 'The plan that counts now. user_usage.plan is only what is paid for.';

create function public.read_usage() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  member constant uuid := auth.uid();
  payer uuid;
  own public.user_usage;
  payer_usage public.user_usage;
  plan text;
begin
  if not private.may_use_service() then return null; end if;
  select * into own from public.user_usage u where u.id = member;
  if not found then return null; end if;
  payer := private.payer_of(member);
  select * into payer_usage from public.user_usage u where u.id = payer;
  plan := private.effective_plan(member);
  return jsonb_build_object('id', own.id, 'token', payer_usage.token, 'image', payer_usage.image, 'payment_token', payer_usage.payment_token,
    'payment_image', payer_usage.payment_image, 'last_subscription_status', own.last_subscription_status, 'plan', plan,
    'plan_until', case when payer = member and plan <> own.plan then (select b.end_at from private.find_running_benefit(member) b) end,
    'team_owner', case when payer <> member then (select u.nickname from public."user" u where u.id = payer) end);
end;
$$;
grant execute on function public.read_usage() to authenticated;
