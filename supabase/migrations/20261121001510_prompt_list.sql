-- What the pages ask: a page of the list, and one prompt. Visitors and members call the same functions; only members get, and search, the text.

create function private.filter_prompts(
  sort text, subs smallint[], models smallint[], languages text[], prompt_type smallint, cursor text
) returns private.prompt_filter
language plpgsql stable set search_path = '' as $$
declare
  f private.prompt_filter;
  parts text[] := string_to_array(cursor, '~');
begin
  if sort is null or sort not in ('trending', 'new', 'top') or cardinality(subs) > 85 or cardinality(models) > 10 or cardinality(languages) > 10 then
    perform private.refuse('invalid_request');
  end if;
  f.sort := sort;
  f.subs := nullif(subs, '{}');
  f.languages := nullif(languages, '{}');
  f.models := nullif(models, '{}');
  if prompt_type > 0 then
    select coalesce(array_agg(m.id), '{}') into f.models from public.prompt_model m
      where m.prompt_type_id = prompt_type and (f.models is null or m.id = any (f.models));
    -- A type whose every model is wanted is no filter.
    if cardinality(f.models) = (select count(*) from public.prompt_model) then f.models := null; end if;
  end if;
  if cursor is null then return f; end if;
  if cardinality(parts) <> 4 then perform private.refuse('invalid_request'); end if;
  begin
    f.key := parts[1];
    f.created_at := parts[2]::timestamptz;
    f.id := parts[3]::bigint;
    f.since := parts[4]::timestamptz;
    perform f.key::double precision, case when sort = 'top' then f.key::bigint end;
  exception when others then
    perform private.refuse('invalid_request');
  end;
  return f;
end;
$$;

create type private.prompt_hits as (ids bigint[], total bigint, is_exact boolean);

-- How many shown prompts the filter lets through: kept figures, no counting.
create function private.count_filtered(f private.prompt_filter) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(t.count), 0)::bigint from private.prompt_total t
  where (f.subs is null or t.prompt_category_sub_id = any (f.subs))
    and (f.models is null or t.prompt_model_id = any (f.models))
    and (f.languages is null or t.language = any (f.languages))
$$;

-- Statements are put together for each call, so that each is planned for its own values: a plan for any word would be wrong for most.
create function private.find_by_walk(f private.prompt_filter, source text, pattern text, wanted integer, steps integer)
returns table (ids bigint[], seen bigint)
language plpgsql stable set search_path = '' as $$
begin
  return query execute format(
    'with hit as (
       select w.id, w.step from (
         select s.*, row_number() over (order by %2$s) as step from (select * from (%1$s) b order by %2$s limit %4$s) s order by %2$s
       ) w cross join lateral (
         select 1 from private.prompt_search t where t.prompt_id = w.id and t.%3$I like $2 offset 0
       ) match limit %5$s)
     select coalesce(array_agg(h.id order by h.step), ''{}''), coalesce(max(h.step), 0) from hit h',
    private.prompt_stream(f), private.prompt_order(f.sort), source, steps, wanted) using f, pattern;
end;
$$;

create function private.find_by_pairs(f private.prompt_filter, source text, pattern text, pairs integer[], wanted integer)
returns private.prompt_hits
language plpgsql stable set search_path = '' as $$
declare
  hits private.prompt_hits;
begin
  execute format(
    'with match as materialized (
       select t.prompt_id from private.prompt_search t where private.letter_pairs(t.%1$I) @> $3 and t.%1$I like $2
     ), found as materialized (
       select p.id, p.created_at, p.trend_score, p.view_count from match m join public.prompt p on p.id = m.prompt_id where %2$s
     ), page as (
       select p.id, row_number() over (order by %3$s) as step from found p where %4$s order by %3$s limit %5$s
     )
     select coalesce(array_agg(g.id order by g.step), ''{}''), (select count(*) from found), true from page g',
    source, private.prompt_conditions(f), private.prompt_order(f.sort),
    case when f.id is null then 'true' else private.prompt_beyond(f.sort, '<') end, wanted)
  into hits using f, pattern, pairs;
  return hits;
end;
$$;

