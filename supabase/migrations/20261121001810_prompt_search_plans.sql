-- How lists and searches are answered at a million prompts: each filter has an index that has its prompts in order, and a search takes the
-- shorter of two ways, through the list in its order or through the index of grams.

-- What a filter asks of a prompt stands in each index, so that prompts that do not pass are left out without being read.
drop index public.prompt_list_trending, public.prompt_list_new, public.prompt_list_top;
create index prompt_list_trending on public.prompt (trend_score desc, created_at desc, id desc)
  include (prompt_category_sub_id, prompt_model_id, language) where is_show;
create index prompt_list_new on public.prompt (created_at desc, id desc)
  include (prompt_category_sub_id, prompt_model_id, language) where is_show;
create index prompt_list_top on public.prompt (view_count desc, created_at desc, id desc)
  include (prompt_category_sub_id, prompt_model_id, language) where is_show;
drop index public.prompt_list_model_trending, public.prompt_list_model_new, public.prompt_list_model_top;
create index prompt_list_model_trending on public.prompt (prompt_model_id, language, trend_score desc, created_at desc, id desc)
  include (prompt_category_sub_id) where is_show;
create index prompt_list_model_new on public.prompt (prompt_model_id, language, created_at desc, id desc)
  include (prompt_category_sub_id) where is_show;
create index prompt_list_model_top on public.prompt (prompt_model_id, language, view_count desc, created_at desc, id desc)
  include (prompt_category_sub_id) where is_show;
-- A sub-category alone would have to be walked for its few prompts of a model and language.
drop index public.prompt_list_sub_trending, public.prompt_list_sub_new, public.prompt_list_sub_top;
create index prompt_list_sub_trending on public.prompt
  (prompt_category_sub_id, prompt_model_id, language, trend_score desc, created_at desc, id desc) where is_show;
create index prompt_list_sub_new on public.prompt
  (prompt_category_sub_id, prompt_model_id, language, created_at desc, id desc) where is_show;
create index prompt_list_sub_top on public.prompt
  (prompt_category_sub_id, prompt_model_id, language, view_count desc, created_at desc, id desc) where is_show;
-- What filters and orders those that a look-up found, without reading the prompts themselves.
create index prompt_list_facts on public.prompt (id)
  include (trend_score, view_count, created_at, prompt_category_sub_id, prompt_model_id, language) where is_show;

-- The figure that a list is sorted by.
create function private.prompt_figure(sort text) returns text
language sql immutable set search_path = '' as $$
  select case sort when 'top' then 'view_count' when 'new' then 'created_at' else 'trend_score' end
$$;

-- Which columns tell apart the parts that a filtered list is merged from, each of which an index has in order. Null for a list that is
-- read in one part: without a filter, or when its sub-categories hold so much that they are met on the way.
-- steps_wanted: how many prompts that pass are expected to be read; part_price: what a part costs, in prompts that are passed by.
create function private.prompt_parts(f private.prompt_filter, steps_wanted double precision, part_price double precision) returns text
language plpgsql stable set search_path = '' as $$
declare
  parts bigint;
  within bigint;
  wider bigint;
  by_model constant text := case when f.models is null and f.languages is null then null else 'prompt_model_id, language' end;
begin
  if f.subs is null then return by_model; end if;
  select count(*) filter (where t.prompt_category_sub_id = any (f.subs)),
      coalesce(sum(t.count) filter (where t.prompt_category_sub_id = any (f.subs)), 0), coalesce(sum(t.count), 0)
    into parts, within, wider from private.prompt_total t
    where t.count > 0 and (f.models is null or t.prompt_model_id = any (f.models)) and (f.languages is null or t.language = any (f.languages));
  if steps_wanted * wider / greatest(within, 1) < parts * part_price then return by_model; end if;
  return 'prompt_category_sub_id, prompt_model_id, language';
end;
$$;

