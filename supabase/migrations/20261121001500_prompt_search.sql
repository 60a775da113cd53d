-- The public list of prompts: every sort and filter from an index, totals that are kept, and a search for any two letters.

-- Texts as the search compares them stand in a table of their own: a prompt's counters change all the time, and each new
-- version of a row goes into every index of its table, which for pairs of letters means hundreds of entries.
create table private.prompt_search (
  prompt_id bigint primary key references public.prompt (id) on delete cascade,
  public_text text not null,
  full_text text not null
);
comment on table private.prompt_search is
  'Shown prompts, lower-cased and composed (NFC). Visitors search public_text, which does not hold the prompt itself: what it holds could be found out by asking (B13).';
alter table private.prompt_search enable row level security;

create function private.search_form(value text) returns text
language sql immutable parallel safe set search_path = '' as $$ select lower(normalize(value, NFC)) $$;

-- One number per pair of neighbouring letters without white space (a comparison of numbers: a pattern per letter costs more than
-- all the rest). Pairs that share a number do no harm: texts are compared afterwards.
create function private.letter_pairs(value text) returns integer[]
language sql immutable parallel safe set search_path = '' as $$
  with letters as materialized (select string_to_array(value, null) as list)
  select coalesce(array_agg(distinct ((ascii(a) & 65535) << 15) # ascii(b)), '{}')
  from letters, unnest(list, list[2:]) as pair (a, b)
  where ascii(a) > 32 and ascii(b) > 32
$$;

create index prompt_search_public on private.prompt_search using gin (private.letter_pairs(public_text)) with (fastupdate = off);
create index prompt_search_full on private.prompt_search using gin (private.letter_pairs(full_text)) with (fastupdate = off);

create function private.keep_prompt_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.is_show then
    delete from private.prompt_search s where s.prompt_id = new.id;
    return null;
  end if;
  insert into private.prompt_search (prompt_id, public_text, full_text)
  values (new.id, private.search_form(new.title || e'\n' || new.description),
    private.search_form(new.title || e'\n' || new.description || e'\n' || new.prompt))
  on conflict (prompt_id) do update set public_text = excluded.public_text, full_text = excluded.full_text;
  return null;
end;
$$;
create trigger prompt_search_insert after insert on public.prompt
  for each row when (new.is_show) execute function private.keep_prompt_search();
create trigger prompt_search_update after update of title, description, prompt, is_show on public.prompt
  for each row when ((old.title, old.description, old.prompt, old.is_show) is distinct from (new.title, new.description, new.prompt, new.is_show))
  execute function private.keep_prompt_search();

-- How many prompts are shown, for each combination that a list can be filtered by.
create table private.prompt_total (
  prompt_category_sub_id smallint not null references public.prompt_category_sub (id),
  prompt_model_id smallint not null references public.prompt_model (id),
  language text not null,
  count bigint not null,
  primary key (prompt_category_sub_id, prompt_model_id, language)
);
alter table private.prompt_total enable row level security;

create function private.count_prompt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.is_show then
    update private.prompt_total t set count = count - 1 where t.prompt_category_sub_id = old.prompt_category_sub_id
      and t.prompt_model_id = old.prompt_model_id and t.language = old.language;
  end if;
  if tg_op <> 'DELETE' and new.is_show then
    insert into private.prompt_total as t (prompt_category_sub_id, prompt_model_id, language, count)
    values (new.prompt_category_sub_id, new.prompt_model_id, new.language, 1)
    on conflict (prompt_category_sub_id, prompt_model_id, language) do update set count = t.count + 1;
  end if;
  return null;
end;
$$;
create trigger prompt_total_insert after insert on public.prompt
  for each row when (new.is_show) execute function private.count_prompt();
create trigger prompt_total_delete after delete on public.prompt
  for each row when (old.is_show) execute function private.count_prompt();
create trigger prompt_total_update after update of is_show, prompt_category_sub_id, prompt_model_id, language on public.prompt
  for each row when ((old.is_show, old.prompt_category_sub_id, old.prompt_model_id, old.language)
    is distinct from (new.is_show, new.prompt_category_sub_id, new.prompt_model_id, new.language))
  execute function private.count_prompt();

-- When a prompt last moved in a list that is sorted by a figure: who is reading that list hears of it with the next page (P12).
alter table public.prompt add column moved_at timestamptz not null default now();
comment on column public.prompt.moved_at is 'When trend_score or view_count last changed.';
create function private.touch_moved_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.moved_at := clock_timestamp();
  return new;
end;
$$;
create trigger prompt_moved before update of trend_score, view_count on public.prompt
  for each row when ((old.trend_score, old.view_count) is distinct from (new.trend_score, new.view_count))
  execute function private.touch_moved_at();

alter table public.prompt add constraint prompt_language_known check (language in ('ko', 'en'));

drop index public.prompt_list_category;
drop index public.prompt_list_model;
create index prompt_list_moved on public.prompt (moved_at) where is_show;
create index prompt_list_sub_trending on public.prompt (prompt_category_sub_id, trend_score desc, created_at desc, id desc) where is_show;
create index prompt_list_sub_new on public.prompt (prompt_category_sub_id, created_at desc, id desc) where is_show;
create index prompt_list_sub_top on public.prompt (prompt_category_sub_id, view_count desc, created_at desc, id desc) where is_show;
create index prompt_list_model_trending on public.prompt (prompt_model_id, language, trend_score desc, created_at desc, id desc) where is_show;
create index prompt_list_model_new on public.prompt (prompt_model_id, language, created_at desc, id desc) where is_show;
create index prompt_list_model_top on public.prompt (prompt_model_id, language, view_count desc, created_at desc, id desc) where is_show;

create type private.prompt_filter as (
  sort text,
  subs smallint[],
  models smallint[],
  languages text[],
  -- Where the last page ended: the figure that is sorted by, the date, the id. All null for the first page.
  key text,
  created_at timestamptz,
  id bigint,
  -- When the last page was read.
  since timestamptz
);

-- `trend_score desc, created_at desc, id desc` and its like, for a table alias or a subquery's columns.
create function private.prompt_order(sort text) returns text
language sql immutable set search_path = '' as $$
  select case sort when 'top' then 'view_count desc, ' when 'new' then '' else 'trend_score desc, ' end || 'created_at desc, id desc'
$$;

-- A condition that the rows beyond the cursor meet (or, with '>=', those before it). f is the parameter $1.
create function private.prompt_beyond(sort text, comparison text) returns text
language sql immutable set search_path = '' as $$
  select case sort
    when 'top' then format('(p.view_count, p.created_at, p.id) %s ($1.key::bigint, $1.created_at, $1.id)', comparison)
    when 'new' then format('(p.created_at, p.id) %s ($1.created_at, $1.id)', comparison)
    else format('(p.trend_score, p.created_at, p.id) %s ($1.key::double precision, $1.created_at, $1.id)', comparison)
  end
$$;

create function private.prompt_conditions(f private.prompt_filter) returns text
language sql immutable set search_path = '' as $$
  select 'p.is_show'
    || case when f.subs is null then '' else ' and p.prompt_category_sub_id = any ($1.subs)' end
    || case when f.models is null then '' else ' and p.prompt_model_id = any ($1.models)' end
    || case when f.languages is null then '' else ' and p.language = any ($1.languages)' end
$$;

-- The text of a query for the filtered prompts in order. One branch per value of the filter, so that each comes sorted out of
-- an index and Postgres merges them only as far as they are read. More sub-categories than twelve are frequent enough to be
-- met on the way through the whole list.
create function private.prompt_stream(f private.prompt_filter) returns text
language plpgsql immutable set search_path = '' as $$
declare
  fixed text := 'select p.id, p.created_at, p.trend_score, p.view_count from public.prompt p where '
    || private.prompt_conditions(f) || case when f.id is null then '' else ' and ' || private.prompt_beyond(f.sort, '<') end;
  branches text;
begin
  if cardinality(f.subs) <= 12 then
    select string_agg(format('(%s and p.prompt_category_sub_id = %s order by %s)', fixed, s.id, private.prompt_order(f.sort)), ' union all ')
      into branches from (select distinct unnest(f.subs) as id) s;
  elsif f.subs is null and (f.models is not null or f.languages is not null) then
    select string_agg(format('(%s and p.prompt_model_id = %s and p.language = %L order by %s)', fixed, m.id, l.code, private.prompt_order(f.sort)), ' union all ')
      into branches
      from (select distinct unnest(coalesce(f.models, '{1,2,6}')) as id) m,
        (select distinct unnest(coalesce(f.languages, '{ko,en}')) as code) l;
  end if;
  return coalesce(branches, fixed);
end;
$$;

-- At most so many shown prompts hold all of these pairs, by the statistics of the last analyze; null when there are none.
create function private.estimate_pairs(pairs integer[], index_name text) returns double precision
language sql stable set search_path = '' as $$
  with statistic as (
    select s.most_common_elems::text::integer[] as elements, s.most_common_elem_freqs as frequencies
    from pg_catalog.pg_stats s where s.schemaname = 'private' and s.tablename = index_name and s.most_common_elems is not null
  ), known as (
    select k.element, k.frequency from statistic s, unnest(s.elements, s.frequencies) as k (element, frequency) where k.element is not null
  )
  select (select min(coalesce(k.frequency, s.frequencies[cardinality(s.elements) + 1]))
      from unnest(pairs) as wanted (element) left join known k using (element))
    * (select c.reltuples from pg_catalog.pg_class c where c.oid = 'private.prompt_search'::regclass)
  from statistic s
$$;
