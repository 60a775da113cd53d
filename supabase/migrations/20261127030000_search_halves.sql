-- A search in own texts looks at what stands next to the half of a word that has no typing error, and a passage is found
-- without an expression.
drop function private.typo_condition(text, boolean), private.spelling_condition(text, text, text, text), private.near_condition(text, text),
  private.typo_variants(text), private.find_texts(uuid, text), private.find_passage(text, jsonb, text, text[]);

-- A text without Markdown and without addresses. A picture keeps its description and its caption. Single spaces match none
-- of the expressions, which would take most of the time.
create function private.without_marks(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(value,
    '!?\[([^][]*)\](?:\([^)\s]*((?:\s+"[^"]*")?)\)|\{\.(?:underline|mark)\})', '\1\2', 'g'),
    '[*#`]+|\{\.(?:left|center|right)\}', '', 'g'), '[\s|>]{2,}|[^\S ]|[|>]', ' ', 'g'))
$$;

-- What the form says the text is about, then the text. Excerpts are cut from it.
create or replace function private.text_passages(request jsonb, content text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.without_marks(normalize(concat_ws(' ', request ->> 'topic', request ->> 'keywords', request ->> 'name',
    request ->> 'overview', request ->> 'purpose', request ->> 'introduce', request ->> 'duty', content), NFC))
$$;

-- The syllables that share two of a syllable's three letters, itself included.
create or replace function private.near_letters(syllable text) returns setof text
language sql immutable strict set search_path = '' as $$
  with c as (select ascii(syllable) - 44032 as code)
  select chr(44032 + c.code / 28 * 28 + i) from c, generate_series(0, 27) i
  union select chr(44032 + i * 588 + c.code % 588) from c, generate_series(0, 18) i
  union select chr(44032 + c.code / 588 * 588 + i * 28 + c.code % 28) from c, generate_series(0, 20) i
$$;

-- The spellings of a word with at most one typing error, each as a regular expression: from three letters on a wrong
-- letter within a Hangul syllable, and from five on one wrong, missing, additional or swapped letter. Long words match
-- exactly, to bound the expression. `part` is what a text with this spelling has for sure, in the form of
-- private.letter_pairs(), with U+0001 for a wrong letter at `wrong`. Of words from five letters on, `anchor` is the half
-- without the error, and `rest` the expression of what stands behind it or, with `is_behind`, before it. Two letters
-- swapped in the middle leave no half: the anchor is the spelling itself.
create function private.typo_variants(word text)
  returns table (pattern text, part text, wrong integer, anchor text, rest text, is_behind boolean)
language sql immutable set search_path = '' as $$
  with letters as materialized (
    select l.n::integer, private.literal_pattern(l.c) as c, case when ascii(l.c) between 44032 and 55203 then private.near_syllables(l.c) end as near,
      char_length(word) as size, char_length(word) / 2 as half
    from string_to_table(word, null) with ordinality as l (c, n)
  ), variants as (
    select e.n, v.kind, e.half, e.size < 5 as is_short, v.kind = 'swapped' and e.n = e.half as is_middle, e.n <= e.half as is_behind
    from letters e, unnest(array['wrong', 'missing', 'additional', 'swapped']) as v (kind)
    where (e.size between 5 and 20 and (v.kind in ('wrong', 'additional') or e.n < e.size))
      or (e.size in (3, 4) and e.near is not null and v.kind = 'wrong')
  ), spellings as (
    select v.*, string_agg(s.letters, '' order by o.n) as pattern, string_agg(s.letters, '' order by o.n) filter (where (o.n > v.half) <> v.is_behind) as rest
    from variants v, letters o left join letters f on f.n = o.n + 1, lateral (select case
        when o.n = v.n and v.kind = 'wrong' then coalesce(o.near, '\S')
        when o.n = v.n and v.kind = 'missing' then o.c || '.'
        when o.n = v.n and v.kind = 'additional' then ''
        when o.n = v.n and v.kind = 'swapped' then f.c || o.c
        when o.n = v.n + 1 and v.kind = 'swapped' then ''
        else o.c end as letters) s
    group by v.n, v.kind, v.half, v.is_short, v.is_middle, v.is_behind
  )
  select s.pattern, overlay(word placing e'\x01' from s.n for 1), s.n, null, null, null from spellings s where s.is_short
  union all select s.pattern, left(word, s.n - 1) || ' ' || substr(word, s.n + 2), null,
    case when s.is_middle then left(word, s.n - 1) || reverse(substr(word, s.n, 2)) || substr(word, s.n + 2)
      when s.is_behind then substr(word, s.half + 1) else left(word, s.half) end,
    case when s.is_middle then '' else s.rest end, s.is_behind and not s.is_middle
  from spellings s where not s.is_short
  -- A wrong letter may be the right one, so these spellings have the word itself. Other words have no spelling but this one.
  union all select private.literal_pattern(word), word, null, word, '', false where not exists (select from variants)
$$;

-- SQL that is true when a text's filter `s.pairs` has the pairs of the part: twenty bits of them, one of each pair first,
-- because more would only take time. Single bits as constants take a twentieth of the time of `&` with the whole filter.
create or replace function private.pair_condition(part text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(format('get_bit(s.pairs, %s) = 1', b.bit), ' and '), 'true')
  from (select p.pair % size as bit from private.letter_pairs(part, false) as p (pair), unnest(array[16381, 16369]) as size
    order by size desc, p.pair limit 20) b
$$;

-- SQL that is true when the text has the letters. strpos() would also count those before them, in the time of the search
-- itself.
create or replace function private.word_condition(letters text) returns text
language sql immutable strict set search_path = '' as $$
  select format('octet_length(split_part(t.value, %1$L, 1)) < octet_length(t.value)', letters)
$$;

-- SQL that is true when the text has the short word with a syllable near the one at the place. Only spellings whose pairs
-- with the two letters on each side the filter has are looked for: four bits are enough, one of a pair within a word, both
-- at its ends.
create function private.near_condition(word text, place integer) returns text
language sql immutable strict set search_path = '' as $$
  with around as (
    select o.distance, ascii(substr(word, place + o.distance, 1))::bigint as code
    from unnest(array[-2, -1, 1, 2]) as o (distance) where place + o.distance between 1 and char_length(word)
  ), pairs as (
    select n.letter, case a.distance
      when -2 then a.code * 2097152 + ascii(n.letter) * 2 + 1 when -1 then a.code * 2097152 + ascii(n.letter) * 2
      when 1 then ascii(n.letter) * 2097152::bigint + a.code * 2 else ascii(n.letter) * 2097152::bigint + a.code * 2 + 1 end as pair
    from private.near_letters(substr(word, place, 1)) as n (letter), around a
  ), near as (
    select overlay(word placing p.letter from place for 1) as spelling, array_agg(p.pair % size order by size, p.pair) as bits
    from pairs p, unnest(array[16381, 16369]) as size group by p.letter
  )
  select format('exists (select from unnest(%L::integer[], %L::integer[], %L::integer[], %L::integer[], %L::text[]) as x (a, b, c, d, spelling)
    where get_bit(s.pairs, x.a) = 1 and get_bit(s.pairs, x.b) = 1 and get_bit(s.pairs, x.c) = 1 and get_bit(s.pairs, x.d) = 1
      and octet_length(split_part(s.searched, x.spelling, 1)) < octet_length(s.searched))',
    array_agg(bits[1]), array_agg(bits[2]), array_agg(bits[3]), array_agg(bits[4]), array_agg(spelling)) from near
