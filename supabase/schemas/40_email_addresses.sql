-- An address for e-mails, for a member whose provider gave none or who wants another (B32). A code sent there proves it. It signs nobody in.
-- The address before is told of a change, so that a hijacked session cannot change it silently.

create table private.email_proof (
  user_id uuid primary key references public."user" (id) on delete cascade,
  email text not null,
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  letter_key uuid not null default gen_random_uuid(),
  language text not null default 'ko',
  sending_at timestamptz,
  sent_at timestamptz,
  failure text,
  constraint email_proof_email_length check (char_length(email) between 3 and 254),
  constraint email_proof_language_known check (language in ('ko', 'en')),
  constraint email_proof_failure_known check (failure in ('later', 'refused', 'unknown'))
);
comment on table private.email_proof is 'An address that waits for its code: ten minutes, five tries. One at a time, the newest.';
comment on column private.email_proof.sending_at is 'Set before the letter goes, so that a crash never sends it twice.';
create unique index email_proof_letter on private.email_proof (letter_key);
alter table private.email_proof enable row level security;

create function private.hash_email_code(member uuid, code text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(member || ':' || code, 'UTF8')), 'hex')
$$;

-- Deletes addresses, codes and waiting e-mails of a member who deletes the account.
create function private.forget_email_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.email_proof p where p.user_id = new.id;
  delete from private.proven_email e where e.user_id = new.id;
  delete from private.address_letter l where l.user_id = new.id;
  return new;
end;
$$;
create trigger user_forget_email_proof after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_email_proof();

-- Stores an address and its code. Null when it is the member's address already.
create function private.begin_email_proof(member uuid, email text, code text, letter_key uuid, language text) returns boolean
language sql set search_path = '' as $$
  insert into private.email_proof as p (user_id, email, code_hash, letter_key, language)
  select u.id, lower(begin_email_proof.email), private.hash_email_code(u.id, code), begin_email_proof.letter_key, begin_email_proof.language
    from public."user" u where u.id = member and u.email is distinct from lower(begin_email_proof.email) and u.is_active
  on conflict on constraint email_proof_pkey do update
    set email = excluded.email, code_hash = excluded.code_hash, letter_key = excluded.letter_key, language = excluded.language,
      tries = 0, created_at = now(), sending_at = null, sent_at = null, failure = null
  returning true
$$;

create function private.begin_code_letter(letter_key uuid) returns table (address text, language text)
language sql set search_path = '' as $$
  update private.email_proof p set sending_at = now()
  where p.letter_key = begin_code_letter.letter_key and p.created_at > now() - interval '10 minutes'
    and p.sent_at is null and p.sending_at is null and coalesce(p.failure, 'later') = 'later'
  returning p.email, p.language
$$;

-- How it went: null when it was taken.
create function private.end_code_letter(letter_key uuid, failure text) returns void
language sql set search_path = '' as $$
  update private.email_proof p set sending_at = null, failure = end_code_letter.failure,
    sent_at = case when end_code_letter.failure is null then now() end
  where p.letter_key = end_code_letter.letter_key
$$;

-- The member's address that waits for its code; null when none does (any more). A letter that may have arrived counts as sent.
create function public.read_email_proof() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  return (
    select jsonb_build_object('email', p.email, 'letter', case
        when p.failure in ('later', 'refused') then p.failure
        when p.sent_at is not null or p.failure = 'unknown' or p.sending_at < now() - interval '2 minutes' then 'sent'
        else 'waiting'
      end)
    from private.email_proof p
    where p.user_id = (select auth.uid()) and p.tries < 5 and p.created_at > now() - interval '10 minutes'
  );
end;
$$;
grant execute on function public.read_email_proof() to authenticated;

create table private.proven_email (
  user_id uuid primary key references public."user" (id) on delete cascade,
  email text not null,
  proven_at timestamptz not null default now(),
  constraint proven_email_length check (char_length(email) between 3 and 254)
);
comment on table private.proven_email is 'Which address of a member a code has proven; any other came from the provider.';
alter table private.proven_email enable row level security;

-- How it stands with the member's own address: who proved it, and what waits for its code.
create function public.read_address() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  return (
    select jsonb_build_object('proven_by', case
        when u.email is null then null
        when exists (select from private.proven_email e where e.user_id = u.id and e.email = u.email) then 'code'
        else 'provider'
      end, 'waiting', public.read_email_proof())
    from public."user" u where u.id = (select auth.uid())
  );
end;
$$;
grant execute on function public.read_address() to authenticated;

create table private.address_letter (
  key uuid primary key default gen_random_uuid(),
  user_id uuid not null references public."user" (id) on delete cascade,
  address text not null,
  new_address text not null,
  language text not null,
  changed_at timestamptz not null default now(),
  sending_at timestamptz,
  constraint address_letter_language_known check (language in ('ko', 'en'))
);
comment on table private.address_letter is
  'Letters that wait, gone once nothing is left to send. new_address is masked; sending_at is set before a letter goes, so that a crash never sends it twice.';
create index address_letter_member on private.address_letter (user_id);
create index address_letter_age on private.address_letter (changed_at);
alter table private.address_letter enable row level security;

-- The first sign and the domain: enough for its owner to know it again.
create function private.mask_email(email text) returns text
language sql immutable set search_path = '' as $$
  select left(email, 1) || '***@' || split_part(email, '@', 2)
$$;

create function private.prove_email(member uuid, code text) returns table (outcome text, letter_key uuid)
language plpgsql set search_path = '' as $$
declare
  proof private.email_proof;
  before text;
begin
  update private.email_proof p set tries = p.tries + 1 where p.user_id = member returning * into proof;
  if not found or proof.tries > 5 or proof.created_at < now() - interval '10 minutes' then
    delete from private.email_proof p where p.user_id = member;
    return query select 'expired', null::uuid;
    return;
  end if;
  if proof.code_hash <> private.hash_email_code(member, code) then
    return query select 'wrong', null::uuid;
    return;
  end if;
  delete from private.email_proof p where p.user_id = member;
  select u.email into before from public."user" u where u.id = member and u.is_active for no key update;
  if found then
    update public."user" u set email = proof.email where u.id = member;
    insert into private.proven_email as e (user_id, email) values (member, proof.email)
      on conflict on constraint proven_email_pkey do update set email = excluded.email, proven_at = now();
    if lower(before) <> proof.email then
      insert into private.address_letter as l (user_id, address, new_address, language)
        values (member, before, private.mask_email(proof.email), proof.language) returning l.key into letter_key;
    end if;
  end if;
  outcome := 'done';
  return next;
end;
$$;

-- The next step of a letter that nobody is sending: what it says. What stayed behind for a month is forgotten.
create function private.begin_address_letter(letter_key uuid)
  returns table (address text, new_address text, language text, changed_at timestamptz)
language sql set search_path = '' as $$
  delete from private.address_letter l where l.changed_at < now() - interval '31 days';
  update private.address_letter l set sending_at = now()
  where l.key = begin_address_letter.letter_key and l.sending_at is null
  returning l.address, l.new_address, l.language, l.changed_at
$$;

create function private.end_address_letter(letter_key uuid, will_retry boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if will_retry then
    update private.address_letter l set sending_at = null where l.key = letter_key;
  else
    delete from private.address_letter l where l.key = letter_key;
  end if;
end;
$$;
