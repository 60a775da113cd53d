-- Sign-ups that have not reached their end: what a page has to know to finish them wherever the newcomer went instead.

-- 'coded' while the survey names a code that still has to count, 'open' without one, null when the sign-up is finished.
create function public.open_sign_up(public."user") returns text
language sql stable security definer set search_path = '' as $$
  select case when r.recommend_code is null then 'open' else 'coded' end
  from (select (select auth.uid()) as id) as me left join public.user_referrer r on r.id = me.id
  where not exists (select from private.sign_up_completion c where c.user_id = me.id)
$$;
comment on function public.open_sign_up(public."user") is 'A computed column: how far the sign-up of the member who reads the own record has come.';
revoke execute on function public.open_sign_up(public."user") from public, anon;
grant execute on function public.open_sign_up(public."user") to authenticated;
