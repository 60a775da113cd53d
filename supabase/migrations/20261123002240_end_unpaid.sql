-- An unpaid plan can be ended at once: nothing more is charged for it, and its member may leave.
create function private.end_unpaid_subscription(member uuid) returns void
language plpgsql set search_path = '' as $$
declare
  s public.subscription;
begin
  perform private.lock_usage(member);
  s := private.find_live_subscription(member);
  if s.id is null or s.status <> 'UNPAID' then perform private.refuse('check_plan'); end if;
  if exists (select from public.payment_order p where p.user_id = member and p.status in ('CHARGING', 'UNKNOWN') and p.type <> 'pack') then
    perform private.refuse('payment_confirming');
  end if;
  update public.subscription set canceled_at = now(), cancel_reason = 'unpaid' where id = s.id;
  perform private.end_subscription(s.id, 'CANCELED');
end;
$$;
