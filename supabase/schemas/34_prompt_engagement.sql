-- Views, saves, runs and thanks, each counted once per person and day, and the trend score computed from them.

create table private.prompt_engagement (
  prompt_id bigint not null references public.prompt (id) on delete cascade,
  kind text not null,
  viewer text not null,
  day date not null,
  created_at timestamptz not null default clock_timestamp(),
  is_counted boolean not null default false,
  primary key (prompt_id, kind, viewer, day),
  constraint prompt_engagement_kind_known check (kind in ('view', 'use', 'save', 'thank'))
);
comment on table private.prompt_engagement is
  'Who gave a prompt attention on a day. viewer is a member''s id, or a hash of a visitor''s address with the day and the prompt. Kept for two days.';
create index prompt_engagement_waiting on private.prompt_engagement (created_at) where not is_counted;
create index prompt_engagement_day on private.prompt_engagement (day);
alter table private.prompt_engagement enable row level security;

-- True for the first time that this viewer does this today.
create function private.record_engagement(prompt_id bigint, kind text, viewer text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.prompt_engagement (prompt_id, kind, viewer, day)
  values (prompt_id, kind, viewer, (now() at time zone 'Asia/Seoul')::date) on conflict do nothing;
  return found;
end;
$$;

create function private.visitor_key(prompt_id bigint) returns text
language sql stable set search_path = '' as $$ select 'visitor:' || private.visitor_hash(prompt_id::text) $$;

-- Stores a view once per viewer and day; an author's own views never count. One network counts at most sixty views a
-- minute, visitors together at most sixty per prompt and minute. refresh_trend_scores updates the counter of the prompt
-- within a minute, because it is a sort key of three indexes.
create function private.count_prompt_view() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := coalesce(new.user_id, (select auth.uid()));
begin
  -- The constraint refuses it afterwards.
  if new.prompt_id is null then return new; end if;
  if not private.count_visit('view:' || private.visitor_hash('view:' || coalesce(caller::text, '')), 60) then return null; end if;
  if caller is null and (select count(*) from public.prompt_view v where v.prompt_id = new.prompt_id and v.user_id is null
      and v.created_at > now() - interval '1 minute') >= 60 then return null; end if;
  if not exists (select from public.prompt p where p.id = new.prompt_id and p.user_id is distinct from caller) then return null; end if;
  if not private.record_engagement(new.prompt_id, 'view', coalesce(caller::text, private.visitor_key(new.prompt_id))) then return null; end if;
  return new;
end;
$$;
create trigger prompt_view_count before insert on public.prompt_view
  for each row execute function private.count_prompt_view();

create function private.record_row_engagement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.prompt p where p.id = new.prompt_id and p.user_id = new.user_id) then
    perform private.record_engagement(new.prompt_id, tg_argv[0], new.user_id::text);
  end if;
  return null;
end;
$$;
create trigger prompt_like_engagement after insert on public.prompt_like
  for each row execute function private.record_row_engagement('save');
create trigger prompt_action_engagement after insert on public.prompt_action
  for each row execute function private.record_row_engagement('thank');

-- The published formula. Each signal has a weight, halved every three days: view 1, save 4, use 6, thank 8, and a new
-- prompt starts with 10. trend_score is the logarithm (base 2) of that sum, relative to a fixed day: score = log2(sum
-- of weight * 2^(days since 2026-01-01 / 3)). Another day shifts all scores by the same amount. So the order is always
-- right, though a row changes only with new engagement.
create function private.trend_of(weight double precision, at timestamptz) returns double precision
language sql immutable set search_path = '' as $$
  select ln(weight) / ln(2::double precision) + extract(epoch from at - timestamptz '2026-01-01 00:00:00+00') / (3 * 86400)
$$;

-- log2(2^a + 2^b) without an overflow.
create function private.add_trends(a double precision, b double precision) returns double precision
language sql immutable set search_path = '' as $$
  select greatest(a, b) + ln(1 + power(2::double precision, greatest(-abs(a - b), -1000))) / ln(2::double precision)
$$;

create function private.start_trend() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.trend_score := private.trend_of(10, coalesce(new.created_at, now()));
  return new;
end;
$$;
create trigger prompt_trend_start before insert on public.prompt
  for each row when (new.trend_score = 0) execute function private.start_trend();

-- Adds new engagement to trend scores and view counters, at most rows_max rows, with one update per prompt. @returns
-- the number of added rows; a crash adds all of them or none.
create function private.refresh_trend_scores(rows_max integer default 20000) returns integer
language sql set search_path = '' as $$
  with waiting as (
    select s.prompt_id, s.kind, s.viewer, s.day, s.created_at from private.prompt_engagement s where not s.is_counted
    order by s.created_at limit rows_max for update skip locked
  ), counted as (
    update private.prompt_engagement s set is_counted = true from waiting w
    where s.prompt_id = w.prompt_id and s.kind = w.kind and s.viewer = w.viewer and s.day = w.day
    returning s.prompt_id, s.kind, private.trend_of(case s.kind when 'view' then 1 when 'save' then 4 when 'use' then 6 else 8 end, s.created_at) as worth
  ), news as (
    select c.prompt_id, max(c.top) + ln(sum(power(2::double precision, greatest(c.worth - c.top, -1000)))) / ln(2::double precision) as worth,
      count(*) filter (where c.kind = 'view') as views
    from (select *, max(worth) over (partition by prompt_id) as top from counted) c group by 1
  ), refreshed as (
    update public.prompt p set trend_score = private.add_trends(p.trend_score, n.worth), view_count = p.view_count + n.views from news n where p.id = n.prompt_id
  )
  select count(*)::integer from counted
$$;

-- A signal matters for its day; counted ones are deleted after two days.
create function private.purge_prompt_engagement() returns void
language sql set search_path = '' as $$
  delete from private.prompt_engagement s where s.is_counted and s.day < (now() at time zone 'Asia/Seoul')::date - 1
$$;

-- An author gets one alarm per thank (P28, N01).
create function private.alarm_thanked_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_alarm (user_id, kind, source_id, data)
  select p.user_id, 'prompt_thank', p.id || ':' || new.user_id, jsonb_build_object('title', p.title)
  from public.prompt p where p.id = new.prompt_id
  on conflict do nothing;
  return null;
end;
$$;
create trigger prompt_action_alarm after insert on public.prompt_action
  for each row execute function private.alarm_thanked_author();

-- Saves a prompt or removes it from the saved ones. A repeated call changes nothing.
create function public.save_prompt(prompt_id bigint, is_saved boolean) returns table (is_saved_now boolean, like_count bigint)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  caller uuid := (select auth.uid());
  saves bigint;
begin
  if caller is null then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  if save_prompt.is_saved then
    insert into public.prompt_like (prompt_id, user_id) values (save_prompt.prompt_id, caller) on conflict (prompt_id, user_id) do nothing;
  else
    delete from public.prompt_like l where l.prompt_id = save_prompt.prompt_id and l.user_id = caller;
  end if;
  -- A separate statement sees what the trigger counted. It returns no row for a missing prompt.
  saves := private.like_count_of(save_prompt.prompt_id);
  return query select save_prompt.is_saved, saves where saves is not null;
end;
$$;
grant execute on function public.save_prompt(bigint, boolean) to authenticated;
