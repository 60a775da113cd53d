-- Runs survive their process: their events are rows, and the hold on the balance is their lease and their queue position (docs/decisions/010).

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
  keys text[], first_ids bigint[], last_ids bigint[], events text[], lease_seconds integer
) returns table (idempotency_key text, state text)
language sql set search_path = '' as $$
  with beat as (
    select b.* from unnest(keys, first_ids, last_ids, events) as b (idempotency_key, first_id, last_id, events)
  ), alive as (
    select h.idempotency_key, h.run, h.spender_id, h.stop_requested_at, h.lease_until
    from private.usage_hold h where h.idempotency_key = any (keys)
    for no key update skip locked
  ), renewed as (
    update private.usage_hold h set lease_until = now() + make_interval(secs => lease_seconds)
    from alive a where h.idempotency_key = a.idempotency_key and a.lease_until < now() + make_interval(secs => lease_seconds * 0.75)
  ), saved as (
    insert into private.run_event (run, first_id, last_id, events)
    select a.run, b.first_id, b.last_id, b.events
    from beat b join alive a on a.idempotency_key = b.idempotency_key where b.events is not null
    -- The answer to an earlier beat was lost: the same events come again, perhaps with more.
    on conflict (run, first_id) do update set last_id = excluded.last_id, events = excluded.events
  )
  select b.idempotency_key, case
    when a.idempotency_key is null then case when h.idempotency_key is null then 'lost' else 'busy' end
    when u.is_block then 'blocked'
    when a.stop_requested_at is not null then 'stop'
    else 'go' end
  from beat b
    left join alive a on a.idempotency_key = b.idempotency_key
    left join private.usage_hold h on h.idempotency_key = b.idempotency_key
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

-- What a member has asked for under an Idempotency-Key, so that asking again gives the same answer and costs nothing
-- (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/).
create table private.idempotent_request (
  member_id uuid not null references public."user" (id) on delete cascade,
  key text not null,
  -- SHA-256 of method, path and body.
  fingerprint bytea not null,
  -- Null while the first request is being answered.
  answer json,
  created_at timestamptz not null default now(),
  primary key (member_id, key),
  constraint idempotency_key_length check (length(key) between 1 and 255)
);
comment on table private.idempotent_request is 'Requests that cost, by the key that their sender gave them. Forgotten after a day.';
create index idempotent_request_created on private.idempotent_request (created_at);
alter table private.idempotent_request enable row level security;
