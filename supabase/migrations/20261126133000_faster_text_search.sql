-- A search in one's own texts reads them without decompression, and each once.
alter table private.text_search alter column searched set storage external;
-- Stored values keep their compression until they are written again.
update private.text_search set searched = searched || '';

drop function private.may_have_word(text, text);

-- What a text has at least, that has the longest of these words with one typing error: the error leaves the beginning or
-- the end of the word intact, or of three syllables the outer two. Looking for this takes a fraction of the time of the
-- regular expression.
create function private.likely_parts(words text[], out head text, out tail text, out around text)
language sql immutable set search_path = '' as $$
  select left(l.word, l.share), right(l.word, l.share),
    case when char_length(l.word) = 3 and ascii(l.word) between 44032 and 55203
      then '%' || left(l.word, 1) || '_' || right(l.word, 1) || '%' end
  from (
    select w.word, case when char_length(w.word) >= 5 then (char_length(w.word) - 1) / 2
      when char_length(w.word) >= 3 then 2 else char_length(w.word) end as share
    from unnest(words) as w (word) order by char_length(w.word) desc limit 1
  ) l
$$;

create or replace function private.find_texts(member uuid, search text, out ids bigint[], out patterns text[])
language plpgsql stable set search_path = '' as $$
declare
  words constant text[] := private.search_words(search);
  exact constant text[] := array(select private.literal_pattern(w.word) from unnest(words) as w (word));
  likely record;
begin
  if words = '{}' then return; end if;
  patterns := exact;
  ids := array(
    select s.tool_use_id from private.text_search s
    where s.user_id = member and strpos(s.searched, words[1]) > 0
      and not exists (select from unnest(words[2:]) as w (word) where strpos(s.searched, w.word) = 0));
  if ids <> '{}' then return; end if;
  patterns := array(select private.typo_pattern(w.word) from unnest(words) as w (word));
  if patterns = exact then return; end if;
  select p.* into likely from private.likely_parts(words) p;
  ids := array(
    -- `|| ''` reads each text once, and not for each condition.
    with texts as materialized (
      select s.tool_use_id, s.searched || '' as searched from private.text_search s where s.user_id = member
    ), candidates as materialized (
      select t.tool_use_id, t.searched from texts t
      where strpos(t.searched, likely.head) > 0 or strpos(t.searched, likely.tail) > 0
        or (likely.around is not null and t.searched like likely.around)
    )
    select c.tool_use_id from candidates c where c.searched ~ all (patterns));
end;
$$;

