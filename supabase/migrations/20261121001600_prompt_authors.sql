-- What authors ask: their own prompts and the saved ones page by page, and whether a text is there already.

create function private.require_prompt_reader() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  return (select auth.uid());
end;
$$;

-- A cursor is `date~id` of the last line.
create type private.line_cursor as (created_at timestamptz, id bigint);
create function private.read_line_cursor(cursor text) returns private.line_cursor
language plpgsql immutable set search_path = '' as $$
declare
  parts text[] := string_to_array(cursor, '~');
begin
  if cursor is null then return (null, null)::private.line_cursor; end if;
  if cardinality(parts) <> 2 then perform private.refuse('invalid_request'); end if;
  return (parts[1]::timestamptz, parts[2]::bigint)::private.line_cursor;
exception when others then
  perform private.refuse('invalid_request');
end;
$$;
create function private.write_line_cursor(created_at timestamptz, id bigint) returns text
language sql immutable set search_path = '' as $$
  select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || id
$$;

-- The caller's own prompts, the newest first (P26). { lines, total, next }: a line is a card with where its review stands;
-- version_status and reason are those of the newest version, which for a shown prompt may be an edit. total is null but for the first page.
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

-- What the caller saved and may see today, what was saved last first (P26). The same shape as list_own_prompts().
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

create function private.squeezed_text(value text) returns text
language sql immutable set search_path = '' as $$ select md5(regexp_replace(private.search_form(value), '\s+', '', 'g')) $$;

-- For texts that are about to be imported ([{title, prompt}], fifty at most): which of them the caller has already, and which
-- say nearly what a shown prompt says. { left_today, found: [{own_id, similar: {id, title, similarity} | null}] } in their order.
create function public.find_prompt_duplicates(candidates jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_prompt_reader();
begin
  if jsonb_typeof(candidates) is distinct from 'array' or jsonb_array_length(candidates) > 50 then
    perform private.refuse('invalid_request');
  end if;
  return jsonb_build_object(
    'left_today', greatest(0, 30 - (select count(*) from public.prompt p where p.user_id = caller and p.created_at > now() - interval '1 day')),
    'found', (
      with own as materialized (
        select min(p.id) as id, private.squeezed_text(p.prompt) as text from public.prompt p where p.user_id = caller group by 2
      )
      select coalesce(jsonb_agg(jsonb_build_object('own_id', o.id, 'similar', s.similar) order by c.place), '[]')
      from jsonb_array_elements(candidates) with ordinality as c (line, place)
        left join own o on o.text = private.squeezed_text(c.line ->> 'prompt')
        left join lateral (
          select jsonb_build_object('id', f.id, 'title', f.title_found, 'similarity', f.similarity) as similar
          from public.find_similar_prompts(coalesce(c.line ->> 'title', ''), coalesce(c.line ->> 'prompt', '')) f limit 1
        ) s on o.id is null));
end;
$$;

-- A form of more fields than this is no form. Whatever an author keeps becomes a version.
create function private.limit_prompt_variables() returns trigger
language plpgsql set search_path = '' as $$
begin
  if jsonb_array_length(private.list_variables(new.prompt)) > 200 then perform private.refuse('invalid_request'); end if;
  return new;
end;
$$;
create trigger prompt_version_variables before insert on public.prompt_version
  for each row execute function private.limit_prompt_variables();

-- As before (prompt_reviews), and what was shown so far is kept as a version too, if it never was one: an edit can always be taken back.
create or replace function public.edit_prompt(prompt_id bigint, content jsonb, is_submitted boolean) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  edited public.prompt;
  version_id bigint;
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  select * into edited from public.prompt p
    where p.id = edit_prompt.prompt_id and p.user_id = (select auth.uid()) and p.is_show for no key update;
  if not found then perform private.refuse('prompt_not_found'); end if;
  if (select count(*) from public.prompt_version v where v.prompt_id = edited.id and v.created_at > now() - interval '1 day') >= 100 then
    perform private.refuse('too_many_requests');
  end if;
  if not exists (select from public.prompt_version v where v.prompt_id = edited.id and v.status = 'approved') then
    version_id := private.add_prompt_version(edited, 'approved');
    update public.prompt_version v set reviewed_at = edited.updated_at, created_at = edited.updated_at where v.id = version_id;
  end if;
  edited.title := coalesce(content ->> 'title', edited.title);
  edited.description := coalesce(content ->> 'description', edited.description);
  edited.prompt := coalesce(content ->> 'prompt', edited.prompt);
  edited.language := coalesce(content ->> 'language', edited.language);
  edited.photo := coalesce(content ->> 'photo', edited.photo);
  edited.sample_result := coalesce(content ->> 'sample_result', edited.sample_result);
  edited.prompt_model_id := coalesce((content ->> 'prompt_model_id')::smallint, edited.prompt_model_id);
  edited.prompt_category_sub_id := coalesce((content ->> 'prompt_category_sub_id')::smallint, edited.prompt_category_sub_id);
  version_id := private.add_prompt_version(edited, case when is_submitted then 'in_review' else 'draft' end);
  return (select v.number from public.prompt_version v where v.id = version_id);
end;
$$;

-- As before (prompt_reviews), and an edit that waits is withdrawn with the prompt: approved meanwhile, it would bring the prompt back.
create or replace function public.hide_prompt(prompt_id bigint, is_hidden boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.reads_prompt_text() then raise exception using errcode = '42501', message = 'sign_in_required'; end if;
  if is_hidden then
    update public.prompt p set is_show = false, review_status = 'hidden'
      where p.id = hide_prompt.prompt_id and p.user_id = (select auth.uid()) and p.is_show;
  else
    update public.prompt p set is_show = true, review_status = 'published'
      where p.id = hide_prompt.prompt_id and p.user_id = (select auth.uid()) and p.review_status = 'hidden';
  end if;
  if not found then perform private.refuse('prompt_not_found'); end if;
  if is_hidden then
    update public.prompt_version v set status = 'superseded' where v.prompt_id = hide_prompt.prompt_id and v.status = 'in_review';
  end if;
end;
$$;

grant execute on function public.list_own_prompts(text, integer), public.list_saved_prompts(text, integer),
  public.find_prompt_duplicates(jsonb) to authenticated;