-- Conditions on the kept totals, whose rows name the parts.
create function private.prompt_part_conditions(f private.prompt_filter) returns text
language sql immutable set search_path = '' as $$
  select 't.count > 0'
    || case when f.subs is null then '' else ' and t.prompt_category_sub_id = any ($1.subs)' end
    || case when f.models is null then '' else ' and t.prompt_model_id = any ($1.models)' end
    || case when f.languages is null then '' else ' and t.language = any ($1.languages)' end
$$;

-- A page of the list: the first of each part, of which the first are the page's. One plan serves all parts.
create or replace function private.list_ids(f private.prompt_filter, wanted integer) returns bigint[]
language plpgsql stable set search_path = '' as $$
declare
  ids bigint[];
  -- One look into an index costs as much as passing by fifty of its entries.
  parts text := private.prompt_parts(f, wanted, 50);
  page text := format('select p.id, p.created_at, p.%I as figure from public.prompt p where %s%s', private.prompt_figure(f.sort),
    private.prompt_conditions(f), case when f.id is null then '' else ' and ' || private.prompt_beyond(f.sort, '<') end);
  ordered text := format(' order by %s limit %s', private.prompt_order(f.sort), wanted);
begin
  if parts is not null then
    page := format('select l.id, l.created_at, l.figure from (select distinct %1$s from private.prompt_total t where %2$s) part
        cross join lateral (%3$s and (%4$s) = (%5$s)%6$s) l order by l.figure desc, l.created_at desc, l.id desc limit %7$s',
      parts, private.prompt_part_conditions(f), page, regexp_replace(parts, '(\w+)', 'p.\1', 'g'),
      regexp_replace(parts, '(\w+)', 'part.\1', 'g'), ordered, wanted);
  else
    page := page || ordered;
  end if;
  execute format('select coalesce(array_agg(s.id), ''{}'') from (%s) s', page) into ids using f;
  return ids;
end;
$$;

-- The text of a query for the filtered prompts in order, to be walked as far as needed: its parts are merged row by row. Each is planned
-- by itself, which takes as long as passing by 3,000 entries of an index; 3,000 prompts are what a walk is expected to read.
create or replace function private.prompt_stream(f private.prompt_filter) returns text
language plpgsql stable set search_path = '' as $$
declare
  parts text := private.prompt_parts(f, 3000, 3000);
  beyond text := case when f.id is null then '' else ' and ' || private.prompt_beyond(f.sort, '<') end;
  fixed text := format('select p.id, p.created_at, p.%I as figure from public.prompt p where ', private.prompt_figure(f.sort));
  ordered text := ' order by ' || private.prompt_order(f.sort);
  branches text;
begin
  if parts like 'prompt_category_sub_id%' then
    select string_agg(format('(%sp.is_show and p.prompt_category_sub_id = %s and p.prompt_model_id = %s and p.language = %L%s%s)',
        fixed, t.prompt_category_sub_id, t.prompt_model_id, t.language, beyond, ordered), ' union all ')
      into branches from private.prompt_total t
      where t.count > 0 and t.prompt_category_sub_id = any (f.subs)
        and (f.models is null or t.prompt_model_id = any (f.models)) and (f.languages is null or t.language = any (f.languages));
  elsif (f.models is not null or f.languages is not null) then
    select string_agg(format('(%s%s and p.prompt_model_id = %s and p.language = %L%s%s)',
        fixed, private.prompt_conditions(f), t.prompt_model_id, t.language, beyond, ordered), ' union all ')
      into branches from (select distinct prompt_model_id, language from private.prompt_total where count > 0) t
      where (f.models is null or t.prompt_model_id = any (f.models)) and (f.languages is null or t.language = any (f.languages));
  end if;
  return coalesce(branches, fixed || private.prompt_conditions(f) || beyond);
end;
$$;

drop function private.find_by_walk(private.prompt_filter, text, text, integer, integer);
drop function private.find_by_pairs(private.prompt_filter, text, text, text, integer[], integer);
drop function private.estimate_pairs(integer[], text);

