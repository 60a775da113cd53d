-- The email outbox. Every e-mail is written here in the transaction of its event and sent by one job
-- (server/email-outbox.ts). So none is lost, and none is sent for a rolled-back event.

create table private.email_outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  idempotency_key text not null unique,
  user_id uuid references public."user" (id) on delete cascade,
  recipient text,
  language text not null,
  payload jsonb not null default '{}',
  state text not null default 'waiting',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_at timestamptz,
  expires_at timestamptz,
  provider_id text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint email_outbox_kind_known check (kind in (
    'receipt', 'refund', 'payment_failed', 'subscription_ending', 'second_factor', 'notice', 'email_code', 'email_changed', 'answer',
    'invitation', 'team_invitation', 'news_consent', 'refund_asked', 'refund_declined', 'renewal_soon')),
  constraint email_outbox_state_known check (state in ('waiting', 'sending', 'sent', 'refused', 'failed', 'unknown')),
  constraint email_outbox_language_known check (language in ('ko', 'en')),
  constraint email_outbox_recipient_length check (char_length(recipient) between 3 and 254),
  constraint email_outbox_open_or_ended check ((state in ('waiting', 'sending')) = (ended_at is null) and (ended_at is null) = (recipient is not null))
);
comment on table private.email_outbox is
  'One row per e-mail. recipient and payload are deleted when it ends; the row stays a month, of an answer as long as its question, as proof of what was sent.';
comment on column private.email_outbox.idempotency_key is 'kind:event. A second e-mail about the same event is not written.';
comment on column private.email_outbox.user_id is 'Whose account deletion deletes the e-mail; null for an answer to a visitor.';
comment on column private.email_outbox.expires_at is 'After this time the e-mail is no use any more, and counts as failed. Null where it must arrive.';
comment on column private.email_outbox.provider_id is 'What the mail server answered when it took the e-mail.';
create index email_outbox_due on private.email_outbox ((kind = 'notice'), next_attempt_at) where state = 'waiting';
create index email_outbox_expiring on private.email_outbox (expires_at) where state = 'waiting';
create index email_outbox_invitations on private.email_outbox (id) where state = 'waiting' and kind in ('invitation', 'team_invitation');
create index email_outbox_sending on private.email_outbox (claimed_at) where state = 'sending';
create index email_outbox_user on private.email_outbox (user_id);
create index email_outbox_undelivered on private.email_outbox (created_at) where kind = 'answer' and state in ('refused', 'failed', 'unknown');
create index email_outbox_ended on private.email_outbox (ended_at) where kind <> 'answer';
alter table private.email_outbox enable row level security;

