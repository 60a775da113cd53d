-- Calls to outside services whose provider, or whose own budget here, allows a number a day.
create table private.daily_call (
  day date not null default private.korean_day(),
  name text not null,
  calls integer not null default 1,
  primary key (day, name),
  constraint daily_call_name_form check (name ~ '^[a-z_]{1,30}$')
);
comment on table private.daily_call is 'One row per day of Korea and service: the calls of all processes. shared/daily-calls.ts has the limits.';
alter table private.daily_call enable row level security;

-- Counts one call. False, and not counted, above the day's limit; null as limit counts without one.
create function private.count_daily_call(p_name text, p_max integer) returns boolean
language sql set search_path = '' as $$
  with counted as (
    insert into private.daily_call as d (name) values (p_name)
    on conflict (day, name) do update set calls = d.calls + 1 where p_max is null or d.calls < p_max
    returning 1
  )
  select exists (select from counted)
$$;

-- Today's calls to outside services, by name: shared/daily-calls.ts has their limits.
create function public.operator_read_daily_calls() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (select coalesce(jsonb_object_agg(d.name, d.calls), '{}') from private.daily_call d where d.day = private.korean_day());
end;
$$;
comment on function public.operator_read_daily_calls() is 'Numbers of calls; a service without a call is missing.';
grant execute on function public.operator_read_daily_calls() to authenticated;
