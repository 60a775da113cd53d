-- Search: prompts are indexed by runs of three Latin letters or digits and by pairs of other letters; pairs across
-- white space have their own index. Each filter has an index in list order, and a search takes the cheaper of two plans
-- (docs/decisions/013).

create type private.prompt_filter as (
  sort text,
  subs smallint[],
  models smallint[],
  languages text[],
  -- The end of the last page: its sort key, date and id. All null for the first page.
  key text,
  created_at timestamptz,
  id bigint,
  -- When the last page was read.
  since timestamptz
);

create type private.prompt_hits as (ids bigint[], total bigint, is_exact boolean);

-- The search's form of texts is in its own table. A prompt's counters change often, and each new row version goes into
-- every index of its table: for pairs of letters that is hundreds of entries.
create table private.prompt_search (
  prompt_id bigint primary key references public.prompt (id) on delete cascade,
  public_text text not null,
  full_text text not null
);
comment on table private.prompt_search is
  'Shown prompts, lower-cased and composed (NFC). Visitors search public_text, which does not hold the prompt itself: what it holds could be found out by asking (B13).';

-- One number for each letter before white space together with the letter after it.
create function private.spaced_pairs(value text) returns integer[]
language sql immutable parallel safe set search_path = '' as $$
  with words as materialized (select regexp_split_to_array(value, '[\x01-\x20]+') as list)
  select coalesce(array_agg(distinct ((ascii(right(a, 1)) & 65535) << 15) # ascii(b)), '{}')
  from words, unnest(list, list[2:]) as pair (a, b)
  where a <> '' and b <> ''
$$;

-- One number per pair of neighbouring letters without white space. A run of three ASCII letters or digits (and the few
-- signs between them in the table) gives a negative one. Grams that share a number are harmless, because texts are
-- compared afterwards. A repeated gram stays in the array twice: GIN stores it once, and sorting here would cost as
-- much as all the rest.
create function private.letter_grams(value text) returns integer[]
language sql immutable parallel safe set search_path = '' as $$
  with points as materialized (select array(select ascii(c) from string_to_table(value, null) c) as list)
  select coalesce(array_agg(((a & 65535) << 15) # b) filter (where a > 32 and b > 32)
    || array_agg(-((a << 14) | (b << 7) | c)) filter (where a between 48 and 122 and b between 48 and 122 and c between 48 and 122), '{}')
  from points, unnest(list, list[2:], list[3:]) as gram (a, b, c)
$$;
create index prompt_search_public_spaced on private.prompt_search using gin (private.spaced_pairs(public_text)) with (fastupdate = off);
create index prompt_search_full_spaced on private.prompt_search using gin (private.spaced_pairs(full_text)) with (fastupdate = off);
create index prompt_search_public on private.prompt_search using gin (private.letter_grams(public_text)) with (fastupdate = off);
create index prompt_search_full on private.prompt_search using gin (private.letter_grams(full_text)) with (fastupdate = off);
alter table private.prompt_search enable row level security;

create function private.search_form(value text) returns text
language sql immutable parallel safe set search_path = '' as $$ select lower(normalize(value, NFC)) $$;

create function private.index_prompt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.is_show then
    delete from private.prompt_search s where s.prompt_id = new.id;
    return null;
  end if;
  insert into private.prompt_search (prompt_id, public_text, full_text)
  values (new.id, private.search_form(new.title || e'\n' || new.description),
    private.search_form(new.title || e'\n' || new.description || e'\n' || new.prompt))
  on conflict (prompt_id) do update set public_text = excluded.public_text, full_text = excluded.full_text;
  return null;
end;
$$;
create trigger prompt_search_insert after insert on public.prompt
  for each row when (new.is_show) execute function private.index_prompt();
create trigger prompt_search_update after update of title, description, prompt, is_show on public.prompt
  for each row when ((old.title, old.description, old.prompt, old.is_show) is distinct from (new.title, new.description, new.prompt, new.is_show))
  execute function private.index_prompt();

-- The number of shown prompts for each combination of filters.
create table private.prompt_total (
  prompt_category_sub_id smallint not null references public.prompt_category_sub (id),
  prompt_model_id smallint not null references public.prompt_model (id),
  language text not null,
  count bigint not null,
  primary key (prompt_category_sub_id, prompt_model_id, language)
);
create index prompt_total_model on private.prompt_total (prompt_model_id);
alter table private.prompt_total enable row level security;

create function private.count_prompt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.is_show then
    update private.prompt_total t set count = count - 1 where t.prompt_category_sub_id = old.prompt_category_sub_id
      and t.prompt_model_id = old.prompt_model_id and t.language = old.language;
  end if;
  if tg_op <> 'DELETE' and new.is_show then
    insert into private.prompt_total as t (prompt_category_sub_id, prompt_model_id, language, count)
    values (new.prompt_category_sub_id, new.prompt_model_id, new.language, 1)
    on conflict (prompt_category_sub_id, prompt_model_id, language) do update set count = t.count + 1;
  end if;
  return null;
end;
$$;
create trigger prompt_total_insert after insert on public.prompt
  for each row when (new.is_show) execute function private.count_prompt();
create trigger prompt_total_delete after delete on public.prompt
  for each row when (old.is_show) execute function private.count_prompt();
create trigger prompt_total_update after update of is_show, prompt_category_sub_id, prompt_model_id, language on public.prompt
  for each row when ((old.is_show, old.prompt_category_sub_id, old.prompt_model_id, old.language)
    is distinct from (new.is_show, new.prompt_category_sub_id, new.prompt_model_id, new.language))
  execute function private.count_prompt();

create function private.touch_moved_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.moved_at := clock_timestamp();
  return new;
end;
$$;
create trigger prompt_moved before update of trend_score, view_count on public.prompt
  for each row when ((old.trend_score, old.view_count) is distinct from (new.trend_score, new.view_count))
  execute function private.touch_moved_at();

-- `trend_score desc, created_at desc, id desc` and similar, for a table alias or a subquery's columns.
create function private.prompt_order(sort text) returns text
language sql immutable set search_path = '' as $$
  select case sort when 'top' then 'view_count desc, ' when 'new' then '' else 'trend_score desc, ' end || 'created_at desc, id desc'
$$;

-- A condition for the rows beyond the cursor (or, with '>=', before it). f is the parameter $1.
create function private.prompt_beyond(sort text, comparison text) returns text
language sql immutable set search_path = '' as $$
  select case sort
    when 'top' then format('(p.view_count, p.created_at, p.id) %s ($1.key::bigint, $1.created_at, $1.id)', comparison)
    when 'new' then format('(p.created_at, p.id) %s ($1.created_at, $1.id)', comparison)
    else format('(p.trend_score, p.created_at, p.id) %s ($1.key::double precision, $1.created_at, $1.id)', comparison)
  end
$$;

create function private.prompt_conditions(f private.prompt_filter) returns text
language sql immutable set search_path = '' as $$
  select 'p.is_show'
    || case when f.subs is null then '' else ' and p.prompt_category_sub_id = any ($1.subs)' end
    || case when f.models is null then '' else ' and p.prompt_model_id = any ($1.models)' end
    || case when f.languages is null then '' else ' and p.language = any ($1.languages)' end
$$;

-- The SQL of a query for the filtered prompts in order, to be scanned as far as needed: its parts are merged row by
-- row. Each part is planned by itself, which takes as long as skipping 3,000 entries of an index. A scan in list order
-- is expected to read 3,000 prompts.
create function private.prompt_stream(f private.prompt_filter) returns text
language plpgsql stable set search_path = '' as $$
declare
  parts text := private.prompt_parts(f, 3000, 3000);
  beyond text := case when f.id is null then '' else ' and ' || private.prompt_beyond(f.sort, '<') end;
  fixed text := format('select p.id, p.created_at, p.%I as sort_key from public.prompt p where ', private.prompt_sort_key(f.sort));
  ordered text := ' order by ' || private.prompt_order(f.sort);
  branches text;
begin
  if parts like 'prompt_category_sub_id%' then
    select string_agg(format('(%sp.is_show and p.prompt_category_sub_id = %s and p.prompt_model_id = %s and p.language = %L%s%s)',
        fixed, t.prompt_category_sub_id, t.prompt_model_id, t.language, beyond, ordered), ' union all ')
      into branches from private.prompt_total t
      where t.count > 0 and t.prompt_category_sub_id = any (f.subs)
        and (f.models is null or t.prompt_model_id = any (f.models)) and (f.languages is null or t.language = any (f.languages));
  elsif (f.models is not null or f.languages is not null) then
    select string_agg(format('(%s%s and p.prompt_model_id = %s and p.language = %L%s%s)',
        fixed, private.prompt_conditions(f), t.prompt_model_id, t.language, beyond, ordered), ' union all ')
      into branches from (select distinct prompt_model_id, language from private.prompt_total where count > 0) t
      where (f.models is null or t.prompt_model_id = any (f.models)) and (f.languages is null or t.language = any (f.languages));
  end if;
  return coalesce(branches, fixed || private.prompt_conditions(f) || beyond);
end;
$$;

-- Counts one search. A visitor's network gets twice a member's limit, because an office may share one address.
create function private.count_search() returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := (select auth.uid());
  window_start constant timestamptz := clock_timestamp() - interval '5 minutes';
  caller_key constant text := coalesce('member:' || member, private.visitor_key(0));
begin
  perform private.require_lasting_count();
  if random() < 0.01 then
    delete from private.search_call c where c.ctid in (
      select o.ctid from private.search_call o where o.called_at < window_start limit 1000 for update skip locked);
  end if;
  if (select count(*) from private.search_call c where c.caller = caller_key and c.called_at > window_start)
    >= (case when member is null then 600 else 300 end) then perform private.raise_app_error('too_many_requests'); end if;
  insert into private.search_call (caller) values (caller_key);
end;
$$;

-- The grams of every text that contains a keyword: its runs of three, and the pairs outside them.
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

-- The sort key of a list.
create function private.prompt_sort_key(sort text) returns text
language sql immutable set search_path = '' as $$
  select case sort when 'top' then 'view_count' when 'new' then 'created_at' else 'trend_score' end
$$;

-- The columns that separate the parts of a filtered list, each of which an index has in order. Null for a list that is
-- read as one part: without a filter, or when its sub-categories are large enough to be met in the scan. steps_wanted:
-- the number of matching prompts to read; part_price: the cost of a part, in skipped prompts.
create function private.prompt_parts(f private.prompt_filter, steps_wanted double precision, part_price double precision) returns text
language plpgsql stable set search_path = '' as $$
declare
  parts bigint;
  within bigint;
  wider bigint;
  by_model constant text := case when f.models is null and f.languages is null then null else 'prompt_model_id, language' end;
begin
  if f.subs is null then return by_model; end if;
  select count(*) filter (where t.prompt_category_sub_id = any (f.subs)),
      coalesce(sum(t.count) filter (where t.prompt_category_sub_id = any (f.subs)), 0), coalesce(sum(t.count), 0)
    into parts, within, wider from private.prompt_total t
    where t.count > 0 and (f.models is null or t.prompt_model_id = any (f.models)) and (f.languages is null or t.language = any (f.languages));
  if steps_wanted * wider / greatest(within, 1) < parts * part_price then return by_model; end if;
  return 'prompt_category_sub_id, prompt_model_id, language';
end;
$$;

-- Conditions on the stored totals, whose rows name the parts.
create function private.prompt_part_conditions(f private.prompt_filter) returns text
language sql immutable set search_path = '' as $$
  select 't.count > 0'
    || case when f.subs is null then '' else ' and t.prompt_category_sub_id = any ($1.subs)' end
    || case when f.models is null then '' else ' and t.prompt_model_id = any ($1.models)' end
    || case when f.languages is null then '' else ' and t.language = any ($1.languages)' end
$$;

-- The rarest grams of a keyword, by the statistics of the last analyze: frequent ones narrow a search less than reading
-- their long lists costs. candidates_max is the upper bound of prompts with all of them; candidates is the estimate for
-- independent grams. Both are null without statistics.
create function private.rarest_grams(
  grams integer[], index_name text, out chosen integer[], out candidates_max double precision, out candidates double precision
) language sql stable set search_path = '' as $$
  with statistic as (
    select s.most_common_elems::text::integer[] as elements, s.most_common_elem_freqs as frequencies
    from pg_catalog.pg_stats s where s.schemaname = 'private' and s.tablename = index_name and s.most_common_elems is not null
  ), known as (
    select k.element, k.frequency from statistic s, unnest(s.elements, s.frequencies) as k (element, frequency) where k.element = any (grams)
  ), ranked as (
    select w.element, coalesce(k.frequency, (select s.frequencies[cardinality(s.elements) + 1] from statistic s)) as frequency
    from unnest(grams) as w (element) left join known k using (element)
  ), numbered as (
    select r.*, row_number() over (order by r.frequency, r.element) as place, min(r.frequency) over () as rarest from ranked r
  )
  select coalesce(array_agg(n.element), '{}'), min(n.frequency) * t.count, exp(sum(ln(n.frequency))) * t.count
  from numbered n, (select c.reltuples as count from pg_catalog.pg_class c where c.oid = 'private.prompt_search'::regclass) t
  where n.frequency is null or n.place <= 2 or (n.place <= 6 and n.frequency <= n.rarest * 6)
  group by t.count
$$;

create function private.scan_in_order(
  f private.prompt_filter, source text, word text, wanted integer, filtered bigint, shown bigint, candidates double precision,
  out ids bigint[], out seen bigint, out is_given_up boolean
) language plpgsql stable set search_path = '' set enable_bitmapscan = off set enable_hashjoin = off set enable_sort = off
  set max_parallel_workers_per_gather = 0 as $$
declare
  -- With fewer rows the rate is not reliable.
  steps_min constant integer := 600;
  line record;
  found_count integer := 0;
  share double precision;
  -- For each prompt of a filtered list others are skipped, at a tenth of its cost.
  step_price constant double precision := 1 + 0.1 * least(shown / greatest(filtered, 1), 20);
  -- Prompts that match a filter are counted too.
  candidate_price constant double precision := case when filtered < shown and f.id is null then 2 else 1 end;
begin
  ids := '{}';
  seen := 0;
  is_given_up := false;
  -- A condition in the list of columns is evaluated row by row, in the order of the list, and only for rows that are read.
  for line in execute format(
    'select w.id, (select position($2 in t.%I) > 0 from private.prompt_search t where t.prompt_id = w.id) as is_hit
     from (select b.id from (%s) b order by b.sort_key desc, b.created_at desc, b.id desc limit 100000) w',
    source, private.prompt_stream(f)) using f, word
  loop
    seen := seen + 1;
    if line.is_hit then
      ids := ids || line.id;
      found_count := found_count + 1;
      exit when found_count >= wanted;
    end if;
    if wanted is not null and seen >= steps_min and seen % 200 = 0 then
      share := (found_count + 1)::double precision / seen;
      is_given_up := step_price * least((wanted - found_count) / share, filtered - seen) > candidate_price * greatest(share * shown, candidates);
      exit when is_given_up;
    end if;
  end loop;
  is_given_up := is_given_up or seen = 100000;
end;
$$;

-- Looks up the prompts with all grams and compares their texts. The matches are ordered by scanning the list's index
-- until a page is full; the planner chooses. That costs a tenth of reading the sort key of each.
create function private.find_by_grams(f private.prompt_filter, gram_function text, source text, word text, grams integer[], wanted integer)
returns private.prompt_hits
language plpgsql stable set search_path = '' set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
declare
  matches bigint[];
  hits private.prompt_hits;
begin
  execute format('select coalesce(array_agg(t.prompt_id), ''{}'') from private.prompt_search t where private.%2$I(t.%1$I) @> $2 and position($1 in t.%1$I) > 0',
    source, gram_function) into matches using word, grams;
  execute format('select coalesce(array_agg(s.id), ''{}'') from (select p.id from public.prompt p where %s and p.id = any ($2)%s order by %s limit %s) s',
    private.prompt_conditions(f), case when f.id is null then '' else ' and ' || private.prompt_beyond(f.sort, '<') end,
    private.prompt_order(f.sort), wanted) into hits.ids using f, matches;
  hits.is_exact := true;
  -- Only the first page has a total.
  if f.subs is null and f.models is null and f.languages is null then
    hits.total := cardinality(matches);
  elsif f.id is null then
    execute format('select count(*) from public.prompt p where %s and p.id = any ($2)', private.prompt_conditions(f)) into hits.total using f, matches;
  end if;
  return hits;
end;
$$;

-- The statistics then include the frequencies of three thousand grams, otherwise of one thousand.
alter index private.prompt_search_public alter column 1 set statistics 300;

alter index private.prompt_search_full alter column 1 set statistics 300;
