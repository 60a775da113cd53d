-- Runs survive their process: their events are rows (docs/decisions/043). The runs themselves are in 05_ledger.sql,
-- because they hold balances.

create table private.run_event (
  run_id bigint not null references private.run (id) on delete cascade,
  first_id bigint not null,
  last_id bigint not null,
  events text not null,
  primary key (run_id, first_id),
  constraint run_event_order check (last_id >= first_id)
);
comment on table private.run_event is
  'What a run sent, in batches: one JSON object a line, numbered from first_id to last_id. Ids of attempt n begin at n * 1,000,000 + 1. Kept for a day after its end.';
alter table private.run_event enable row level security;

-- Notifies followers of a run in other processes that new events exist.
create function private.notify_run_events() returns trigger
language plpgsql set search_path = '' as $$
declare
  changed_runs constant text := (select string_agg(distinct n.run_id::text, ',') from new_events n);
begin
  if changed_runs is not null then perform pg_catalog.pg_notify('run_events', changed_runs); end if;
  return null;
end;
$$;
create trigger run_event_notify_insert after insert on private.run_event
  referencing new table as new_events for each statement execute function private.notify_run_events();
create trigger run_event_notify_update after update on private.run_event
  referencing new table as new_events for each statement execute function private.notify_run_events();

-- Saves the new events of a process's runs four times a second, renews their leases and returns their state. state: go,
-- stop (a cancel request), blocked (the member), lost (orphaned and closed by recovery), busy (another transaction
-- locks it: nothing was stored, retry).
create function private.save_runs(
  ids bigint[], first_ids bigint[], last_ids bigint[], events text[], stages text[], lease_seconds integer
) returns table (id bigint, state text)
language sql set search_path = '' as $$
  with saved_run as (
    select b.* from unnest(ids, first_ids, last_ids, events, stages) as b (id, first_id, last_id, events, stage)
  ), alive as (
    select r.id, r.member_id, r.cancel_requested_at, r.lease_until
    from private.run r where r.id = any (ids) and r.ended_at is null
    for no key update skip locked
  ), renewed as (
    update private.run r set lease_until = now() + make_interval(secs => lease_seconds), stage = b.stage
    from alive a join saved_run b on b.id = a.id
    where r.id = a.id
      and (a.lease_until < now() + make_interval(secs => lease_seconds * 0.75) or r.stage is distinct from b.stage)
  ), saved as (
    insert into private.run_event (run_id, first_id, last_id, events)
    select a.id, b.first_id, b.last_id, b.events
    from saved_run b join alive a on a.id = b.id where b.events is not null
    -- When the answer to an earlier call was lost, the same events arrive again, perhaps with more.
    on conflict (run_id, first_id) do update set last_id = excluded.last_id, events = excluded.events
  )
  select b.id, case
    when a.id is null then case when r.id is null then 'lost' else 'busy' end
    when u.is_block then 'blocked'
    when a.cancel_requested_at is not null then 'stop'
    else 'go' end
  from saved_run b
    left join alive a on a.id = b.id
    left join private.run r on r.id = b.id and r.ended_at is null
    left join public."user" u on u.id = a.member_id;
$$;

-- Deletes the events of a run with the row that it worked on.
create function private.forget_runs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.run_event e using private.run r where r.kind = tg_argv[0] and r.subject_id = old.id and e.run_id = r.id;
  update private.run r set state = null where r.kind = tg_argv[0] and r.subject_id = old.id and r.state is not null;
  return old;
end;
$$;
create trigger tool_use_forget_runs after delete on public.tool_use
  for each row execute function private.forget_runs('tool_use');

-- A member's requests with an Idempotency-Key, so that a repeat gets the same response and costs nothing
-- (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/).
create table private.idempotent_request (
  member_id uuid not null references public."user" (id) on delete cascade,
  key text not null,
  -- SHA-256 of method, path and body.
  fingerprint bytea not null,
  -- Null while the first request is running.
  answer json,
  created_at timestamptz not null default now(),
  primary key (member_id, key),
  constraint idempotency_key_length check (length(key) between 1 and 255)
);
comment on table private.idempotent_request is 'Requests that cost, by the key that their sender gave them. Forgotten after a day.';
create index idempotent_request_created on private.idempotent_request (created_at);
alter table private.idempotent_request enable row level security;
