-- Schema private, default privileges and helpers. Nothing is accessible by default: every later file grants its own
-- objects.

-- Functions call functions of later files; Postgres checks their bodies when the tests call them.
set check_function_bodies = off;

-- Hosted Supabase grants everything on new objects to the browser's roles. Its grants are per schema. A schema's
-- default privileges cannot revoke the global ones, so both are revoked.
revoke all on all tables in schema public from anon, authenticated;
revoke all on all sequences in schema public from anon, authenticated;
revoke all on all functions in schema public from public, anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;
revoke create on schema public from public, anon, authenticated;

create schema private;
comment on schema private is 'Functions and rows that are never exposed: policies and the server use them.';
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;
alter default privileges in schema private revoke execute on functions from public;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

-- Raises an error of the product's catalogue: the message is its code.
create function private.raise_app_error(code text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = code;
end;
$$;
grant execute on function private.raise_app_error(text) to anon, authenticated, service_role;