$$;

-- SQL that is true when a text has a word with at most one typing error. Of a short word with a wrong syllable each spelling
-- is looked for. One half of a longer word is without the error, so what stands next to each place of that half is looked
-- at: a regular expression for the whole text takes ten times as long. It remains where two places of the half overlap, or
-- are so near that they hide what is next to them. `t.value` has spaces at its ends, so that its first and its last piece do
-- not look hidden. The end of a piece is taken from its bytes, without the rest of a letter that they begin with: right()
-- counts all letters, and convert_to() checks them. textsend() gives them in the client's encoding, which
-- private.find_texts() sets.
create function private.typo_condition(word text) returns text
language sql immutable set search_path = '' as $$
  with halves as (
    select coalesce(v.anchor, v.part) as anchor, v.wrong, v.is_behind, string_agg(v.pattern, '|') as pattern, format('(?:%s)', string_agg(v.rest, '|')) as rest,
      bool_and(v.rest = '') as is_whole, char_length(word) - char_length(v.anchor) + 1 as size,
      exists (select from generate_series(1, char_length(v.anchor) - 1) i where left(v.anchor, i) = right(v.anchor, i)) as is_overlapping
    from private.typo_variants(word) v group by coalesce(v.anchor, v.part), v.anchor, v.wrong, v.is_behind
  )
  select string_agg(format('case when %s then %s end', private.pair_condition(h.anchor), case
    when h.wrong is not null then private.near_condition(word, h.wrong)
    when h.is_whole then private.word_condition(h.anchor)
    when h.is_overlapping then format('t.value ~ %L', h.pattern)
    else format('(select bool_or(n.near ~ %L) or coalesce(bool_or(char_length(n.near) < %s), false) and t.value ~ %L from (select %s as p (piece)) n (near))',
      case when h.is_behind then h.rest || '$' else '^' || h.rest end, h.size, h.pattern, case when h.is_behind
        then format('convert_from(ltrim(substr(textsend(p.piece), octet_length(p.piece) - %s), %L::bytea), ''UTF8'')
          from unnest(trim_array(string_to_array(t.value, %L), 1))', 4 * h.size - 1, (select '\x' || string_agg(to_hex(b), '' order by b) from generate_series(128, 191) b), h.anchor)
        else format('left(p.piece, %s) from unnest((string_to_array(t.value, %L))[2:])', h.size, h.anchor) end) end), ' or ')
  from halves h
$$;

-- The member's texts that a search finds, exactly or, when there are none, with typing errors: then `patterns` are the
-- spellings of each word, and `words` are spelled as in the newest text. All null without words. Compiling the condition,
-- which has up to some hundred terms, would take longer than it saves. The filters are asked for all words before the
-- conditions of typing errors are made, which takes longer. A text whose value is joined with something is read from its
-- place outside the row once; for one word that would only take time.
create function private.find_texts(member uuid, search text, out ids bigint[], out words text[], out patterns text[])
language plpgsql stable set search_path = '' set jit = off set client_encoding = 'UTF8' as $$
declare
  question constant text := 'select array(select s.tool_use_id from private.text_search s, lateral (select %s as value offset 0) t
    where s.user_id = $1 and (%s) and %s)';
  filter text;