-- Whether an e-mail must arrive however late: it is retried until a mail server accepts or refuses it. Payments,
-- refunds, declined refunds and failed payments are documents.
create function private.must_arrive(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select kind in ('receipt', 'refund', 'refund_declined', 'payment_failed')
$$;

-- Writes an e-mail, once per kind and event. @returns its id, or null when the event has one already
create function private.enqueue_email(
  kind text, event text, user_id uuid, recipient text, language text, payload jsonb, lifetime interval default interval '3 days'
) returns bigint
language sql security definer set search_path = '' as $$
  insert into private.email_outbox (kind, idempotency_key, user_id, recipient, language, payload, expires_at)
  values (kind, kind || ':' || event, user_id, recipient, language, payload,
    case when not private.must_arrive(kind) then now() + lifetime end)
  on conflict on constraint email_outbox_idempotency_key_key do nothing
  returning id
$$;

-- Writes an e-mail to a member, in the language of the newest order. Does nothing for a member without an address, or
-- who switched this kind off.
create function private.enqueue_member_email(member uuid, kind text, event text, payload jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.enqueue_email(kind, event, u.id, u.email,
    coalesce((select o.language from public.payment_order o where o.user_id = u.id and o.language is not null order by o.id desc limit 1), 'ko'), payload)
  from public."user" u where u.id = member and u.is_active and u.email is not null
    and not exists (select from private.muted_alarms m where m.user_id = u.id and enqueue_member_email.kind = any (m.emails))
$$;

-- Whether an e-mail of this kind may arrive twice. A lost receipt is worse than a second one. An invitation must not
-- repeat, and an operator who sees an unknown outcome repeats an answer.
create function private.may_repeat_email(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select kind not in ('notice', 'invitation', 'team_invitation', 'answer')
$$;

-- Ends an e-mail or schedules a retry. outcome: sent, refused (never retried), later (surely not accepted), unknown
-- (may have been accepted). The first retry follows after five minutes, and the wait doubles up to a day. An e-mail
-- that need not arrive has ten attempts. A code is retried after seconds, because a member waits for it.
create function private.end_email(email_id bigint, outcome text, provider_id text default null) returns text
language plpgsql set search_path = '' as $$
declare
  email private.email_outbox;
  will_retry boolean;
  next_state text;
begin
  select * into email from private.email_outbox e where e.id = email_id and e.state = 'sending' for update;
  if not found then return null; end if;
  will_retry := (email.attempts < 10 or private.must_arrive(email.kind)) and (outcome = 'later' or outcome = 'unknown' and private.may_repeat_email(email.kind));
  next_state := case when will_retry then 'waiting' when outcome = 'later' then 'failed' else outcome end;
  update private.email_outbox e set state = next_state, claimed_at = null,
    provider_id = coalesce(end_email.provider_id, e.provider_id),
    next_attempt_at = now() + least(interval '1 day',
      power(2, least(e.attempts - 1, 10)) * case e.kind when 'email_code' then interval '5 seconds' else interval '5 minutes' end),
    recipient = case when will_retry then e.recipient end,
    payload = case when will_retry then e.payload else '{}' end,
    ended_at = case when will_retry then null else now() end
  where e.id = email_id;
  return next_state;
end;
$$;

-- Schedules or ends e-mails that cannot continue: those of a process that died while it sent them, and expired ones.
create function private.sweep_emails() returns void
language plpgsql set search_path = '' as $$
begin
  perform private.end_email(e.id, 'unknown') from private.email_outbox e
    where e.state = 'sending' and e.claimed_at < now() - interval '2 minutes';
  update private.email_outbox e set state = 'failed', recipient = null, payload = '{}', ended_at = now()
    where e.state = 'waiting' and e.expires_at < now();
  delete from private.email_outbox e where e.id in (
    select o.id from private.email_outbox o where o.kind <> 'answer' and o.ended_at < now() - interval '31 days' limit 1000 for update skip locked);
end;
$$;

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

-- The end of the Korean night that contains a moment; null by day.
create function private.night_end(at timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select (l.moment::date + r.ends_at + case when l.moment::time >= r.ends_at then interval '1 day' else interval '0' end) at time zone 'Asia/Seoul'
  from private.night_rule r cross join lateral (select at at time zone 'Asia/Seoul' as moment) l
  where case when r.starts_at <= r.ends_at then l.moment::time >= r.starts_at and l.moment::time < r.ends_at
    else l.moment::time >= r.starts_at or l.moment::time < r.ends_at end
$$;

-- Whether an e-mail advertises: an invitation offers gifts, and notices of these types present the product
-- (shared/articles.ts).
create function private.is_advertising(kind text, payload jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select kind = 'invitation' or kind = 'notice' and payload ->> 'type' in ('update', 'event')
$$;

-- Claims due e-mails for one process, those of notices last, so that no code waits behind a mailing. Invitations fail
-- here when their sender was blocked or deleted, the address has unsubscribed, or the seat is taken.
create function private.claim_emails(count integer, kinds text[] default null) returns setof private.email_outbox
language plpgsql set search_path = '' as $$
begin
  perform private.sweep_emails();
  -- First, advertising e-mails are postponed to the morning, also those that were due by day and are late.
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

-- An account deletion deletes its unsent e-mails.
create function private.forget_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.email_outbox e where e.user_id = new.id;
  return new;
end;
$$;
create trigger user_forget_emails after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_emails();

create function private.write_receipt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_member_email(new.user_id, 'receipt', new.code,
    jsonb_build_object('order', new.code, 'plan', new.plan, 'period', new.period, 'pack', new.pack, 'amount', new.amount,
      'paid_at', new.paid_at, 'issuer', new.card_issuer, 'card', new.card_last_four));
  return new;
end;
$$;

-- Sends some alarms as e-mails too.
create function private.email_alarm() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_member_email(new.user_id, new.kind, new.source_id, new.data);
  return new;
end;
$$;

create trigger user_alarm_email after insert on public.user_alarm
  for each row when (new.kind in ('payment_failed', 'subscription_ending', 'renewal_soon', 'second_factor'))
  execute function private.email_alarm();

create table private.news_reader (
  user_id uuid not null references public."user" (id) on delete cascade,
  language text not null,
  reminded_at timestamptz,
  constraint news_reader_pkey primary key (user_id),
  constraint news_reader_language_known check (language in ('ko', 'en'))
);
comment on table private.news_reader is 'In which language a member asked for news by e-mail. Whether the member still wants it says user.is_email_reception.';
comment on column private.news_reader.reminded_at is 'When an e-mail last named the date of the consent, as 정보통신망법 제50조의8 asks every two years.';
alter table private.news_reader enable row level security;

-- Reminds members of their consent to news, two years after it and every two years again (정보통신망법 제50조의8,
-- 시행령 제62조의3). @returns the number of written e-mails
create function private.remind_news_consents(batch integer default 1000) returns integer
language plpgsql set search_path = '' as $$
declare
  written integer;
begin
  with due as (
    select u.id, u.email, c.id as consent_id, c.created_at as agreed_at
    from public."user" u
    cross join lateral (
      select * from public.user_consent c where c.user_id = u.id and c.kind = 'news' order by c.id desc limit 1) c
    left join private.news_reader n on n.user_id = u.id
    where u.is_email_reception and u.email is not null and u.is_active and not u.is_block
      and c.is_given and greatest(c.created_at, n.reminded_at) < now() - interval '2 years'
    order by u.id limit batch
  ), readers as (
    insert into private.news_reader as n (user_id, language, reminded_at)
    select d.id, 'ko', now() from due d
    on conflict on constraint news_reader_pkey do update set reminded_at = excluded.reminded_at
    returning n.user_id, n.language
  )
  select count(private.enqueue_email('news_consent', d.consent_id || ':' || (now() at time zone 'Asia/Seoul')::date, d.id, d.email, r.language,
    jsonb_build_object('member', d.id, 'agreed_at', d.agreed_at), interval '14 days')) into written
  from due d join readers r on r.user_id = d.id;
  return written;
end;
$$;
