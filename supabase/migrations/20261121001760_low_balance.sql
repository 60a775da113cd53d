-- A member hears once per refill that 80 % of the tokens are used, and once that 95 % are (B34).

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
-- At the end of the transaction: one run may be paid from both buckets.
create constraint trigger token_history_watch after insert on public.token_history
  deferrable initially deferred for each row execute function private.watch_balance();

-- Whoever is a member already starts from what there is now.
insert into private.token_refill (user_id, token_history_id, total)
select u.id, max(h.id), u.token + u.payment_token
from public.user_usage u join public.token_history h on h.user_id = u.id group by u.id;