begin
  words := nullif(private.search_words(search), '{}');
  if words is null then return; end if;
  execute format(question, case when cardinality(words) = 1 then 's.searched' else 's.searched || ''''' end, private.pair_condition(array_to_string(words, ' ')),
    (select string_agg(private.word_condition(w.word), ' and ') from unnest(words) as w (word)
      where not exists (select from unnest(words) as o (word) where strpos(o.word, w.word) > 0 and o.word <> w.word))) into ids using member;
  if ids <> '{}' then return; end if;
  select array_agg(v.pattern order by w.n), string_agg(v.filter, ') and (') into patterns, filter from unnest(words) with ordinality as w (word, n),
    lateral (select string_agg(v.pattern, '|') as pattern, string_agg(distinct private.pair_condition(v.part), ' or ') as filter from private.typo_variants(w.word) v) v;
  execute format(question, 'null', filter, 'true') into ids using member;
  if ids = '{}' then return; end if;
  execute format(question, 'repeat('' '', 20) || s.searched || repeat('' '', 20)', 's.tool_use_id = any ($2)',
    (select string_agg('(' || private.typo_condition(w.word) || ')', ' and ' order by char_length(w.word) desc) from unnest(words) as w (word)))
    into ids using member, ids;
  words := array(select regexp_substr(s.searched, p.pattern) from unnest(patterns) with ordinality as p (pattern, n), private.text_search s
    where s.tool_use_id = (select max(i.id) from unnest(ids) as i (id)) order by p.n);
end;
$$;

-- Where a search was found: the matches as they are written in the text, and the passage around the first one. A word is
-- looked for in the text as it is, and Markdown is taken out of the letters around the first match alone. The whole text is
-- taken only where neither it, the order nor the title has the word so, because Markdown breaks it.
create function private.find_passage(title text, request jsonb, content text, words text[], patterns text[], out excerpt text, out matches text[])
language plpgsql stable set search_path = '' as $$
declare
  has_case constant boolean := words <> upper(words::text)::text[];
  written text;
  lowered text;
  pattern text;
  place integer;
  passage text;
  hit text;
  title_hit text;
begin
  if words is null then return; end if;
  -- Read from its place outside the row once. Words without upper and lower case, as in Korean, need no lower-cased text.
  written := content || '';
  lowered := case when has_case then lower(written) else written end;
  matches := '{}';
  for n in 1..cardinality(words) loop
    pattern := private.literal_pattern(words[n]);
    hit := case when not has_case then words[n] end;
    place := strpos(lowered, words[n]);
    if place = 0 and patterns is not null then
      pattern := patterns[n];
      hit := null;
      place := regexp_instr(lowered, pattern);
    end if;
    title_hit := regexp_substr(title, coalesce(patterns[n], pattern), 1, 1, 'i');
    if place > 0 and excerpt is not null then
      hit := coalesce(hit, regexp_substr(substr(written, place, 120), pattern, 1, 1, 'i'));
    else
      passage := case when place > 0 then private.without_marks(substr(written, greatest(1, place - 200), 600)) else private.text_passages(request, null) end;
      hit := regexp_substr(passage, pattern, 1, 1, 'i');
      if hit is null and title_hit is null then
        passage := private.text_passages(request, written);
        hit := regexp_substr(passage, pattern, 1, 1, 'i');
      end if;
      if hit is not null then excerpt := coalesce(excerpt, substr(passage, greatest(1, strpos(passage, hit) - 20), 140)); end if;
    end if;
    matches := matches || hit || title_hit;
  end loop;
  matches := array(select distinct m.match from unnest(matches) as m (match) where m.match is not null);
end;
$$;

-- A page of the member's texts, or of those in the trash, with the total. `sort`: new, changed, old, title; the trash
-- is always listed by deletion, newest first. `cursor` is the `next_cursor` of the last line: its id and sort key, so that
-- a page continues in the same place when texts before it change.
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
  select * into hits from private.find_texts(member, list_texts.search);
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
    left join lateral private.find_passage(t.title, t.request, t.content, hits.words, hits.patterns) p on true
  order by case when is_rising then page.key end, case when is_rising then page.id end, page.key desc, page.id desc;
end;
$$;
grant execute on function public.list_texts(text, text, text, text, boolean, text) to authenticated;
