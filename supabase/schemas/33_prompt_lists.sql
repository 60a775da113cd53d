-- The reads of the library's pages: a page of the list, one prompt, an author's own and saved prompts. Only members
-- read and search the text.

-- A cursor is `date~id` of the last line.
create type private.line_cursor as (created_at timestamptz, id bigint);

create function private.filter_prompts(
  sort text, subs smallint[], models smallint[], languages text[], prompt_type smallint, cursor text
) returns private.prompt_filter
language plpgsql stable set search_path = '' as $$
declare
  f private.prompt_filter;
  parts text[] := string_to_array(cursor, '~');
begin
  if sort is null or sort not in ('trending', 'new', 'top') or cardinality(subs) > 85 or cardinality(models) > 10 or cardinality(languages) > 10 then
    perform private.raise_app_error('invalid_request');
  end if;
  f.sort := sort;
  f.subs := nullif(subs, '{}');
  f.languages := nullif(languages, '{}');
  f.models := nullif(models, '{}');
  if prompt_type > 0 then
    select coalesce(array_agg(m.id), '{}') into f.models from public.prompt_model m
      where m.prompt_type_id = prompt_type and (f.models is null or m.id = any (f.models));
    -- All models of a type together are no filter.
    if cardinality(f.models) = (select count(*) from public.prompt_model) then f.models := null; end if;
  end if;
  if cursor is null then return f; end if;
  if cardinality(parts) <> 4 then perform private.raise_app_error('invalid_request'); end if;
  begin
    f.key := parts[1];
    f.created_at := parts[2]::timestamptz;
    f.id := parts[3]::bigint;
    f.since := parts[4]::timestamptz;
    perform f.key::double precision, case when sort = 'top' then f.key::bigint end;
  exception when others then
    perform private.raise_app_error('invalid_request');
  end;
  return f;
end;
$$;

-- The number of shown prompts that match the filter, from stored totals.
create function private.count_filtered(f private.prompt_filter) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(t.count), 0)::bigint from private.prompt_total t
  where (f.subs is null or t.prompt_category_sub_id = any (f.subs))
    and (f.models is null or t.prompt_model_id = any (f.models))
    and (f.languages is null or t.language = any (f.languages))
$$;

-- Runs one search or one filtered page. A candidate counts once towards the limit of candidates.
create function private.find_prompts(f private.prompt_filter, keyword text, is_member boolean, wanted integer) returns private.prompt_hits
language plpgsql stable set search_path = '' as $$
declare
  -- Lists this short are read to their end, so their totals are exact.
  whole_max constant integer := 1500;
  source text := case when is_member then 'full_text' else 'public_text' end;
  word text := private.search_form(keyword);
  gram_function text := 'letter_grams';
  grams integer[] := private.keyword_grams(word);
  filtered bigint := private.count_filtered(f);
  shown bigint;
  rarest record;
  scan record;
  hits private.prompt_hits;
begin
  if grams = '{}' then
    gram_function := 'spaced_pairs';
    grams := private.spaced_pairs(word);
  end if;
  select * into rarest from private.rarest_grams(grams, case when is_member then 'prompt_search_full' else 'prompt_search_public' end
    || case gram_function when 'spaced_pairs' then '_spaced' else '' end);
  select coalesce(sum(t.count), 0) into shown from private.prompt_total t;
  -- Reading the candidates is shorter when there are fewer of them than prompts to read in list order until a page is full.
  if rarest.candidates_max < least(filtered, wanted * shown / greatest(rarest.candidates_max, 1)) then
    return private.find_by_grams(f, gram_function, source, word, rarest.chosen, wanted);
  end if;
  select * into scan from private.scan_in_order(f, source, word, case when filtered > whole_max then wanted end, filtered, shown,
    coalesce(rarest.candidates, 0));
  if scan.is_given_up then return private.find_by_grams(f, gram_function, source, word, rarest.chosen, wanted); end if;
  hits.ids := scan.ids[1:wanted];
  hits.is_exact := filtered <= whole_max or cardinality(scan.ids) < wanted;
  hits.total := case when hits.is_exact then cardinality(scan.ids)
    else round(cardinality(scan.ids)::numeric * filtered / greatest(scan.seen, 1)) end;
  return hits;
end;
$$;

-- A page of the list: the first rows of each part, merged to the first rows of the page. One plan serves all parts.
create function private.list_ids(f private.prompt_filter, wanted integer) returns bigint[]
language plpgsql stable set search_path = '' as $$
declare
  ids bigint[];
  -- One index lookup costs as much as skipping fifty of its entries.
  parts text := private.prompt_parts(f, wanted, 50);
  page text := format('select p.id, p.created_at, p.%I as sort_key from public.prompt p where %s%s', private.prompt_sort_key(f.sort),
    private.prompt_conditions(f), case when f.id is null then '' else ' and ' || private.prompt_beyond(f.sort, '<') end);
  ordered text := format(' order by %s limit %s', private.prompt_order(f.sort), wanted);
