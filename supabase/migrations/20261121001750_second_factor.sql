-- Whoever has a second factor is asked for it: until a session is lifted to aal2 it reads and changes nothing of the member's.

-- True when the caller has a verified factor that this session was not lifted with.
create function private.lacks_second_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select auth.jwt()) ->> 'aal', '') <> 'aal2' and exists (
    select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'
  );
$$;
comment on function private.lacks_second_factor() is 'Asked by may_use_service and by needs_second_factor.';

create or replace function private.may_use_service() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public."user"
    where id = (select auth.uid()) and not is_block and is_active
  ) and not private.lacks_second_factor();
$$;

-- What a page asks for with the member's own record, the one thing that such a session still reads.
create function public.needs_second_factor(public."user") returns boolean
language sql stable security definer set search_path = '' as $$
  select private.lacks_second_factor();
$$;
comment on function public.needs_second_factor(public."user") is 'A computed column: whether the session reading its own record still has to be lifted to aal2.';
revoke execute on function private.lacks_second_factor(), public.needs_second_factor(public."user") from public, anon;
grant execute on function public.needs_second_factor(public."user") to authenticated;
