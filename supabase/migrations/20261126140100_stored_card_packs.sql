-- A pack can be paid with the stored card, and the card of a cancelled plan can be removed.

alter table public.payment_order add column pays_stored boolean not null default false;
comment on column public.payment_order.pays_stored is
  'Charged to the stored card without the provider''s page. Such an order needs a fresh sign-in, so nothing else may set it.';
update public.payment_order set pays_stored = true where type = 'change' and status = 'PENDING';

create or replace function private.remove_card(member uuid) returns void
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

create or replace function private.resume_subscription(member uuid) returns void
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
