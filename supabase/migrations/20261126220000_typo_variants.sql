-- A search with a typing error reads only texts that may have one of the misspelled forms as a whole, not those that have
-- one half of the word.
create function private.typo_variants(word text) returns table (pattern text, part text)
language sql immutable set search_path = '' as $$
  with letters as materialized (
    select l.n, private.literal_pattern(l.c) as c, ascii(l.c) between 44032 and 55203 as is_syllable, l.c as plain,
      char_length(word) between 5 and 20 as is_long
    from string_to_table(word, null) with ordinality as l (c, n)
  ), variants as (
    select e.n, v.kind from letters e, unnest(array['wrong', 'missing', 'additional', 'swapped']) as v (kind)
    where e.is_long or (e.is_syllable and v.kind = 'wrong' and char_length(word) in (3, 4))
    union all select 0, 'exact'
  )
  select string_agg(case
      when o.n = v.n and v.kind = 'wrong' then case when o.is_syllable then private.near_syllables(o.plain) else '\S' end
      when o.n = v.n and v.kind = 'missing' then o.c || '.'
      when o.n = v.n and v.kind = 'additional' then ''
      when o.n = v.n and v.kind = 'swapped' then coalesce(f.c, '') || o.c
      when o.n = v.n + 1 and v.kind = 'swapped' then ''
      else o.c end, '' order by o.n),
    substr(string_agg(case
      when o.n = v.n and v.kind = 'wrong' then e'\x01'
      when o.n = v.n and v.kind = 'missing' then o.plain || ' '
      when o.n = v.n and v.kind = 'additional' then ''
      when o.n = v.n and v.kind = 'swapped' then coalesce(f.plain, '') || o.plain
      when o.n = v.n + 1 and v.kind = 'swapped' then ''
      else o.plain end, '' order by o.n), greatest(1, least(v.n - 2, char_length(word) - 5))::integer, 6)
  from variants v, letters o left join letters f on f.n = o.n + 1 group by v.n, v.kind
$$;

create or replace function private.find_texts(member uuid, search text, out ids bigint[], out patterns text[])
language plpgsql stable set search_path = '' as $$
declare
  words constant text[] := private.search_words(search);
  exact constant text[] := array(select private.literal_pattern(w.word) from unnest(words) as w (word));
  longest text;
begin
  if words = '{}' then return; end if;
  patterns := exact;
  -- `case`: the pairs are looked at first.
  execute format('select array(select s.tool_use_id from private.text_search s where s.user_id = $1 and case when %s then
      not exists (select from unnest($2) as w (word) where strpos(s.searched, w.word) = 0) end)',
    private.pair_condition(array[array_to_string(words, ' ')]))
    into ids using member, words;
  if ids <> '{}' then return; end if;
  patterns := array(select string_agg(v.pattern, '|') from unnest(words) with ordinality as w (word, n), private.typo_variants(w.word) v group by w.n order by w.n);
  if patterns = exact then return; end if;
  longest := (select w.word from unnest(words) as w (word) order by char_length(w.word) desc limit 1);
  execute format('select array(select s.tool_use_id from private.text_search s where s.user_id = $1 and case when %s then
      s.searched ~ all ($2) end)', private.pair_condition(array(select v.part from private.typo_variants(longest) v)))
    into ids using member, patterns;
end;
$$;

drop function private.typo_pattern(text);
drop function private.likely_parts(text);
