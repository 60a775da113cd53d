-- When somebody last signed in, and who has not for a year. password_changed_at stays null: there are no passwords.

-- Called where a provider's code became a session. Before the sign-up there is nobody to write it down for.
create function public.note_sign_in() returns void
language sql security definer set search_path = '' as $$
  update public."user" u set logined_at = now(), is_dormant = false, dormanted_at = null
    where u.id = (select auth.uid()) and u.is_active
$$;
comment on function public.note_sign_in() is 'Writes down the caller''s sign-in, and ends a dormancy.';
revoke execute on function public.note_sign_in() from public, anon;
grant execute on function public.note_sign_in() to authenticated;

create index user_awake on public."user" (coalesce(logined_at, created_at)) where is_active and not is_dormant;

-- @returns how many it found; harmless when repeated
create function private.mark_dormant(at_most integer default 1000) returns integer
language plpgsql set search_path = '' as $$
declare
  marked integer;
begin
  update public."user" u set is_dormant = true, dormanted_at = now() where u.id in (
    select o.id from public."user" o
      where o.is_active and not o.is_dormant and coalesce(o.logined_at, o.created_at) < now() - interval '1 year'
      order by coalesce(o.logined_at, o.created_at) limit at_most for no key update skip locked);
  get diagnostics marked = row_count;
  return marked;
end;
$$;
comment on column public."user".is_dormant is 'Has not signed in for a year. Ended by the next sign-in; nothing is refused meanwhile.';
comment on column public."user".password_changed_at is 'Always null: people sign in through a provider, and there are no passwords.';
