-- Where a member's blog is among the first hundred posts of a blog search: read once a day, spread over the day, and at
-- once when the member asks.

create table public.keyword_rank (
  saved_id bigint not null references public.saved_keyword (id) on delete cascade,
  day date not null default private.korean_day(),
  blog text not null,
  position smallint,
  title text,
  link text,
  checked_at timestamptz not null default now(),
  primary key (saved_id, day),
  constraint keyword_rank_position_known check (position between 1 and 100),
  constraint keyword_rank_lengths check (char_length(blog) <= 200 and char_length(title) <= 300 and char_length(link) <= 1000)
);
comment on table public.keyword_rank is
  'The best post of a blog on a day of Korea. position is null when none of its posts is among the first hundred.';
create index keyword_rank_day on public.keyword_rank (day);
alter table public.keyword_rank enable row level security;
grant select on public.keyword_rank to authenticated;
create policy "blocked members see no ranks" on public.keyword_rank as restrictive
  for all to authenticated using ((select private.may_use_service()));
create policy "members read the ranks of their own keywords" on public.keyword_rank
  for select to authenticated using (exists (
    select from public.saved_keyword k where k.id = saved_id and k.user_id = (select auth.uid())));

-- The rank of another blog says nothing about this one. Its days stay, and show again with it.
create function private.forget_last_rank() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.rank_position := null;
  new.rank_checked_at := null;
  return new;
end;
$$;
create trigger saved_keyword_other_blog before update of blog on public.saved_keyword
  for each row when (new.blog is distinct from old.blog) execute function private.forget_last_rank();

-- Keywords whose blogs are to be looked for now: not read today, and their hour of the day has come. In turns, as
-- private.list_due_keywords() explains.
create function private.list_due_ranks(p_is_sample boolean, p_daily integer) returns table (key text, keyword text)
language sql stable set search_path = '' as $$
  with watching as materialized (
    select m.user_id from (select distinct k.user_id from public.saved_keyword k where k.removed_at is null and k.blog <> '') m
    where private.is_watching(m.user_id)
  ), served as (
    select k.user_id, count(*) as times from public.keyword_rank r join public.saved_keyword k on k.id = r.saved_id
    where r.day = private.korean_day() group by k.user_id
  ), due as (
    select k.user_id, k.key, k.keyword, hashtextextended(k.key, extract(epoch from date_trunc('hour', now()))::bigint) as lot
    from public.saved_keyword k join watching m on m.user_id = k.user_id
    where k.removed_at is null and k.blog <> '' and k.is_sample = p_is_sample
      and extract(hour from now() at time zone 'Asia/Seoul') >= mod(abs(hashtext(k.key)::bigint), 20)
      and not exists (
        select from public.keyword_rank r where r.saved_id = k.id and r.day = private.korean_day() and r.blog = k.blog)
  ), turns as (
    select d.key, d.keyword, d.lot, coalesce(s.times, 0) + row_number() over (partition by d.user_id order by d.lot) as turn
    from due d left join served s on s.user_id = d.user_id
  )
  select t.key, min(t.keyword) from turns t group by t.key order by min(t.turn), min(t.lot)
  limit greatest(0, private.hourly_share('rank_check', p_daily))
$$;

-- Stores what was found for a blog, unless the member named another one or removed the keyword in the meantime.
-- Announced is only that it entered or left the first ten since the day before that was read.
create function private.store_rank(p_saved_id bigint, p_blog text, p_position integer, p_title text, p_link text, p_announces boolean)
returns void
language plpgsql set search_path = '' as $$
declare
  saved public.saved_keyword;
  before public.keyword_rank;
  was_first boolean;
  is_first constant boolean := coalesce(p_position <= 10, false);
begin
  update public.saved_keyword k set rank_position = p_position, rank_checked_at = now()
    where k.id = p_saved_id and k.blog = p_blog and k.removed_at is null returning * into saved;
  if not found then return; end if;
  insert into public.keyword_rank as r (saved_id, blog, position, title, link)
  values (p_saved_id, p_blog, p_position, p_title, p_link)
  on conflict (saved_id, day) do update set
    blog = excluded.blog, position = excluded.position, title = excluded.title, link = excluded.link, checked_at = now();
  select * into before from public.keyword_rank r
    where r.saved_id = p_saved_id and r.blog = p_blog and r.day < private.korean_day() order by r.day desc limit 1;
  if not found or not p_announces then return; end if;
  was_first := coalesce(before.position <= 10, false);
  if was_first = is_first then return; end if;
  insert into public.user_alarm (user_id, kind, source_id, data)
  values (saved.user_id, 'rank_changed', p_saved_id || ':' || private.korean_day(),
    jsonb_strip_nulls(jsonb_build_object('title', saved.keyword, 'position', p_position, 'is_first', is_first)))
  on conflict do nothing;
end;
$$;
comment on function private.store_rank(bigint, text, integer, text, text, boolean) is 'p_position: null when none of the blog''s posts was found.';
