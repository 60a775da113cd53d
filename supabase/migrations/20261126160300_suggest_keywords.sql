-- Keywords that continue what the caller typed: saved and analysed ones, and related ones of the caller's analyses of the
-- last two days. Those that begin with it come first, at most eight. Nothing of other members.
create function public.suggest_keywords(typed text) returns table (keyword text, source text)
language sql stable security definer set search_path = '' as $$
  with wanted as (
    select upper(replace(normalize(left(typed, 100), nfc), ' ', '')) as key
    where private.may_use_service()
  ), searched as (
    select s.keyword, s.key, s.is_sample, s.done_at from public.keyword_search s
    where s.user_id = (select auth.uid()) and s.kind = 'data' and s.status = 'done' order by s.id desc limit 300
  ), known as (
    select k.keyword, k.key, 1 as place, 'saved' as source from public.saved_keyword k
      where k.user_id = (select auth.uid()) and k.removed_at is null
    union all
    select s.keyword, s.key, 2, 'searched' from searched s
    union all
    select r.name, upper(replace(r.name, ' ', '')), 3, 'related'
    from (select distinct s.key, s.is_sample from searched s where s.done_at > now() - interval '2 days') s
    join private.keyword_report p on p.kind = 'data' and p.key = s.key and p.is_sample = s.is_sample
    cross join lateral (select e ->> 'keyword' as name from jsonb_array_elements(p.data -> 'related') e) r
  ), found as (
    select distinct on (k.key) k.keyword, k.key, k.place, k.source, starts_with(k.key, w.key) as is_start
    from known k cross join wanted w
    where w.key <> '' and position(w.key in k.key) > 0 and k.key <> w.key and char_length(k.key) between 2 and 50
    order by k.key, k.place
  )
  select f.keyword, f.source from found f order by not f.is_start, f.place, char_length(f.key), f.key limit 8
$$;
comment on function public.suggest_keywords(text) is 'source: saved, searched or related.';
grant execute on function public.suggest_keywords(text) to authenticated;
