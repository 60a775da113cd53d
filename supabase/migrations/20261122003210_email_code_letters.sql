-- The letter with a code leaves by a job, so that nobody waits for a mail server, and what became of it is told to whoever looks again. The code
-- waits nowhere: it is made anew from letter_key when the letter is written.

alter table private.email_proof
  add column letter_key uuid not null default gen_random_uuid(),
  add column language text not null default 'ko',
  add column sending_at timestamptz,
  add column sent_at timestamptz,
  add column failure text,
  add constraint email_proof_language_known check (language in ('ko', 'en')),
  add constraint email_proof_failure_known check (failure in ('later', 'refused', 'unknown'));
comment on column private.email_proof.sending_at is 'Set before the letter goes, so that a crash never sends it twice.';
create unique index email_proof_letter on private.email_proof (letter_key);

-- As before (email_proofs), with what its letter needs. Another code ends the one before, also its letter.
drop function private.begin_email_proof(uuid, text, text);
create function private.begin_email_proof(member uuid, email text, code text, letter_key uuid, language text) returns boolean
language sql set search_path = '' as $$
  insert into private.email_proof as p (user_id, email, code_hash, letter_key, language)
  select u.id, lower(begin_email_proof.email), private.hash_email_code(u.id, code), begin_email_proof.letter_key, begin_email_proof.language
    from public."user" u where u.id = member and u.email is null and u.is_active
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
