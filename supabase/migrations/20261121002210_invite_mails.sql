-- Invitations by e-mail: who asked for one to which address, until it is sent; and who never wants one again. Addresses are other people's:
-- they are kept only until their mail has gone, and as keyed hashes for a month.

create table private.invite_mail (
  id bigint generated always as identity primary key,
  user_id uuid not null references public."user" (id) on delete cascade,
  address text,
  address_hash text not null,
  sender_hash text not null,
  language text not null,
  created_at timestamptz not null default now(),
  sending_at timestamptz,
  constraint invite_mail_address_length check (char_length(address) between 3 and 254),
  constraint invite_mail_language_known check (language in ('ko', 'en'))
);
comment on table private.invite_mail is
  'An invitation to one address. address is null once nothing is left to send; sending_at is set before the mail goes, so that a crash never sends it twice. sender_hash is whom it was asked from.';
create index invite_mail_address on private.invite_mail (address_hash);
create index invite_mail_member on private.invite_mail (user_id, created_at);
create index invite_mail_sender on private.invite_mail (sender_hash, created_at);
create index invite_mail_age on private.invite_mail (created_at);

create table private.mail_refusal (
  address_hash text primary key,
  created_at timestamptz not null default now()
);
comment on table private.mail_refusal is 'Keyed hashes of addresses that want no invitation any more.';

alter table private.invite_mail enable row level security;
alter table private.mail_refusal enable row level security;

-- From when on this caller may invite so many more by e-mail; null for now. Counted over the last day, for all processes together.
create function private.invite_mails_from(member uuid, sender text, wanted integer, member_max integer, sender_max integer) returns timestamptz
language sql stable set search_path = '' as $$
  select max(counted.first_at) + interval '1 day' from (
    select count(*) as used, min(m.created_at) as first_at, member_max as most
      from private.invite_mail m where m.user_id = member and m.created_at > now() - interval '1 day'
    union all
    select count(*), min(m.created_at), sender_max
      from private.invite_mail m where m.sender_hash = sender and m.created_at > now() - interval '1 day'
  ) counted
  where counted.used + wanted > counted.most
$$;

-- Takes on invitations. An address that refused, or had one in the last thirty days, counts for the day and is written to no more.
-- Returns the mails to send; `free_from` alone when the day is used up.
create function private.add_invite_mails(
  member uuid, sender text, addresses text[], hashes text[], language text, member_max integer, sender_max integer
) returns table (id bigint, free_from timestamptz)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  blocked_until timestamptz;
  hash text;
begin
  delete from private.invite_mail m where m.created_at < now() - interval '31 days';
  -- One at a time for each member, sender and address, always in the same order.
  perform from public."user" u where u.id = member for no key update;
  perform pg_advisory_xact_lock(hashtextextended('invite-mail-sender:' || sender, 0));
  for hash in select h from unnest(hashes) as h order by h loop
    perform pg_advisory_xact_lock(hashtextextended('invite-mail:' || hash, 0));
  end loop;
  blocked_until := private.invite_mails_from(member, sender, cardinality(addresses), member_max, sender_max);
  if blocked_until is not null then
    return query select null::bigint, blocked_until;
    return;
  end if;
  return query
    with asked as (
      select a.address, a.address_hash,
        not exists (select from private.mail_refusal r where r.address_hash = a.address_hash)
        and not exists (select from private.invite_mail m where m.address_hash = a.address_hash and m.created_at > now() - interval '30 days') as is_new
      from unnest(addresses, hashes) as a (address, address_hash)
    ), added as (
      insert into private.invite_mail as m (user_id, address, address_hash, sender_hash, language)
      select member, case when asked.is_new then asked.address end, asked.address_hash, sender, add_invite_mails.language from asked
      returning m.id, m.address
    )
    select added.id, null::timestamptz from added where added.address is not null;
end;
$$;

-- The next step of a mail that nobody has begun to send: whom to write, and for whom. Nothing when there is nothing to send any more.
create function private.begin_invite_mail(mail_id bigint) returns table (address text, address_hash text, language text, nickname text, code text)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  return query
    update private.invite_mail m set sending_at = now()
    from public."user" u
    where m.id = mail_id and m.address is not null and m.sending_at is null
      and u.id = m.user_id and u.is_active and not u.is_block
      and not exists (select from private.mail_refusal r where r.address_hash = m.address_hash)
    returning m.address, m.address_hash, m.language, u.nickname, u.recommend_code;
end;
$$;

-- Whoever leaves takes along the addresses that were not written to yet.
create function private.forget_invite_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.invite_mail m set address = null where m.user_id = new.id;
  return new;
end;
$$;
create trigger user_forget_invite_mails after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_invite_mails();
