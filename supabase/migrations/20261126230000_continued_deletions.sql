-- A deletion waits for a follow-up question that is being inserted, and sees it.
create or replace function public.delete_prompt_uses(ids bigint[]) returns setof bigint
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_use_service() then perform private.raise_app_error('user_blocked'); end if;
  if coalesce(cardinality(ids), 0) = 0 then perform private.raise_app_error('select_history'); end if;
  -- Whoever continues one of them holds its row. The next statement sees what was added meanwhile.
  perform from public.prompt_use u where u.id = any (ids) and u.user_id = (select auth.uid()) order by u.id for no key update;
  return query with gone as (
    update public.prompt_use u set deleted_at = now()
    where u.id = any (ids) and u.user_id = (select auth.uid()) and u.prompt_use_id is null and u.deleted_at is null
      and u.status not in ('queued', 'running')
      and not exists (select from public.prompt_use c where c.prompt_use_id = u.id and c.status in ('queued', 'running'))
    returning u.id
  ), children as (
    update public.prompt_use c set deleted_at = now() from gone where c.prompt_use_id = gone.id
  ) select gone.id from gone;
end;
$$;
