-- As before (prompt_list), but where many prompts moved since the last page only the newest three thousand are looked at: a page must not
-- take longer because the library is lively. More than that move between two pages of one reader only when thousands read at once.
create or replace function private.list_risen(f private.prompt_filter, source text, word text) returns bigint[]
language plpgsql stable set search_path = '' as $$
declare
  ids bigint[];
begin
  if f.id is null or f.sort = 'new' then return '{}'; end if;
  -- Ten seconds more than needed: a change is dated before it is committed.
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
