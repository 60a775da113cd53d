-- Every search of two thousand texts within 50 ms: fewer texts are read, and less of each is looked at.
drop function private.typo_variants(text);
drop function private.pair_condition(text[]);
drop function private.pair_bits(text);

-- Which letters stand next to each other within words, and which with one letter between, as numbers. U+0001 stands for any
-- letter. Of a text also its letters, and of a search those that stand alone.
create function private.letter_pairs(value text, is_text boolean) returns setof bigint
language sql immutable parallel safe set search_path = '' as $$
  with letters as (
    select ascii(lag(l.c) over w) as before, ascii(l.c)::bigint as a, ascii(lead(l.c) over w) as b, ascii(lead(l.c, 2) over w) as c
    from string_to_table(value, null) with ordinality as l (c, n) window w as (order by l.n)
  )
  select a * 2097152 + b * 2 from letters where a > 32 and b > 32
  union select a * 2097152 + c * 2 + 1 from letters where a > 32 and b not in (10, 32) and c > 32
  union select a * 2097152 from letters where a > 32 and (is_text or greatest(before, b, 32) = 32)
$$;

-- The Bloom filter of a text: 16,384 bits, two for each pair. A text of 3,000 letters sets about a sixth of them.
create or replace function private.pair_mask(value text) returns bit(16384)
language sql immutable parallel safe set search_path = '' as $$
  with words as (
    select bit / 64 as word, bit_or(1::bigint << (63 - bit % 64)) as value
    from (select (p.pair % size)::integer as bit from private.letter_pairs(value, true) as p (pair), unnest(array[16381, 16369]) as size) b group by bit / 64
  )
  select string_agg(coalesce(w.value, 0)::bit(64)::text, '' order by g.word)::bit(16384)
  from generate_series(0, 255) as g (word) left join words w on w.word = g.word
$$;

-- The syllables that share two of a syllable's three letters, itself included.
create function private.near_letters(syllable text) returns setof text
language sql immutable strict set search_path = '' as $$
  with c as (select ascii(syllable) - 44032 as code)
  select chr(44032 + c.code / 28 * 28 + i) from c, generate_series(0, 27) i
  union select chr(44032 + i * 588 + c.code % 588) from c, generate_series(0, 18) i
  union select chr(44032 + c.code / 588 * 588 + i * 28 + c.code % 28) from c, generate_series(0, 20) i
$$;

-- The spellings of a word with at most one typing error, each as a regular expression: from three letters on a wrong
-- letter within a Hangul syllable, and from five on one wrong, missing, additional or swapped letter. Long words match
-- exactly, to bound the expression. `part` is what a text with this spelling has for sure, in the form of
-- private.letter_pairs(): ten letters around the error, with U+0001 for a wrong one. The letter that was left out may be a
-- space. `literal` is the spelling itself, where it is one alone. Of others: what is before and behind the letter that
-- is not known, and the wrong syllable that it is near.
create function private.typo_variants(word text)
  returns table (pattern text, part text, literal text, syllable text, before text, behind text)
