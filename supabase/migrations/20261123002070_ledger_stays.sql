-- A member's row with anything in the ledger or in the payments cannot be deleted, by whichever way: rows of a team's owner would go with a member, and
-- with any buyer the records that the law wants kept. Leaving (private.delete_account) takes the name away and keeps the row. See docs/decisions/036.

do $$
declare
  key record;
begin
  for key in
    select c.conrelid::regclass as relation, c.conname as name, a.attname as column_name, c.confrelid::regclass as target, f.attname as target_column
    from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[1]
    where c.contype = 'f' and c.confdeltype = 'c' and c.conrelid in (
      'public.token_history'::regclass, 'public.image_history'::regclass, 'public.subscription'::regclass, 'public.payment_order'::regclass,
      'public.payment_debt'::regclass, 'private.payment'::regclass, 'private.payment_refund'::regclass)
  loop
    execute format('alter table %s drop constraint %I, add constraint %I foreign key (%I) references %s (%I) on delete restrict',
      key.relation, key.name, key.name, key.column_name, key.target, key.target_column);
  end loop;
end;
$$;

-- Nothing goes with its member any more.
create or replace function private.guard_history() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = 'history_is_immutable';
end;
$$;
