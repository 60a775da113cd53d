-- Each run says in its own row what of its work it is at.

alter table private.run add column stage text;

comment on column private.run.stage is 'What of its work it was at when it was last saved; null for kinds of one stage.';

drop function private.save_runs(bigint[], bigint[], bigint[], text[], integer);

create function private.save_runs(
  ids bigint[], first_ids bigint[], last_ids bigint[], events text[], stages text[], lease_seconds integer
) returns table (id bigint, state text)
language sql set search_path = '' as $$
  with beat as (
    select b.* from unnest(ids, first_ids, last_ids, events, stages) as b (id, first_id, last_id, events, stage)
  ), alive as (
    select r.id, r.member_id, r.cancel_requested_at, r.lease_until
    from private.run r where r.id = any (ids) and r.ended_at is null
    for no key update skip locked
  ), renewed as (
    update private.run r set lease_until = now() + make_interval(secs => lease_seconds), stage = b.stage
    from alive a join beat b on b.id = a.id
    where r.id = a.id
      and (a.lease_until < now() + make_interval(secs => lease_seconds * 0.75) or r.stage is distinct from b.stage)
  ), saved as (
    insert into private.run_event (run_id, first_id, last_id, events)
    select a.id, b.first_id, b.last_id, b.events
    from beat b join alive a on a.id = b.id where b.events is not null
    -- The answer to an earlier beat was lost: the same events come again, perhaps with more.
    on conflict (run_id, first_id) do update set last_id = excluded.last_id, events = excluded.events
  )
  select b.id, case
    when a.id is null then case when r.id is null then 'lost' else 'busy' end
    when u.is_block then 'blocked'
    when a.cancel_requested_at is not null then 'stop'
    else 'go' end
  from beat b
    left join alive a on a.id = b.id
    left join private.run r on r.id = b.id and r.ended_at is null
    left join public."user" u on u.id = a.member_id;
$$;
