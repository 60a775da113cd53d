-- When a member's address for letters is changed, the one before is told (B32): whoever takes a session over must not do it silently. The letter is
-- written in the transaction of the change, and sent by a job that sends none twice.

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

-- As before (address_changes), and with the letter to the address before, where there was one.
drop function private.prove_email(uuid, text);
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

create function private.end_address_letter(letter_key uuid, is_to_come_again boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if is_to_come_again then
    update private.address_letter l set sending_at = null where l.key = letter_key;
  else
    delete from private.address_letter l where l.key = letter_key;
  end if;
end;
$$;

-- As before (address_changes), with letters that wait.
create or replace function private.forget_email_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.email_proof p where p.user_id = new.id;
  delete from private.proven_email e where e.user_id = new.id;
  delete from private.address_letter l where l.user_id = new.id;
  return new;
end;
$$;