create function private.find_prompts(f private.prompt_filter, keyword text, is_member boolean, wanted integer) returns private.prompt_hits
language plpgsql stable set search_path = '' as $$
declare
  -- Beyond so many candidates, walking the list meets a page of hits sooner than reading all candidates.
  steps constant integer := 5000;
  source text := case when is_member then 'full_text' else 'public_text' end;
  word text := private.search_form(keyword);
  pattern text := '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  pairs integer[] := private.letter_pairs(word);
  filtered bigint := private.count_filtered(f);
  estimate double precision;
  walk record;
  hits private.prompt_hits;
begin
  if cardinality(pairs) > 0 then
    estimate := private.estimate_pairs(pairs, case when is_member then 'prompt_search_full' else 'prompt_search_public' end);
    if estimate < steps and estimate < filtered then return private.find_by_pairs(f, source, pattern, pairs, wanted); end if;
  end if;
  if filtered <= steps then
    select w.ids, cardinality(w.ids), true into hits from private.find_by_walk(f, source, pattern, steps, steps) w;
    hits.ids := hits.ids[1:wanted];
    return hits;
  end if;
  select w.ids, w.seen into walk from private.find_by_walk(f, source, pattern, wanted, case when pairs = '{}' then 200000 else steps end) w;
  if cardinality(walk.ids) < wanted and pairs <> '{}' then return private.find_by_pairs(f, source, pattern, pairs, wanted); end if;
  hits.ids := walk.ids;
  hits.is_exact := false;
  hits.total := round(cardinality(walk.ids)::numeric * filtered / greatest(walk.seen, 1));
  return hits;
end;
$$;

create function private.list_ids(f private.prompt_filter, wanted integer) returns bigint[]
language plpgsql stable set search_path = '' as $$
declare
  ids bigint[];
begin
  execute format('select coalesce(array_agg(s.id), ''{}'') from (select b.id from (%s) b order by %s limit %s) s',
    private.prompt_stream(f), private.prompt_order(f.sort), wanted) into ids using f;
  return ids;
end;
$$;

-- Prompts that came to stand before the cursor while somebody was reading: without them a list would have gaps (P12).
create function private.list_risen(f private.prompt_filter, source text, word text) returns bigint[]
language plpgsql stable set search_path = '' as $$
declare
  ids bigint[];
begin
  if f.id is null or f.sort = 'new' then return '{}'; end if;
  -- Ten seconds more than needed: a change is dated before it is committed.
  execute format('select coalesce(array_agg(s.id), ''{}'') from (
      select p.id from public.prompt p where %s and p.moved_at > $1.since - interval ''10 seconds'' and %s
        and ($2 is null or exists (select from private.prompt_search t where t.prompt_id = p.id and position($2 in t.%I) > 0))
      order by p.moved_at limit 100) s',
    private.prompt_conditions(f), private.prompt_beyond(f.sort, '>='), source) into ids using f, word;
  return ids;
end;
$$;

-- Prompts as a card shows them, in the order of the ids.
create function private.describe_prompts(ids bigint[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'title', p.title, 'description', left(p.description, 300), 'language', p.language, 'photo', p.photo,
      'view_count', p.view_count, 'action_count', p.action_count, 'like_count', p.like_count, 'use_count', p.use_count,
      'created_at', p.created_at, 'model', m.name, 'category_main', c.code, 'category_sub', s.code,
      'author', jsonb_build_object('nickname', u.nickname, 'photo', u.photo, 'uuid', u.uuid)) order by wanted.place), '[]')
  from unnest(ids) with ordinality as wanted (id, place)
    join public.prompt p on p.id = wanted.id
    join public.prompt_model m on m.id = p.prompt_model_id
    join public.prompt_category_sub s on s.id = p.prompt_category_sub_id
    join public.prompt_category_main c on c.id = s.prompt_category_main_id
    join public."user" u on u.id = p.user_id
$$;

create function private.prompt_cursor(sort text, last_id bigint) returns text
language sql stable set search_path = '' as $$
  select case sort when 'top' then p.view_count::text when 'new' then '0' else p.trend_score::text end
    || '~' || to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || p.id
    || '~' || to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  from public.prompt p where p.id = last_id
$$;

-- Whether the caller may read texts. A member who is blocked uses no prompts at all.
create function private.reads_prompt_text() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null then return false; end if;
  if private.may_use_service() then return true; end if;
  if exists (select from public."user" u where u.id = (select auth.uid()) and u.is_block) then perform private.refuse('user_blocked'); end if;
  return false;
