-- E-mails that advertise wait at night until 08:00 of Korea.

create table private.night_rule (
  is_only boolean primary key default true,
  starts_at time not null default '21:00',
  ends_at time not null default '08:00',
  constraint night_rule_one check (is_only)
);
comment on table private.night_rule is
  'Between which hours of Korea no e-mail that advertises is sent (정보통신망법 제50조). One row; equal hours switch the rule off.';
alter table private.night_rule enable row level security;
insert into private.night_rule default values;

-- When the night of Korea is over that a moment lies in; null by day.
create function private.night_end(at timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select (l.moment::date + r.ends_at + case when l.moment::time >= r.ends_at then interval '1 day' else interval '0' end) at time zone 'Asia/Seoul'
  from private.night_rule r cross join lateral (select at at time zone 'Asia/Seoul' as moment) l
  where case when r.starts_at <= r.ends_at then l.moment::time >= r.starts_at and l.moment::time < r.ends_at
    else l.moment::time >= r.starts_at or l.moment::time < r.ends_at end
$$;

-- Whether an e-mail advertises: an invitation offers gifts, and notices of these types present the product (shared/articles.ts).
create function private.is_advertising(kind text, payload jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select kind = 'invitation' or kind = 'notice' and payload ->> 'type' in ('update', 'event')
$$;

create or replace function private.claim_emails(count integer, kinds text[] default null) returns setof private.email_outbox
language plpgsql set search_path = '' as $$
begin
  perform private.sweep_emails();
  -- Before anything is taken: what advertises waits for the morning, also what was due by day and is late.
  update private.email_outbox e set next_attempt_at = night.ends_at
    from (select private.night_end(now()) as ends_at) night
    where night.ends_at is not null and e.state = 'waiting' and e.next_attempt_at <= now() and private.is_advertising(e.kind, e.payload);
  update private.email_outbox e set state = 'failed', recipient = null, payload = '{}', ended_at = now()
    where e.state = 'waiting' and e.kind in ('invitation', 'team_invitation') and (
      not exists (select from public."user" u where u.id = e.user_id and u.is_active and not u.is_block)
      or exists (select from private.mail_refusal r where r.address_hash = e.payload ->> 'address_hash')
      or e.kind = 'team_invitation' and not exists (
        select from private.team_seat s
        where s.id = split_part(e.idempotency_key, ':', 2)::bigint and s.member_id is null and s.expires_at > now()));
  return query
    with claimed as (
      update private.email_outbox e set state = 'sending', claimed_at = now(), attempts = e.attempts + 1
      where e.id in (
        select w.id from private.email_outbox w
        where w.state = 'waiting' and w.next_attempt_at <= now() and (kinds is null or w.kind = any (kinds))
        order by w.kind = 'notice', w.next_attempt_at limit count for update skip locked)
      returning e.*
    )
    select * from claimed c order by c.id;
end;
$$;
