-- Runs survive their process: what they send is kept in rows, and the hold on the balance is their lease and their place in line.

-- A text can be written again or continued: each time is an attempt, and a cause in the ledger names both.
alter table public.tool_use drop column stop_requested_at;
alter table public.tool_use add column attempt integer not null default 1;

alter table private.usage_hold
  add column run text generated always as (split_part(cause, ':', 1) || ':' || split_part(cause, ':', 2)) stored,
  add column place bigint generated always as identity,
  add column stop_requested_at timestamptz;
comment on column private.usage_hold.run is 'What is running, as table:id; the cause adds the attempt.';
comment on column private.usage_hold.place is 'Its place among all runs: as many as the site''s capacity with the lowest places go on, the others wait.';
create index usage_hold_run on private.usage_hold (run);
create index usage_hold_place on private.usage_hold (place);

create table private.run_event (
  run text not null,
  first_id bigint not null,
  last_id bigint not null,
  events text not null,
  primary key (run, first_id),
  constraint run_event_order check (last_id >= first_id)
);
comment on table private.run_event is
  'What a run sent, in batches: one JSON object a line, numbered from first_id to last_id. Ids of attempt n begin at n * 1,000,000 + 1.';
alter table private.run_event enable row level security;

-- One beat of a process: keeps what its runs have sent since the last one, renews their leases and hears what became of them.
-- state: go, stop (somebody asked for it), blocked (the member), lost (taken for dead and closed by somebody else),
-- busy (another transaction holds it at this moment: nothing was kept, ask again).
create function private.save_runs(
  causes text[], first_ids bigint[], last_ids bigint[], events text[], lease_seconds integer
) returns table (cause text, state text)
language sql set search_path = '' as $$
  with beat as (
    select b.* from unnest(causes, first_ids, last_ids, events) as b (cause, first_id, last_id, events)
  ), alive as (
    select h.cause, h.run, h.spender_id, h.stop_requested_at, h.lease_until
    from private.usage_hold h where h.cause = any (causes)
    for no key update skip locked
  ), renewed as (
    update private.usage_hold h set lease_until = now() + make_interval(secs => lease_seconds)
    from alive a where h.cause = a.cause and a.lease_until < now() + make_interval(secs => lease_seconds * 0.75)
  ), saved as (
    insert into private.run_event (run, first_id, last_id, events)
    select a.run, b.first_id, b.last_id, b.events
    from beat b join alive a on a.cause = b.cause where b.events is not null
    -- The answer to an earlier beat was lost: the same events come again, perhaps with more.
    on conflict (run, first_id) do update set last_id = excluded.last_id, events = excluded.events
  )
  select b.cause, case
    when a.cause is null then case when h.cause is null then 'lost' else 'busy' end
    when u.is_block then 'blocked'
    when a.stop_requested_at is not null then 'stop'
    else 'go' end
  from beat b
    left join alive a on a.cause = b.cause
    left join private.usage_hold h on h.cause = b.cause
    left join public."user" u on u.id = a.spender_id;
$$;

create function private.forget_run_events() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.run_event e where e.run = tg_argv[0] || ':' || old.id;
  return old;
end;
$$;
create trigger tool_use_forget_events after delete on public.tool_use
  for each row execute function private.forget_run_events('tool_use');
create trigger prompt_use_forget_events after delete on public.prompt_use
  for each row execute function private.forget_run_events('prompt_use');

drop function private.renew_hold(text, integer);
