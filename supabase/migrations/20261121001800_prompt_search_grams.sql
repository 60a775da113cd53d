-- Words in Latin letters are made of few pairs: nearly every English text has most of the pairs of nearly every English word, so a rare
-- word was looked up through lists that hold half of all prompts. Runs of three ASCII letters or digits are indexed beside the pairs.

-- One number per pair of neighbouring letters without white space, and one below zero per run of three ASCII letters or digits (and
-- the few signs between them in the table). Grams that share a number do no harm: texts are compared afterwards. A gram that comes
-- twice stands twice in the array: GIN keeps it once, and sorting here would cost as much as all the rest.
create function private.letter_grams(value text) returns integer[]
language sql immutable parallel safe set search_path = '' as $$
  with points as materialized (select array(select ascii(c) from string_to_table(value, null) c) as list)
  select coalesce(array_agg(((a & 65535) << 15) # b) filter (where a > 32 and b > 32)
    || array_agg(-((a << 14) | (b << 7) | c)) filter (where a between 48 and 122 and b between 48 and 122 and c between 48 and 122), '{}')
  from points, unnest(list, list[2:], list[3:]) as gram (a, b, c)
$$;

-- What every text that holds a keyword has: its runs of three, and the pairs that are in none of those.
create function private.keyword_grams(word text) returns integer[]
language sql immutable parallel safe set search_path = '' as $$
  with points as materialized (select array(select ascii(c) from string_to_table(word, null) c) as list)
  select coalesce(array_agg(distinct case
      when is_run then -((a << 14) | (b << 7) | c) else ((a & 65535) << 15) # b end), '{}')
  from (
    select a, b, c, a between 48 and 122 and b between 48 and 122 and c between 48 and 122 as is_run,
      before between 48 and 122 and a between 48 and 122 and b between 48 and 122 as is_end_of_run
    from points, unnest(list, list[2:], list[3:], null::integer || list) as gram (a, b, c, before)
  ) g
  where a > 32 and b > 32 and (coalesce(is_run, false) or not coalesce(is_end_of_run, false))
$$;

drop index private.prompt_search_public, private.prompt_search_full;
create index prompt_search_public on private.prompt_search using gin (private.letter_grams(public_text)) with (fastupdate = off);
create index prompt_search_full on private.prompt_search using gin (private.letter_grams(full_text)) with (fastupdate = off);
-- Frequencies of three thousand grams are known then, of a thousand otherwise.
alter index private.prompt_search_public alter column 1 set statistics 300;
alter index private.prompt_search_full alter column 1 set statistics 300;
