-- As before (prompt_search_plans), but prompts that were looked up are put in order by walking the list until a page of them was met, which takes a
-- tenth of reading the figures of each when there are thousands; the planner chooses which. A candidate then costs no more than a step of the walk.

-- Looks up the prompts that hold all grams, and compares the texts of those.
create or replace function private.find_by_grams(f private.prompt_filter, grammar text, source text, word text, grams integer[], wanted integer)
returns private.prompt_hits
language plpgsql stable set search_path = '' set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
declare
  matches bigint[];
  hits private.prompt_hits;
begin
  execute format('select coalesce(array_agg(t.prompt_id), ''{}'') from private.prompt_search t where private.%2$I(t.%1$I) @> $2 and position($1 in t.%1$I) > 0',
    source, grammar) into matches using word, grams;
  execute format('select coalesce(array_agg(s.id), ''{}'') from (select p.id from public.prompt p where %s and p.id = any ($2)%s order by %s limit %s) s',
    private.prompt_conditions(f), case when f.id is null then '' else ' and ' || private.prompt_beyond(f.sort, '<') end,
    private.prompt_order(f.sort), wanted) into hits.ids using f, matches;
  hits.is_exact := true;
  -- A total is told with the first page alone.
  if f.subs is null and f.models is null and f.languages is null then
    hits.total := cardinality(matches);
  elsif f.id is null then
    execute format('select count(*) from public.prompt p where %s and p.id = any ($2)', private.prompt_conditions(f)) into hits.total using f, matches;
  end if;
  return hits;
end;
$$;

create or replace function private.find_by_walk(
  f private.prompt_filter, source text, word text, wanted integer, filtered bigint, shown bigint, candidates double precision,
  out ids bigint[], out seen bigint, out is_given_up boolean
) language plpgsql stable set search_path = '' set enable_bitmapscan = off set enable_hashjoin = off set enable_sort = off
  set max_parallel_workers_per_gather = 0 as $$
declare
  -- Before so many the pace says little.
  steps_min constant integer := 600;
  line record;
  found_count integer := 0;
  share double precision;
  -- For each prompt of a filtered list others are passed by, at a tenth of its price.
  step_price constant double precision := 1 + 0.1 * least(shown / greatest(filtered, 1), 20);
  -- Those of a filter are counted besides.
  candidate_price constant double precision := case when filtered < shown and f.id is null then 2 else 1 end;
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
      is_given_up := step_price * least((wanted - found_count) / share, filtered - seen) > candidate_price * greatest(share * shown, candidates);
      exit when is_given_up;
    end if;
  end loop;
  is_given_up := is_given_up or seen = 100000;
end;
$$;

-- As before, but a candidate counts once here too.
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
  if rarest.candidates_max < least(filtered, wanted * shown / greatest(rarest.candidates_max, 1)) then
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
