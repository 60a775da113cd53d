-- An address for letters, for a member whose provider gave none (B32): what a code that was sent there has proven. It signs nobody in, and joins
-- no accounts: those go by what the provider says.

create table private.email_proof (
  user_id uuid primary key references public."user" (id) on delete cascade,
  email text not null,
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  constraint email_proof_email_length check (char_length(email) between 3 and 254)
);
comment on table private.email_proof is 'An address that waits for its code: ten minutes, five tries. One at a time, the newest.';
alter table private.email_proof enable row level security;

create function private.hash_email_code(member uuid, code text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(member || ':' || code, 'UTF8')), 'hex')
$$;

-- False when the member has an address already.
create function private.begin_email_proof(member uuid, email text, code text) returns boolean
language sql set search_path = '' as $$
  insert into private.email_proof as p (user_id, email, code_hash)
  select u.id, lower(begin_email_proof.email), private.hash_email_code(u.id, code) from public."user" u
    where u.id = member and u.email is null and u.is_active
  on conflict on constraint email_proof_pkey do update
    set email = excluded.email, code_hash = excluded.code_hash, tries = 0, created_at = now()
  returning true
$$;

-- done, wrong or expired. A try is counted before it is looked at.
create function private.prove_email(member uuid, code text) returns text
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
  update public."user" u set email = proof.email where u.id = member and u.email is null and u.is_active;
  return 'done';
end;
$$;

-- Whoever leaves takes it along.
create function private.forget_email_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.email_proof p where p.user_id = new.id;
  return new;
end;
$$;
create trigger user_forget_email_proof after update of provider on public."user"
  for each row when (new.provider = 'deleted' and old.provider is distinct from 'deleted')
  execute function private.forget_email_proof();