language sql immutable set search_path = '' as $$
  with letters as materialized (
    select l.n, private.literal_pattern(l.c) as c, ascii(l.c) between 44032 and 55203 as is_syllable, l.c as plain,
      char_length(word) between 5 and 20 as is_long
    from string_to_table(word, null) with ordinality as l (c, n)
  ), variants as (
    select e.n, v.kind, case when e.is_syllable and v.kind = 'wrong' then e.plain end as syllable
    from letters e, unnest(array['wrong', 'missing', 'additional', 'swapped']) as v (kind)
    where e.is_long or (e.is_syllable and v.kind = 'wrong' and char_length(word) in (3, 4))
    union all select 0, 'exact', null
  ), spellings as (
    select v.n, v.kind, v.syllable, string_agg(case
        when o.n = v.n and v.kind = 'wrong' then case when o.is_syllable then private.near_syllables(o.plain) else '\S' end
        when o.n = v.n and v.kind = 'missing' then o.c || '.'
        when o.n = v.n and v.kind = 'additional' then ''
        when o.n = v.n and v.kind = 'swapped' then coalesce(f.c, '') || o.c
        when o.n = v.n + 1 and v.kind = 'swapped' then ''
        else o.c end, '' order by o.n) as pattern,
      string_agg(case
        when o.n = v.n and v.kind = 'wrong' then e'\x01'
        when o.n = v.n and v.kind = 'missing' then o.plain || ' '
        when o.n = v.n and v.kind = 'additional' then ''
        when o.n = v.n and v.kind = 'swapped' then coalesce(f.plain, '') || o.plain
        when o.n = v.n + 1 and v.kind = 'swapped' then ''
        else o.plain end, '' order by o.n) as letters
    from variants v, letters o left join letters f on f.n = o.n + 1 group by v.n, v.kind, v.syllable
  )
  select s.pattern, substr(s.letters, greatest(1, least(s.n - 4, char_length(word) - 9))::integer, 10),
    case when s.kind in ('exact', 'additional', 'swapped') then s.letters end, s.syllable,
    left(word, s.n::integer - case when s.kind = 'wrong' then 1 else 0 end), substr(word, s.n::integer + 1)
  from spellings s
$$;

-- SQL that is true when a text's filter `s.pairs` has the pairs of the part: twenty bits of them, one of each pair first,
-- because more would only take time. Single bits as constants take a twentieth of the time of `&` with the whole filter.
create function private.pair_condition(part text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(format('get_bit(s.pairs, %s) = 1', b.bit), ' and '), 'true')
  from (select p.pair % size as bit from private.letter_pairs(part, false) as p (pair), unnest(array[16381, 16369]) as size
    order by size desc, p.pair limit 20) b
$$;

-- The same for the wrong syllable in the place of U+0001: true when one of the syllables near it makes its pairs with the
-- two letters on each side. Four bits of each are enough: one of a pair within a word, both at its ends.
create function private.near_condition(part text, syllable text) returns text
language sql immutable strict set search_path = '' as $$
  with around as (
    select o.distance, ascii(substr(part, strpos(part, e'\x01') + o.distance, 1))::bigint as code
    from unnest(array[-2, -1, 1, 2]) as o (distance)
    where strpos(part, e'\x01') + o.distance between 1 and char_length(part)
  ), pairs as (
    select n.letter, case a.distance
      when -2 then a.code * 2097152 + ascii(n.letter) * 2 + 1 when -1 then a.code * 2097152 + ascii(n.letter) * 2
      when 1 then ascii(n.letter) * 2097152::bigint + a.code * 2 else ascii(n.letter) * 2097152::bigint + a.code * 2 + 1 end as pair
    from private.near_letters(syllable) as n (letter), around a
  ), near as (
    select array_agg(p.pair % size order by size, p.pair) as bits from pairs p, unnest(array[16381, 16369]) as size group by p.letter
  )
  select format('exists (select from unnest(%L::integer[], %L::integer[], %L::integer[], %L::integer[]) as x (a, b, c, d)
    where get_bit(s.pairs, x.a) = 1 and get_bit(s.pairs, x.b) = 1 and get_bit(s.pairs, x.c) = 1 and get_bit(s.pairs, x.d) = 1)',
    array_agg(bits[1]), array_agg(bits[2]), array_agg(bits[3]), array_agg(bits[4])) from near
$$;

-- SQL that is true when the text has the letters. strpos() would also count those before them, in the time of the search
-- itself.
create function private.word_condition(letters text) returns text
language sql immutable strict set search_path = '' as $$
  select format('octet_length(split_part(s.searched, %1$L, 1)) < octet_length(s.searched)', letters)
$$;

