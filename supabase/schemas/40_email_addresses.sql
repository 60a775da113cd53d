-- An e-mail address for a member whose provider gave none or who wants another (B32). A code sent there proves it. It
-- does not sign in. The previous address is informed of a change, so that a hijacked session cannot change it silently.

create table private.email_proof (
  user_id uuid primary key references public."user" (id) on delete cascade,
  email text not null,
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  code_key uuid not null,
  language text not null,
  constraint email_proof_email_length check (char_length(email) between 3 and 254),
  constraint email_proof_language_known check (language in ('ko', 'en'))
);
comment on table private.email_proof is 'An address that waits for its code: ten minutes, five tries. One at a time, the newest.';
comment on column private.email_proof.code_key is 'The server computes the code from it, so that no code is stored.';
alter table private.email_proof enable row level security;

create function private.hash_email_code(member uuid, code text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(member || ':' || code, 'UTF8')), 'hex')
$$;

-- Deletes addresses, codes and pending e-mails of a member who deletes the account.
create function private.forget_email_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.email_proof p where p.user_id = new.id;
  delete from private.proven_email e where e.user_id = new.id;
  return new;
end;
$$;
create trigger user_forget_email_proof after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_email_proof();

-- Stores an address with its code and writes the e-mail. False when it is the member's address already.
create function private.begin_email_proof(member uuid, email text, code text, code_key uuid, language text) returns boolean
language plpgsql set search_path = '' as $$
begin
  insert into private.email_proof as p (user_id, email, code_hash, code_key, language)
  select u.id, lower(begin_email_proof.email), private.hash_email_code(u.id, code), begin_email_proof.code_key, begin_email_proof.language
    from public."user" u where u.id = member and u.email is distinct from lower(begin_email_proof.email) and u.is_active
  on conflict on constraint email_proof_pkey do update
    set email = excluded.email, code_hash = excluded.code_hash, code_key = excluded.code_key, language = excluded.language, tries = 0, created_at = now();
  if not found then return false; end if;
  perform private.enqueue_email('email_code', begin_email_proof.code_key::text, member, lower(begin_email_proof.email), begin_email_proof.language,
    jsonb_build_object('code_key', begin_email_proof.code_key), interval '10 minutes');
  return true;
end;
$$;

-- The member's address that waits for its code, or null, and the state of its e-mail: waiting, sent, later or refused.
-- One that may have arrived counts as sent.
create function public.read_email_proof() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_use_service() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  return (
    select jsonb_build_object('email', p.email, 'email_state', case
        when e.state in ('sent', 'unknown') or e.claimed_at < now() - interval '2 minutes' then 'sent'
        when e.state = 'refused' then 'refused'
        when e.state = 'failed' or e.state = 'waiting' and e.attempts > 0 then 'later'
        else 'waiting'
      end)
    from private.email_proof p left join private.email_outbox e on e.idempotency_key = 'email_code:' || p.code_key
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

-- The state of the member's own address: its proof, and the pending address.
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

-- The first character and the domain: enough for its owner to recognize it.
create function private.mask_email(email text) returns text
language sql immutable set search_path = '' as $$
  select left(email, 1) || '***@' || split_part(email, '@', 2)
$$;

-- Checks a code: done, wrong or expired. Five tries. The previous address is informed of the change.
create function private.prove_email(member uuid, code text) returns text
language plpgsql set search_path = '' as $$
declare
  proof private.email_proof;
  before text;
begin
  update private.email_proof p set tries = p.tries + 1 where p.user_id = member returning * into proof;
  if not found or proof.tries > 5 or proof.created_at < now() - interval '10 minutes' then
    delete from private.email_proof p where p.user_id = member;
    return 'expired';
  end if;
  if proof.code_hash <> private.hash_email_code(member, code) then return 'wrong'; end if;
  delete from private.email_proof p where p.user_id = member;
  select u.email into before from public."user" u where u.id = member and u.is_active for no key update;
  if not found then return 'done'; end if;
  update public."user" u set email = proof.email where u.id = member;
  insert into private.proven_email as e (user_id, email) values (member, proof.email)
    on conflict on constraint proven_email_pkey do update set email = excluded.email, proven_at = now();
  if lower(before) <> proof.email then
    perform private.enqueue_email('email_changed', gen_random_uuid()::text, member, before, proof.language,
      jsonb_build_object('email', private.mask_email(proof.email), 'changed_at', now()));
  end if;
  return 'done';
end;
$$;
