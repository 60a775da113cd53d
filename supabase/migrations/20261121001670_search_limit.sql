-- Searches are counted (B13), in the database, so that all processes share one count: fixed windows of five minutes.

-- Unlogged: losing the counts in a crash costs nothing, and counting costs no write to the log.
create unlogged table private.search_count (
  caller text primary key,
  window_started_at timestamptz not null,
  count integer not null
);
comment on table private.search_count is 'Searches of prompts in the window that goes on, by member or by hash of a visitor''s address.';
create index search_count_window on private.search_count (window_started_at);
alter table private.search_count enable row level security;

-- Counts one search. A whole office may share an address, so addresses get twice what a member gets.
create function private.count_search() returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := (select auth.uid());
  window_length constant interval := interval '5 minutes';
  counted integer;
begin
  if random() < 0.01 then
    -- Rows that somebody is counting in at this moment are left for the next time.
    delete from private.search_count c where c.ctid in (
      select o.ctid from private.search_count o where o.window_started_at < now() - window_length limit 1000 for update skip locked);
  end if;
  insert into private.search_count as c (caller, window_started_at, count)
  values (coalesce('member:' || member, private.visitor_key(0)), now(), 1)
  on conflict (caller) do update set
    count = case when c.window_started_at < now() - window_length then 1 else c.count + 1 end,
    window_started_at = case when c.window_started_at < now() - window_length then now() else c.window_started_at end
  returning c.count into counted;
  if counted > (case when member is null then 600 else 300 end) then perform private.refuse('too_many_requests'); end if;
end;
$$;

-- As before, but it counts searches, and so it writes: no longer stable.
create or replace function public.list_prompts(
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
  risen bigint[];
begin
  if word is null then
    hits.ids := private.list_ids(f, size + 1);
    hits.total := private.count_filtered(f);
    hits.is_exact := true;
  else
    if char_length(word) < 2 then perform private.refuse('keyword_too_short'); end if;
    if char_length(word) > 100 then perform private.refuse('invalid_request'); end if;
    perform private.count_search();
    hits := private.find_prompts(f, word, is_member, size + 1);
  end if;
  risen := private.list_risen(f, case when is_member then 'full_text' else 'public_text' end, private.search_form(word));
  return jsonb_build_object(
    'lines', private.describe_prompts(hits.ids[1:size]), 'risen', private.describe_prompts(risen),
    'total', case when f.id is null then hits.total end, 'is_total_exact', hits.is_exact,
    'next', case when cardinality(hits.ids) > size then private.prompt_cursor(f.sort, hits.ids[size]) end);
end;
$$;