-- The grams of a keyword that the fewest prompts have, by the statistics of the last analyze: those that are frequent narrow a search less
-- than reading their long lists costs. candidates_max: no more prompts hold them all; candidates: so many do if each is there whether
-- the others are or not. Both null without statistics.
create function private.rarest_grams(
  grams integer[], index_name text, out chosen integer[], out candidates_max double precision, out candidates double precision
) language sql stable set search_path = '' as $$
  with statistic as (
    select s.most_common_elems::text::integer[] as elements, s.most_common_elem_freqs as frequencies
    from pg_catalog.pg_stats s where s.schemaname = 'private' and s.tablename = index_name and s.most_common_elems is not null
  ), known as (
    select k.element, k.frequency from statistic s, unnest(s.elements, s.frequencies) as k (element, frequency) where k.element = any (grams)
  ), ranked as (
    select w.element, coalesce(k.frequency, (select s.frequencies[cardinality(s.elements) + 1] from statistic s)) as frequency
    from unnest(grams) as w (element) left join known k using (element)
  ), numbered as (
    select r.*, row_number() over (order by r.frequency, r.element) as place, min(r.frequency) over () as rarest from ranked r
  )
  select coalesce(array_agg(n.element), '{}'), min(n.frequency) * t.count, exp(sum(ln(n.frequency))) * t.count
  from numbered n, (select c.reltuples as count from pg_catalog.pg_class c where c.oid = 'private.prompt_search'::regclass) t
  where n.frequency is null or n.place <= 2 or (n.place <= 6 and n.frequency <= n.rarest * 6)
  group by t.count
$$;

-- Walks the list in its order and compares texts. Statements are put together for each call, so that each is planned for its own values:
-- a plan for any word would be wrong for most. Stops when enough was found, at the end of the list, or where its pace says that looking up
-- those that are left takes less. `wanted` null: to the end.
create function private.find_by_walk(
  f private.prompt_filter, source text, word text, wanted integer, filtered bigint, shown bigint, candidates double precision,
  out ids bigint[], out seen bigint, out is_given_up boolean
) language plpgsql stable set search_path = '' as $$
declare
  -- Before so many the pace says little.
  steps_min constant integer := 1200;
  line record;
  found_count integer := 0;
  share double precision;
  -- For each prompt of a filtered list others are passed by, at a tenth of its price.
  step_price constant double precision := 1 + 0.1 * least(shown / greatest(filtered, 1), 20);
begin
  ids := '{}';
  seen := 0;
  is_given_up := false;
  -- A condition in the list of columns is looked at row by row, in the order of the list, and only as far as rows are taken.
  for line in execute format(
    'select w.id, (select position($2 in t.%I) > 0 from private.prompt_search t where t.prompt_id = w.id) as is_hit
     from (select b.id from (%s) b order by b.figure desc, b.created_at desc, b.id desc limit 100000) w',
    source, private.prompt_stream(f)) using f, word
  loop
    seen := seen + 1;
    if line.is_hit then
      ids := ids || line.id;
      found_count := found_count + 1;
      exit when found_count >= wanted;
    end if;
    if wanted is not null and seen >= steps_min and seen % 200 = 0 then
      share := (found_count + 1)::double precision / seen;
      -- A candidate costs about as much as two steps.
      is_given_up := step_price * least((wanted - found_count) / share, filtered - seen) > 2 * greatest(share * shown, candidates);
      exit when is_given_up;
    end if;
  end loop;
  is_given_up := is_given_up or seen = 100000;
end;
$$;

-- Looks up the prompts that hold all grams, and compares the texts of those.
create function private.find_by_grams(f private.prompt_filter, grammar text, source text, word text, grams integer[], wanted integer)
returns private.prompt_hits
language plpgsql stable set search_path = '' as $$
declare
  hits private.prompt_hits;