-- SQL that is true when the text has a spelling with an unknown letter: what stands next to each place of one side of it.
-- The regular expression takes five times as long. It remains for any letter at the beginning, and where two places of the
-- side overlap or the next one begins in what stands next to it. Letters before a place are compared as bytes, because
-- right() counts all letters.
create function private.spelling_condition(pattern text, syllable text, before text, behind text) returns text
language sql immutable set search_path = '' as $$
  select case
    when not p.is_first and syllable is null or exists (select from generate_series(0, char_length(p.other)) j
        where left(p.side, char_length(p.other) - j + 1) = left(case when j = 0 then left(p.side, 1) || p.other else substr(p.other, j) end, char_length(p.side))
          and (j > 0 or syllable is null or left(p.side, 1) in (select private.near_letters(syllable))))
      then format('s.searched ~ %L', pattern)
    when p.is_first then format('exists (select from string_to_table(s.searched, %L) with ordinality as t (piece, n) where t.n > 1 and %s)', before,
      case when syllable is null
        then format('right(left(t.piece, %s), -1) = %L and t.piece <> ''''', char_length(behind) + 1, behind) ||
          case when pattern like '%\S%' then ' and left(t.piece, 1) !~ ''\s''' else '' end
        else format('left(t.piece, %s) = any (%L::text[])', char_length(behind) + 1,
          array(select n || behind from private.near_letters(syllable) as n)) end)
    else format('exists (select from (select t.piece, lead(t.n) over (order by t.n) as next from string_to_table(s.searched, %L) with ordinality as t (piece, n)) t
        where t.next is not null and substr(convert_to(t.piece, ''UTF8''), octet_length(t.piece) - %s) = any (%L::bytea[]))', behind,
      octet_length(before) + 2, array(select convert_to(before || n, 'UTF8') from private.near_letters(syllable) as n))
    end || coalesce((select string_agg(format(' or %s and s.searched ~ %L', private.word_condition(o.side || substr(o.side, i + 1)), pattern), '')
      from (select case when p.is_first then before else behind end as side) o, generate_series(1, char_length(o.side) - 1) i
      where left(o.side, i) = right(o.side, i)), '')
  -- From the unknown letter on, in the direction in which it is looked at.
  from (select f.is_first, case when f.is_first then before else reverse(behind) end as side, case when f.is_first then behind else reverse(before) end as other
    from (select char_length(before) >= case when syllable is null then 2 else char_length(behind) end as is_first) f) p
$$;

-- SQL that is true when the text has a word with at most one typing error. Only spellings whose pairs the filter has are
-- looked for in the text; `is_filter` does not look for them.
create function private.typo_condition(word text, is_filter boolean) returns text
language sql immutable set search_path = '' as $$
  select string_agg(format('(%s and %s and (%s))', private.pair_condition(v.part), coalesce(private.near_condition(v.part, v.syllable), 'true'),
    case when is_filter then 'true' else coalesce(private.word_condition(v.literal), private.spelling_condition(v.pattern, v.syllable, v.before, v.behind)) end), ' or ')
  from private.typo_variants(word) v
$$;

-- The member's texts that a search finds, exactly or, when there are none, with typing errors. Both null without words.
-- Compiling the condition, which has up to some thousand terms, would take longer than it saves. `case` keeps the order
-- of what is looked at: the pairs, the longest word.
create or replace function private.find_texts(member uuid, search text, out ids bigint[], out patterns text[])
language plpgsql stable set search_path = '' set jit = off as $$
declare
  words constant text[] := private.search_words(search);
  exact constant text[] := array(select private.literal_pattern(w.word) from unnest(words) as w (word));
  question constant text := 'select array(select s.tool_use_id from private.text_search s where s.user_id = $1 and %s)';
