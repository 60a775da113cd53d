-- E-mails about payments, the second factor and important notices. A trigger writes each in the transaction of its event; a job sends it.

create table private.payment_letter (
  id bigint generated always as identity primary key,
  user_id uuid not null references public."user" (id) on delete cascade,
  kind text not null,
  source_id text not null,
  address text,
  language text not null,
  data jsonb not null,
  tries integer not null default 0,
  not_before timestamptz not null default now(),
  sending_at timestamptz,
  created_at timestamptz not null default now(),
  constraint payment_letter_once unique (kind, source_id),
  constraint payment_letter_language_known check (language in ('ko', 'en')),
  constraint payment_letter_kind_known check (kind in ('receipt', 'refund', 'payment_failed', 'subscription_ending', 'second_factor', 'notice'))
);
comment on table private.payment_letter is
  'One row per event and letter. address is null once nothing is left to send; sending_at is set before it goes, so that a crash never sends it twice.';
create index payment_letter_waiting on private.payment_letter (id) where address is not null and sending_at is null;
create index payment_letter_member on private.payment_letter (user_id);
create index payment_letter_age on private.payment_letter (created_at);
alter table private.payment_letter enable row level security;

create function private.write_payment_letter(member uuid, kind text, source_id text, data jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.payment_letter (user_id, kind, source_id, address, language, data)
  select u.id, write_payment_letter.kind, write_payment_letter.source_id, u.email,
    coalesce((select o.language from public.payment_order o where o.user_id = u.id and o.language is not null order by o.id desc limit 1), 'ko'), data
  from public."user" u where u.id = member and u.is_active and u.email is not null
  on conflict on constraint payment_letter_once do nothing
$$;

-- Letters of refunds are written above, with what went back each time.
create function private.write_order_letter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_payment_letter(new.user_id, 'receipt', new.code,
    jsonb_build_object('order', new.code, 'plan', new.plan, 'period', new.period, 'pack', new.pack, 'amount', new.amount,
      'paid_at', new.paid_at, 'issuer', new.card_issuer, 'card', new.card_last_four));
  return new;
end;
$$;
create trigger payment_order_letter after update of status on public.payment_order
  for each row when (new.status = 'PAID' and old.status is distinct from new.status and new.amount > 0)
  execute function private.write_order_letter();

create function private.write_alarm_letter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_payment_letter(new.user_id, new.kind, new.source_id, new.data);
  return new;
end;
$$;
create trigger user_alarm_letter after insert on public.user_alarm
  for each row when (new.kind in ('payment_failed', 'subscription_ending', 'second_factor'))
  execute function private.write_alarm_letter();

-- Takes letters that are due, for one process alone. What is older than three days is no news; a month later it is forgotten.
create function private.begin_payment_letters(count integer) returns table (id bigint, kind text, address text, language text, data jsonb)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  delete from private.payment_letter l where l.created_at < now() - interval '31 days';
  return query with begun as (
    update private.payment_letter l set sending_at = now(), tries = l.tries + 1
    where l.id in (
      select w.id from private.payment_letter w
      where w.address is not null and w.sending_at is null and w.not_before <= now() and w.created_at > now() - interval '3 days'
      order by w.id limit count for update skip locked)
    returning l.id, l.kind, l.address, l.language, l.data
  ) select * from begun b order by b.id;
end;
$$;

-- After a try. One that surely was not taken comes again later: after minutes at first, and no more after two days.
create function private.end_payment_letter(letter_id bigint, will_retry boolean) returns void
language sql set search_path = '' as $$
  update private.payment_letter l set
    address = case when will_retry and l.tries < 10 then l.address end,
    sending_at = case when will_retry and l.tries < 10 then null else l.sending_at end,
    not_before = now() + interval '5 minutes' * power(2, l.tries - 1)
  where l.id = letter_id
$$;

-- Whoever leaves takes the address along.
create function private.forget_payment_letters() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.payment_letter l where l.user_id = new.id;
  return new;
end;
$$;
create trigger user_forget_payment_letters after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_payment_letters();

create table private.news_reader (
  user_id uuid not null references public."user" (id) on delete cascade,
  language text not null,
  constraint news_reader_pkey primary key (user_id),
  constraint news_reader_language_known check (language in ('ko', 'en'))
);
comment on table private.news_reader is 'In which language somebody asked for news by e-mail. Whether they still want it says user.is_email_reception.';
alter table private.news_reader enable row level security;
