-- Everybody may add to the statistics, so what may be added is narrow and how much of it is bounded.

alter table public.statistic_log
  add constraint statistic_log_detail_form check (
    case type when 'VIEW' then type_detail in ('VIEW_PAGE', 'VIEW_UNIQUE') else type_detail ~ '^[A-Z][A-Z_]*$' end),
  add constraint statistic_log_url_is_path check (url like '/%');

create table private.statistic_minute (
  minute timestamptz primary key,
  first_id bigint not null
);
comment on table private.statistic_minute is
  'The first row number of each minute with rows. Row numbers count without a lock: one look-up tells how many were asked for since.';
alter table private.statistic_minute enable row level security;

-- At most 6000 rows a minute from all browsers together; beyond that rows are refused until the next minute.
create function private.limit_statistics() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  this_minute timestamptz := date_trunc('minute', clock_timestamp());
  first_of_minute bigint;
begin
  select m.first_id into first_of_minute from private.statistic_minute m where m.minute = this_minute;
  if not found then
    insert into private.statistic_minute (minute, first_id) values (this_minute, new.id) on conflict (minute) do nothing;
    delete from private.statistic_minute m where m.minute < this_minute - interval '1 hour';
    return new;
  end if;
  if new.id - first_of_minute >= 6000 then perform private.refuse('too_many_requests'); end if;
  return new;
end;
$$;
create trigger statistic_log_limit before insert on public.statistic_log
  for each row when (current_user in ('anon', 'authenticated')) execute function private.limit_statistics();