begin
  if words = '{}' then return; end if;
  patterns := exact;
  execute format(question, format('case when %s then %s end', private.pair_condition(array_to_string(words, ' ')),
    (select string_agg(private.word_condition(w.word), ' and ') from unnest(words) as w (word)
      where not exists (select from unnest(words) as o (word) where strpos(o.word, w.word) > 0 and o.word <> w.word)))) into ids using member;
  if ids <> '{}' then return; end if;
  patterns := array(select string_agg(v.pattern, '|') from unnest(words) with ordinality as w (word, n), private.typo_variants(w.word) v group by w.n order by w.n);
  if patterns = exact then return; end if;
  -- Three words bound the condition, whose filters are asked first. The others are looked for in what is left.
  execute format(question, (select coalesce(string_agg(format('case when %s then ', private.typo_condition(w.word, true)), '') filter (where w.place in (2, 3)), '')
      || string_agg(format('case when %s then ', w.condition), '' order by w.place) || 'true' || repeat(' end', count(*)::integer + least(count(*) - 1, 2)::integer)
    from (select u.word, u.place, case when u.place <= 3 then private.typo_condition(u.word, false) else format('s.searched ~ %L', u.pattern) end as condition
      from (select o.word, patterns[min(o.n)] as pattern, row_number() over (order by char_length(o.word) desc, o.word) as place
        from unnest(words) with ordinality as o (word, n) group by o.word) u) w))
    into ids using member;
end;
$$;

create or replace function public.list_texts(
  search text default '', of_tool text default null, label text default null, sort text default 'new', is_trash boolean default false,
  cursor text default null
) returns table (
  id bigint, tool text, status text, title text, language text, is_demo boolean, token bigint, image bigint, thumbnail text,
  saved_at timestamptz, created_at timestamptz, changed_at timestamptz, deleted_at timestamptz, labels text[],
  excerpt text, matches text[], total bigint, next_cursor text
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  member constant uuid := (select auth.uid());
  is_rising constant boolean := not list_texts.is_trash and list_texts.sort in ('old', 'title');
  last_id bigint;
  last_key text;
  hits record;
begin
  if not private.may_use_service() then return; end if;
  if coalesce(list_texts.sort, '') not in ('new', 'changed', 'old', 'title') or list_texts.is_trash is null
    or list_texts.cursor !~ '^\d{1,15}~' then perform private.raise_app_error('invalid_request'); end if;
  last_id := split_part(list_texts.cursor, '~', 1)::bigint;
  last_key := substr(list_texts.cursor, strpos(list_texts.cursor, '~') + 1);
  select f.ids, f.patterns into hits from private.find_texts(member, list_texts.search) f;
  return query
  with listed as materialized (
    select t.id, (case
        when list_texts.is_trash then to_char(t.deleted_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS')
        when list_texts.sort = 'changed' then to_char(t.changed_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS')
        when list_texts.sort = 'title' then lower(coalesce(t.title, ''))
        else '' end) collate "C" as key
    from public.tool_use t
    where t.user_id = member and (t.deleted_at is not null) = list_texts.is_trash
      and (of_tool is null or t.tool = of_tool)
      and (list_texts.label is null or list_texts.label = any (t.labels))
      and (hits.ids is null or t.id in (select h.id from unnest(hits.ids) as h (id)))
  ), page as (
    select l.id, l.key from listed l
    where last_id is null or (is_rising and (l.key, l.id) > (last_key, last_id)) or (not is_rising and (l.key, l.id) < (last_key, last_id))
    order by case when is_rising then l.key end, case when is_rising then l.id end, l.key desc, l.id desc
    limit 30
  )
  select t.id, t.tool, t.status, t.title, t.language, t.is_demo, t.token, t.image, t.thumbnail,
    t.saved_at, t.created_at, t.changed_at, t.deleted_at, t.labels,
    p.excerpt, coalesce(p.matches, '{}'), (select count(*) from listed), page.id || '~' || page.key
  from page join public.tool_use t on t.id = page.id
    left join lateral private.find_passage(t.title, t.request, t.content, hits.patterns) p on hits.ids is not null
  order by case when is_rising then page.key end, case when is_rising then page.id end, page.key desc, page.id desc;
end;
$$;
-- The letters are new in the filter.
update private.text_search set pairs = private.pair_mask(searched);