begin
  if parts is not null then
    page := format('select l.id, l.created_at, l.sort_key from (select distinct %1$s from private.prompt_total t where %2$s) part
        cross join lateral (%3$s and (%4$s) = (%5$s)%6$s) l order by l.sort_key desc, l.created_at desc, l.id desc limit %7$s',
      parts, private.prompt_part_conditions(f), page, regexp_replace(parts, '(\w+)', 'p.\1', 'g'),
      regexp_replace(parts, '(\w+)', 'part.\1', 'g'), ordered, wanted);
  else
    page := page || ordered;
  end if;
  execute format('select coalesce(array_agg(s.id), ''{}'') from (%s) s', page) into ids using f;
  return ids;
end;
$$;

-- Lists prompts that moved above the reader's cursor since the last page, so that pages have no gaps (P12). Reads only
-- the newest three thousand moved prompts, so the time of a page does not grow with the activity of the library.
create function private.list_moved_up(f private.prompt_filter, source text, word text) returns bigint[]
language plpgsql stable set search_path = '' as $$
declare
  ids bigint[];
begin
  if f.id is null or f.sort = 'new' then return '{}'; end if;
  -- Ten seconds more than needed, because a change is dated before its commit.
  execute format('select coalesce(array_agg(s.id), ''{}'') from (
      select p.id from (
        select m.* from public.prompt m where m.is_show and m.moved_at > $1.since - interval ''10 seconds''
        order by m.moved_at desc limit 3000) p
      where %s and %s
        and ($2 is null or exists (select from private.prompt_search t where t.prompt_id = p.id and position($2 in t.%I) > 0))
      limit 100) s',
    private.prompt_conditions(f), private.prompt_beyond(f.sort, '>='), source) into ids using f, word;
  return ids;
end;
$$;

-- Prompts as cards show them, in the order of the ids.
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

-- Whether the caller may read texts. A blocked member may use no prompts.
create function private.reads_prompt_text() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null then return false; end if;
  if private.may_use_service() then return true; end if;
  if exists (select from public."user" u where u.id = (select auth.uid()) and u.is_block) then perform private.raise_app_error('user_blocked'); end if;
  return false;
end;
$$;

-- Thirty prompts of the list: { lines, moved_up, total, is_total_exact, next }. moved_up are prompts that moved above
-- the cursor since the last page; the reader may know them already. total is null after the first page. next is the
-- cursor of the next page or null. Volatile, because it counts searches.
create function public.list_prompts(
  sort text default 'trending', keyword text default null, subs smallint[] default null, models smallint[] default null,
  languages text[] default null, prompt_type smallint default 0, cursor text default null, page_size integer default 30
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  f private.prompt_filter := private.filter_prompts(sort, subs, models, languages, prompt_type, cursor);
  word text := nullif(btrim(keyword), '');
  size integer := least(greatest(coalesce(page_size, 30), 1), 100);
  is_member boolean := private.reads_prompt_text();
  hits private.prompt_hits;
  moved_up bigint[];
begin
  if word is null then
    hits.ids := private.list_ids(f, size + 1);
    hits.total := private.count_filtered(f);
    hits.is_exact := true;
  else
    if char_length(word) < 2 then perform private.raise_app_error('keyword_too_short'); end if;
    if char_length(word) > 100 then perform private.raise_app_error('invalid_request'); end if;
    perform private.count_search();
    hits := private.find_prompts(f, word, is_member, size + 1);
  end if;
  moved_up := private.list_moved_up(f, case when is_member then 'full_text' else 'public_text' end, private.search_form(word));
  return jsonb_build_object(
    'lines', private.describe_prompts(hits.ids[1:size]), 'moved_up', private.describe_prompts(moved_up),
    'total', case when f.id is null then hits.total end, 'is_total_exact', hits.is_exact,
    'next', case when cardinality(hits.ids) > size then private.prompt_cursor(f.sort, hits.ids[size]) end);
end;
$$;
grant execute on function public.list_prompts(text, text, smallint[], smallint[], text[], smallint, text, integer) to anon, authenticated;

-- The bodies of the ##placeholders## of a text, each once, in order.
create function private.list_variables(value text) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(v.body order by v.place), '[]') from (
    select m.match[1] as body, min(m.place) as place
    from regexp_matches(normalize(value, NFC), '##([^#\n]+)##', 'g') with ordinality as m (match, place) group by 1) v
$$;

-- One prompt with all data of its page, or null. The text is null for visitors (P04).
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
grant execute on function public.read_prompt(bigint) to anon, authenticated;