begin
  execute format(
    'with match as materialized (
       select t.prompt_id from private.prompt_search t where private.%6$I(t.%1$I) @> $3 and position($2 in t.%1$I) > 0
     ), found as materialized (
       select p.id, p.created_at, p.trend_score, p.view_count from match m join public.prompt p on p.id = m.prompt_id where %2$s
     ), page as (
       select p.id, row_number() over (order by %3$s) as step from found p where %4$s order by %3$s limit %5$s
     )
     select coalesce(array_agg(g.id order by g.step), ''{}''), (select count(*) from found), true from page g',
    source, private.prompt_conditions(f), private.prompt_order(f.sort),
    case when f.id is null then 'true' else private.prompt_beyond(f.sort, '<') end, wanted, grammar)
  into hits using f, word, grams;
  return hits;
end;
$$;

create or replace function private.find_prompts(f private.prompt_filter, keyword text, is_member boolean, wanted integer) returns private.prompt_hits
language plpgsql stable set search_path = '' as $$
declare
  -- Lists as short as this are walked to their end, and so their totals are exact.
  whole_max constant integer := 1500;
  source text := case when is_member then 'full_text' else 'public_text' end;
  word text := private.search_form(keyword);
  grammar text := 'letter_grams';
  grams integer[] := private.keyword_grams(word);
  filtered bigint := private.count_filtered(f);
  shown bigint;
  rarest record;
  walk record;
  hits private.prompt_hits;
begin
  if grams = '{}' then
    grammar := 'spaced_pairs';
    grams := private.spaced_pairs(word);
  end if;
  select * into rarest from private.rarest_grams(grams, case when is_member then 'prompt_search_full' else 'prompt_search_public' end
    || case grammar when 'spaced_pairs' then '_spaced' else '' end);
  select coalesce(sum(t.count), 0) into shown from private.prompt_total t;
  -- Sure to be the shorter way: there are fewer candidates than prompts to walk by until a page is full.
  if 2 * rarest.candidates_max < least(filtered, wanted * shown / greatest(rarest.candidates_max, 1)) then
    return private.find_by_grams(f, grammar, source, word, rarest.chosen, wanted);
  end if;
  select * into walk from private.find_by_walk(f, source, word, case when filtered > whole_max then wanted end, filtered, shown,
    coalesce(rarest.candidates, 0));
  if walk.is_given_up then return private.find_by_grams(f, grammar, source, word, rarest.chosen, wanted); end if;
  hits.ids := walk.ids[1:wanted];
  hits.is_exact := filtered <= whole_max or cardinality(walk.ids) < wanted;
  hits.total := case when hits.is_exact then cardinality(walk.ids)
    else round(cardinality(walk.ids)::numeric * filtered / greatest(walk.seen, 1)) end;
  return hits;
end;
$$;

-- Each plan is wanted for what its indexes give; the planner's guess for a text's grams or a narrow filter can be a thousand times off.
alter function private.find_by_walk(private.prompt_filter, text, text, integer, bigint, bigint, double precision) set enable_bitmapscan = off;
alter function private.find_by_walk(private.prompt_filter, text, text, integer, bigint, bigint, double precision) set enable_hashjoin = off;
alter function private.find_by_walk(private.prompt_filter, text, text, integer, bigint, bigint, double precision) set max_parallel_workers_per_gather = 0;
alter function private.find_by_walk(private.prompt_filter, text, text, integer, bigint, bigint, double precision) set enable_sort = off;
alter function private.find_by_grams(private.prompt_filter, text, text, text, integer[], integer) set enable_seqscan = off;
alter function private.find_by_grams(private.prompt_filter, text, text, text, integer[], integer) set enable_hashjoin = off;
alter function private.find_by_grams(private.prompt_filter, text, text, text, integer[], integer) set enable_mergejoin = off;
alter function private.find_by_grams(private.prompt_filter, text, text, text, integer[], integer) set max_parallel_workers_per_gather = 0;