end;
$$;

-- Thirty prompts of the list. { lines, risen, total, is_total_exact, next }: risen came to stand before the cursor since the
-- last page and may be known already; total is null but for the first page; next is the cursor of the next page or null.
create function public.list_prompts(
  sort text default 'trending', keyword text default null, subs smallint[] default null, models smallint[] default null,
  languages text[] default null, prompt_type smallint default 0, cursor text default null, page_size integer default 30
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f private.prompt_filter := private.filter_prompts(sort, subs, models, languages, prompt_type, cursor);
  word text := nullif(btrim(keyword), '');
  size integer := least(greatest(coalesce(page_size, 30), 1), 100);
  is_member boolean := private.reads_prompt_text();
  hits private.prompt_hits;
  risen bigint[];
begin
  if word is null then
    hits.ids := private.list_ids(f, size + 1);
    hits.total := private.count_filtered(f);
    hits.is_exact := true;
  else
    if char_length(word) < 2 then perform private.refuse('keyword_too_short'); end if;
    if char_length(word) > 100 then perform private.refuse('invalid_request'); end if;
    hits := private.find_prompts(f, word, is_member, size + 1);
  end if;
  risen := private.list_risen(f, case when is_member then 'full_text' else 'public_text' end, private.search_form(word));
  return jsonb_build_object(
    'lines', private.describe_prompts(hits.ids[1:size]), 'risen', private.describe_prompts(risen),
    'total', case when f.id is null then hits.total end, 'is_total_exact', hits.is_exact,
    'next', case when cardinality(hits.ids) > size then private.prompt_cursor(f.sort, hits.ids[size]) end);
end;
$$;

-- The bodies of the ##placeholders## of a text, each once, in order.
create function private.list_variables(value text) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(v.body order by v.place), '[]') from (
    select m.match[1] as body, min(m.place) as place
    from regexp_matches(normalize(value, NFC), '##([^#\n]+)##', 'g') with ordinality as m (match, place) group by 1) v
$$;

-- One prompt with everything that its page shows, or null. The text is null for visitors (P04).
create function public.read_prompt(prompt_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  is_member boolean := private.reads_prompt_text();
  caller uuid := (select auth.uid());
  found_prompt public.prompt;
begin
  select * into found_prompt from public.prompt p
    where p.id = read_prompt.prompt_id and (p.is_show or (is_member and p.user_id = caller));
  if not found then return null; end if;
  return (private.describe_prompts(array[found_prompt.id]) -> 0) || jsonb_build_object(
    'description', found_prompt.description, 'is_show', found_prompt.is_show, 'updated_at', found_prompt.updated_at,
    'sample_result', found_prompt.sample_result,
    'variables', private.list_variables(found_prompt.prompt),
    'prompt', case when is_member then found_prompt.prompt end,
    'is_own', coalesce(found_prompt.user_id = caller, false),
    'is_saved', exists (select from public.prompt_like l where l.prompt_id = found_prompt.id and l.user_id = caller),
    'is_thanked', exists (select from public.prompt_action a where a.prompt_id = found_prompt.id and a.user_id = caller and a.type = 'thank'));
end;
$$;

-- What a member wrote the prompt to make, as an example for readers.
alter table public.prompt add column sample_result text not null default ''
  constraint prompt_sample_length check (char_length(sample_result) <= 20000);
grant select (sample_result) on public.prompt to anon;
grant insert (sample_result), update (sample_result) on public.prompt to authenticated;

-- Others of the same kind: its sub-category and language, the liveliest first.
create function public.list_similar_prompts(prompt_id bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.describe_prompts(array(
    select other.id from public.prompt p join public.prompt other
      on other.prompt_category_sub_id = p.prompt_category_sub_id and other.is_show and other.id <> p.id and other.language = p.language
    where p.id = list_similar_prompts.prompt_id and p.is_show
    order by other.trend_score desc, other.created_at desc, other.id desc limit 6))
$$;

grant execute on function public.list_prompts(text, text, smallint[], smallint[], text[], smallint, text, integer),
  public.read_prompt(bigint), public.list_similar_prompts(bigint) to anon, authenticated;
