-- Keywords whose letters never stand beside each other ("a b", "가 나") have no pair of letters to be looked up by, and were met by
-- walking through 200,000 prompts. What they do have is pairs across white space: those get an index of their own, a fifth of the
-- others' size.

-- One number for each letter before white space together with the letter after it.
create function private.spaced_pairs(value text) returns integer[]
language sql immutable parallel safe set search_path = '' as $$
  with words as materialized (select regexp_split_to_array(value, '[\x01-\x20]+') as list)
  select coalesce(array_agg(distinct ((ascii(right(a, 1)) & 65535) << 15) # ascii(b)), '{}')
  from words, unnest(list, list[2:]) as pair (a, b)
  where a <> '' and b <> ''
$$;
create index prompt_search_public_spaced on private.prompt_search using gin (private.spaced_pairs(public_text)) with (fastupdate = off);
create index prompt_search_full_spaced on private.prompt_search using gin (private.spaced_pairs(full_text)) with (fastupdate = off);

drop function private.find_by_pairs(private.prompt_filter, text, text, integer[], integer);
create function private.find_by_pairs(f private.prompt_filter, pairing text, source text, pattern text, pairs integer[], wanted integer)
returns private.prompt_hits
language plpgsql stable set search_path = '' as $$
declare
  hits private.prompt_hits;
begin
  execute format(
    'with match as materialized (
       select t.prompt_id from private.prompt_search t where private.%6$I(t.%1$I) @> $3 and t.%1$I like $2
     ), found as materialized (
       select p.id, p.created_at, p.trend_score, p.view_count from match m join public.prompt p on p.id = m.prompt_id where %2$s
     ), page as (
       select p.id, row_number() over (order by %3$s) as step from found p where %4$s order by %3$s limit %5$s
     )
     select coalesce(array_agg(g.id order by g.step), ''{}''), (select count(*) from found), true from page g',
    source, private.prompt_conditions(f), private.prompt_order(f.sort),
    case when f.id is null then 'true' else private.prompt_beyond(f.sort, '<') end, wanted, pairing)
  into hits using f, pattern, pairs;
  return hits;
end;
$$;

create or replace function private.find_prompts(f private.prompt_filter, keyword text, is_member boolean, wanted integer) returns private.prompt_hits
language plpgsql stable set search_path = '' as $$
declare
  -- Beyond so many candidates, walking the list meets a page of hits sooner than reading all candidates.
  steps constant integer := 5000;
  source text := case when is_member then 'full_text' else 'public_text' end;
  word text := private.search_form(keyword);
  pattern text := '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  pairing text := 'letter_pairs';
  pairs integer[] := private.letter_pairs(word);
  filtered bigint := private.count_filtered(f);
  estimate double precision;
  walk record;
  hits private.prompt_hits;
begin
  if pairs = '{}' then
    pairing := 'spaced_pairs';
    pairs := private.spaced_pairs(word);
  end if;
  estimate := private.estimate_pairs(pairs, case when is_member then 'prompt_search_full' else 'prompt_search_public' end
    || case pairing when 'spaced_pairs' then '_spaced' else '' end);
  if estimate < steps and estimate < filtered then return private.find_by_pairs(f, pairing, source, pattern, pairs, wanted); end if;
  if filtered <= steps then
    select w.ids, cardinality(w.ids), true into hits from private.find_by_walk(f, source, pattern, steps, steps) w;
    hits.ids := hits.ids[1:wanted];
    return hits;
  end if;
  select w.ids, w.seen into walk from private.find_by_walk(f, source, pattern, wanted, steps) w;
  if cardinality(walk.ids) < wanted then return private.find_by_pairs(f, pairing, source, pattern, pairs, wanted); end if;
  hits.ids := walk.ids;
  hits.is_exact := false;
  hits.total := round(cardinality(walk.ids)::numeric * filtered / greatest(walk.seen, 1));
  return hits;
end;
$$;
