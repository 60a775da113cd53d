-- A member may change the address for letters too, by the same code (B32). Until it is proven, the one before stays in use.

create table private.proven_email (
  user_id uuid primary key references public."user" (id) on delete cascade,
  email text not null,
  proven_at timestamptz not null default now(),
  constraint proven_email_length check (char_length(email) between 3 and 254)
);
comment on table private.proven_email is 'Which address of a member a code has proven; any other came from the provider.';
alter table private.proven_email enable row level security;

-- As before (email_code_letters), and for who has another address. Null when it is the one that stands.
create or replace function private.begin_email_proof(member uuid, email text, code text, letter_key uuid, language text) returns boolean
language sql set search_path = '' as $$
  insert into private.email_proof as p (user_id, email, code_hash, letter_key, language)
  select u.id, lower(begin_email_proof.email), private.hash_email_code(u.id, code), begin_email_proof.letter_key, begin_email_proof.language
    from public."user" u where u.id = member and u.email is distinct from lower(begin_email_proof.email) and u.is_active
  on conflict on constraint email_proof_pkey do update
    set email = excluded.email, code_hash = excluded.code_hash, letter_key = excluded.letter_key, language = excluded.language,
      tries = 0, created_at = now(), sending_at = null, sent_at = null, failure = null
  returning true
$$;

-- As before (email_proofs), in place of an address that there may be.
create or replace function private.prove_email(member uuid, code text) returns text
language plpgsql set search_path = '' as $$
declare
  proof private.email_proof;
begin
  update private.email_proof p set tries = p.tries + 1 where p.user_id = member returning * into proof;
  if not found or proof.tries > 5 or proof.created_at < now() - interval '10 minutes' then
    delete from private.email_proof p where p.user_id = member;
    return 'expired';
  end if;
  if proof.code_hash <> private.hash_email_code(member, code) then return 'wrong'; end if;
  delete from private.email_proof p where p.user_id = member;
  update public."user" u set email = proof.email where u.id = member and u.is_active;
  if found then
    insert into private.proven_email as e (user_id, email) values (member, proof.email)
      on conflict on constraint proven_email_pkey do update set email = excluded.email, proven_at = now();
  end if;
  return 'done';
end;
$$;

-- As before (email_proofs), with what was proven.
create or replace function private.forget_email_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.email_proof p where p.user_id = new.id;
  delete from private.proven_email e where e.user_id = new.id;
  return new;
end;
$$;

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
