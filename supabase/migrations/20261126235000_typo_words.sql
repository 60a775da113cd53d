-- A search with a typing error in several words reads texts that may have all of them, not those with the longest alone.
create or replace function private.find_texts(member uuid, search text, out ids bigint[], out patterns text[])
language plpgsql stable set search_path = '' set jit = off as $$
declare
  words constant text[] := private.search_words(search);
  exact constant text[] := array(select private.literal_pattern(w.word) from unnest(words) as w (word));
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
  -- Three words bound the condition.
  execute format('select array(select s.tool_use_id from private.text_search s where s.user_id = $1 and case when %s then
      s.searched ~ all ($2) end)',
    (select string_agg('(' || private.pair_condition(array(select v.part from private.typo_variants(w.word) v)) || ')', ' and ')
      from (select u.word from unnest(words) as u (word) group by u.word order by char_length(u.word) desc, u.word limit 3) w))
    into ids using member, patterns;
end;
$$;
