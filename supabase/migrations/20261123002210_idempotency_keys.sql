-- What a member has asked for under an Idempotency-Key, so that asking again gives the same answer and costs nothing
-- (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/).
create table private.idempotency_key (
  member_id uuid not null references public."user" (id) on delete cascade,
  key text not null,
  -- SHA-256 of method, path and body.
  fingerprint bytea not null,
  -- Null while the first request is being answered.
  answer json,
  created_at timestamptz not null default now(),
  primary key (member_id, key),
  constraint idempotency_key_length check (length(key) between 1 and 255)
);
comment on table private.idempotency_key is 'Requests that cost, by the key that their sender gave them. Forgotten after a day.';
create index idempotency_key_created on private.idempotency_key (created_at);
alter table private.idempotency_key enable row level security;