-- Other prompts of the same sub-category and language, the highest trend score first. The condition names the model,
-- because the index has each model's prompts in order; without it a large sub-category is sorted for six rows.
create function public.list_similar_prompts(prompt_id bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.describe_prompts(array(
    select other.id from public.prompt p cross join public.prompt_model m cross join lateral (
      select o.id, o.trend_score, o.created_at from public.prompt o
      where o.is_show and o.prompt_category_sub_id = p.prompt_category_sub_id and o.prompt_model_id = m.id and o.language = p.language
        and o.id <> p.id
      order by o.trend_score desc, o.created_at desc, o.id desc limit 6) other
    where p.id = list_similar_prompts.prompt_id and p.is_show
    order by other.trend_score desc, other.created_at desc, other.id desc limit 6))
$$;
grant execute on function public.list_similar_prompts(bigint) to anon, authenticated;

create function private.require_prompt_reader() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  return (select auth.uid());
end;
$$;

create function private.read_line_cursor(cursor text) returns private.line_cursor
language plpgsql immutable set search_path = '' as $$
declare
  parts text[] := string_to_array(cursor, '~');
begin
  if cursor is null then return (null, null)::private.line_cursor; end if;
  if cardinality(parts) <> 2 then perform private.raise_app_error('invalid_request'); end if;
  return (parts[1]::timestamptz, parts[2]::bigint)::private.line_cursor;
exception when others then
  perform private.raise_app_error('invalid_request');
end;
$$;

create function private.write_line_cursor(created_at timestamptz, id bigint) returns text
language sql immutable set search_path = '' as $$
  select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || id
$$;

-- The caller's own prompts, the newest first (P26): { lines, total, next }. A line is a card with its review state.
-- version_status and reason are those of the newest version, which for a shown prompt may be an edit. total is null
-- except for the first page.
create function public.list_own_prompts(cursor text default null, page_size integer default 30) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_prompt_reader();
  after private.line_cursor := private.read_line_cursor(cursor);
  size integer := least(greatest(coalesce(page_size, 30), 1), 100);
  ids bigint[] := array(
    select p.id from public.prompt p
    where p.user_id = caller and (after.id is null or (p.created_at, p.id) < (after.created_at, after.id))
    order by p.created_at desc, p.id desc limit size + 1);
begin
  return jsonb_build_object(
    'lines', (
      select coalesce(jsonb_agg(l.line || jsonb_build_object('is_show', p.is_show, 'review_status', p.review_status,
        'version_status', v.status, 'reason', v.reason) order by l.place), '[]')
      from jsonb_array_elements(private.describe_prompts(ids[1:size])) with ordinality as l (line, place)
        join public.prompt p on p.id = (l.line ->> 'id')::bigint
        left join lateral (
          select v.status, v.reason from public.prompt_version v where v.prompt_id = p.id order by v.number desc limit 1) v on true),
    'total', case when after.id is null then (select count(*) from public.prompt p where p.user_id = caller) end,
    'next', case when cardinality(ids) > size then
      (select private.write_line_cursor(p.created_at, p.id) from public.prompt p where p.id = ids[size]) end);
end;
$$;
grant execute on function public.list_own_prompts(text, integer) to authenticated;

-- The caller's saved prompts that are visible today, the last saved first (P26). The same shape as list_own_prompts().
create function public.list_saved_prompts(cursor text default null, page_size integer default 30) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_prompt_reader();
  after private.line_cursor := private.read_line_cursor(cursor);
  size integer := least(greatest(coalesce(page_size, 30), 1), 100);
  likes bigint[];
  ids bigint[];
begin
  select array_agg(s.like_id order by s.place), array_agg(s.prompt_id order by s.place) into likes, ids from (
    select l.id as like_id, l.prompt_id, row_number() over (order by l.created_at desc, l.id desc) as place
    from public.prompt_like l join public.prompt p on p.id = l.prompt_id
    where l.user_id = caller and (p.is_show or p.user_id = caller)
      and (after.id is null or (l.created_at, l.id) < (after.created_at, after.id))
    order by l.created_at desc, l.id desc limit size + 1) s;
  return jsonb_build_object(
    'lines', private.describe_prompts(ids[1:size]),
    'total', case when after.id is null then (
      select count(*) from public.prompt_like l join public.prompt p on p.id = l.prompt_id
      where l.user_id = caller and (p.is_show or p.user_id = caller)) end,
    'next', case when cardinality(ids) > size then
      (select private.write_line_cursor(l.created_at, l.id) from public.prompt_like l where l.id = likes[size]) end);
end;
$$;
grant execute on function public.list_saved_prompts(text, integer) to authenticated;

create function private.normalized_text_hash(value text) returns text
language sql immutable set search_path = '' as $$ select md5(regexp_replace(private.search_form(value), '\s+', '', 'g')) $$;

create function public.find_prompt_duplicates(candidates jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_prompt_reader();
begin
  perform private.count_comparison();
  return private.compare_prompts(caller, candidates);
end;
$$;
grant execute on function public.find_prompt_duplicates(jsonb) to authenticated;

-- The maximum of fields in a form. Each saved state of an author becomes a version.
create function private.limit_prompt_variables() returns trigger
language plpgsql set search_path = '' as $$
begin
  if jsonb_array_length(private.list_variables(new.prompt)) > 200 then perform private.raise_app_error('invalid_request'); end if;
  return new;
end;
$$;
