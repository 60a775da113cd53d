-- A search reads 2 kB of each text, the Bloom filter of its pairs of letters, and only the likely texts themselves.
create function private.pair_bits(value text) returns integer[]
language sql immutable parallel safe set search_path = '' as $$
  with letters as (
    select ascii(l.c)::bigint as a, ascii(lead(l.c) over w) as b, ascii(lead(l.c, 2) over w) as c
    from string_to_table(value, null) with ordinality as l (c, n) window w as (order by l.n)
  ), pairs as (
    select a * 2097152 + b * 2 as pair from letters where a > 32 and b > 32
    union select a * 2097152 + c * 2 + 1 from letters where a > 32 and b not in (10, 32) and c > 32
  )
  select array_agg(distinct (p.pair % size)::integer) from pairs p, unnest(array[16381, 16369]) as size
$$;

create function private.pair_mask(value text) returns bit(16384)
language sql immutable parallel safe set search_path = '' as $$
  with words as (
    select bit / 64 as word, bit_or(1::bigint << (63 - bit % 64)) as value
    from unnest(private.pair_bits(value)) as bit group by bit / 64
  )
  select string_agg(coalesce(w.value, 0)::bit(64)::text, '' order by g.word)::bit(16384)
  from generate_series(0, 255) as g (word) left join words w on w.word = g.word
$$;

alter table private.text_search add column pairs bit(16384);
alter table private.text_search alter column pairs set storage plain;
update private.text_search set pairs = private.pair_mask(searched);
alter table private.text_search alter column pairs set not null;
comment on column private.text_search.pairs is 'private.pair_mask() of the searched form: what it lacks, the text does not have.';

create or replace function private.index_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  searched constant text := private.search_form(concat_ws(e'\n', new.title, private.text_passages(new.request, new.content)));
begin
  insert into private.text_search as s (tool_use_id, user_id, searched, pairs)
  values (new.id, new.user_id, searched, private.pair_mask(searched))
  on conflict (tool_use_id) do update set searched = excluded.searched, pairs = excluded.pairs
    where s.searched <> excluded.searched;
  return null;
end;
$$;

create or replace function private.text_passages(request jsonb, content text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(
    normalize(concat_ws(' ', request ->> 'topic', request ->> 'keywords', request ->> 'name', request ->> 'overview',
      request ->> 'purpose', request ->> 'introduce', request ->> 'duty', content), NFC),
    '!?\[([^][]*)\](?:\([^)\s]*((?:\s+"[^"]*")?)\)|\{\.(?:underline|mark)\})', '\1\2', 'g'),
    '[*#`]+|\{\.(?:left|center|right)\}', '', 'g'), '[\s|>]{2,}|[^\S ]|[|>]', ' ', 'g'))
$$;

drop function private.likely_parts(text[]);

create function private.likely_parts(word text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(likely.part)
  from (select char_length(word) as size, e'\x01\x01' as gap) w, lateral (
    select overlay(word placing e'\x01' from n) as part from generate_series(1, w.size) n where w.size < 5
    union select unnest(array[left(word, (w.size + 1) / 2), right(word, (w.size + 1) / 2)]) where w.size >= 5
    union select left(word, w.size / 2 - 1) || w.gap || right(word, w.size / 2 - 1) where w.size > 5
    union select left(word, 2) || w.gap || right(word, 2) where w.size = 5
    union select overlay(word placing reverse(substr(word, n, 2)) from n for 2) from generate_series(2, 3) n where w.size = 5
  ) likely
$$;

create function private.pair_condition(parts text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(coalesce(
      (select '(' || string_agg(format('get_bit(s.pairs, %s) = 1', b.bit), ' and ') || ')' from unnest(private.pair_bits(part)) as b (bit)),
      'true'), ' or ')
  from unnest(parts) as part
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
  patterns := array(select private.typo_pattern(w.word) from unnest(words) as w (word));
  if patterns = exact then return; end if;
  longest := (select w.word from unnest(words) as w (word) order by char_length(w.word) desc limit 1);
  execute format('select array(select s.tool_use_id from private.text_search s where s.user_id = $1 and case when %s then
      s.searched ~ all ($2) end)', private.pair_condition(private.likely_parts(longest)))
    into ids using member, patterns;
end;
$$;
