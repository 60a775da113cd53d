-- Whoever leaves owes nothing, has no charge under way, and takes the card along.

create or replace function private.require_deletable(member uuid) returns void
language plpgsql set search_path = '' as $$
declare
  usage public.user_usage;
begin
  usage := private.lock_usage(member);
  if exists (select from public.payment_order p where p.user_id = member and p.status in ('CHARGING', 'UNKNOWN')) then
    perform private.refuse('payment_confirming');
  end if;
  if usage.last_subscription_status = 'UNPAID' or usage.token + usage.payment_token < 0 or usage.image + usage.payment_image < 0
    or exists (select from public.payment_debt d where d.user_id = member and (d.token > 0 or d.image > 0)) then
    perform private.refuse('debt_remaining');
  end if;
  if usage.last_subscription_status = 'ACTIVE' then perform private.refuse('subscription_active'); end if;
  if exists (select from private.usage_hold h where member in (h.user_id, h.spender_id)) then
    perform private.refuse('request_in_progress');
  end if;
end;
$$;

-- Orders and payments stay for accounting, without a name; what leads to a card goes.
create function private.forget_payments() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.subscription s set status = 'CANCELED', ended_at = now()
    where s.user_id = new.id and s.status in ('ACTIVE', 'UNPAID', 'PENDING_CANCEL');
  update public.subscription s set cancel_detail = null where s.user_id = new.id;
  update public.payment_order p set status = case p.status when 'PENDING' then 'CANCELED' else p.status end,
    card_issuer = null, card_last_four = null, receipt_url = null where p.user_id = new.id;
  with gone as (delete from private.order_key k using public.payment_order p where p.id = k.order_id and p.user_id = new.id returning k.cipher)
  insert into private.removed_key (cipher) select cipher from gone;
  perform private.drop_card(new.id);
  delete from private.billing_customer c where c.user_id = new.id;
  return new;
end;
$$;
create trigger user_forget_payments after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_payments();
