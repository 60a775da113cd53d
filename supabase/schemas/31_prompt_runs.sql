-- Runs of prompts. A conversation is one row without a parent and its children: follow-up questions, regenerated answers, and answers of other
-- models to the same question (docs/decisions/019).

-- Deletes the member's finished conversations among `ids`; one that goes on stays. Returns the deleted ids.
create function public.delete_prompt_uses(ids bigint[]) returns setof bigint
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_use_service() then perform private.raise_app_error('user_blocked'); end if;
  if coalesce(cardinality(ids), 0) = 0 then perform private.raise_app_error('select_history'); end if;
  -- Whoever continues one of them holds its row. The next statement sees what was added meanwhile.
  perform from public.prompt_use u where u.id = any (ids) and u.user_id = (select auth.uid()) order by u.id for no key update;
  return query with gone as (
    update public.prompt_use u set deleted_at = now()
    where u.id = any (ids) and u.user_id = (select auth.uid()) and u.prompt_use_id is null and u.deleted_at is null
      and u.status not in ('queued', 'running')
      and not exists (select from public.prompt_use c where c.prompt_use_id = u.id and c.status in ('queued', 'running'))
    returning u.id
  ), children as (
    update public.prompt_use c set deleted_at = now() from gone where c.prompt_use_id = gone.id
  ) select gone.id from gone;
end;
$$;
grant execute on function public.delete_prompt_uses(bigint[]) to authenticated;

-- Restores deleted conversations as they were. Returns the restored ids.
create function public.restore_prompt_uses(ids bigint[]) returns setof bigint
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_use_service() then perform private.raise_app_error('user_blocked'); end if;
  return query with back as (
    update public.prompt_use u set deleted_at = null
    where u.id = any (ids) and u.user_id = (select auth.uid()) and u.prompt_use_id is null and u.deleted_at is not null
    returning u.id
  ), children as (
    update public.prompt_use c set deleted_at = null from back where c.prompt_use_id = back.id
  ) select back.id from back;
end;
$$;
grant execute on function public.restore_prompt_uses(bigint[]) to authenticated;

-- A run with a result counts for its prompt, and its author gets an alarm: once a day per person, and never for the own
-- use. Called in the transaction that settles the run.
create function private.count_prompt_use(use_id bigint) returns void
language plpgsql set search_path = '' as $$
declare
  used record;
begin
  select u.prompt_id, u.user_id, p.user_id as author, p.title into used
    from public.prompt_use u join public.prompt p on p.id = u.prompt_id
    where u.id = use_id and u.prompt_use_id is null and p.is_show and p.user_id <> u.user_id;
  if not found then return; end if;
  update public.prompt p set use_count = use_count + 1 where p.id = used.prompt_id;
  if not private.record_engagement(used.prompt_id, 'use', used.user_id::text) then return; end if;
  insert into public.user_alarm (user_id, kind, source_id, data)
  values (used.author, 'prompt_execute', used.prompt_id || ':' || use_id, jsonb_build_object('title', used.title))
  on conflict do nothing;
end;
$$;

-- The member's conversations, thirty a page, newest first. { lines, total }: token and follow_ups are those of the
-- whole conversation.
create function public.list_prompt_uses(after bigint default null) returns jsonb
language sql stable set search_path = '' as $$
  with page as (
    select u.id, u.title, u.status, u.prompt_id, u.is_demo, u.excerpt, u.created_at, u.prompt_model_id, u.token
    from public.prompt_use u
    where u.user_id = (select auth.uid()) and u.prompt_use_id is null and (after is null or u.id < after)
    order by u.id desc limit 30
  )
  select jsonb_build_object(
    'total', (select count(*) from public.prompt_use u where u.user_id = (select auth.uid()) and u.prompt_use_id is null),
    'lines', coalesce((select jsonb_agg(jsonb_build_object(
        'id', p.id, 'title', p.title, 'status', case when c.is_going then 'running' else p.status end, 'prompt_id', p.prompt_id,
        'is_demo', p.is_demo, 'excerpt', p.excerpt, 'created_at', p.created_at, 'model', m.name,
        'comparisons', c.comparisons, 'token', p.token + c.token, 'follow_ups', c.follow_ups) order by p.id desc)
      from page p join public.prompt_model m on m.id = p.prompt_model_id
      cross join lateral (
        select coalesce(sum(c.token), 0) as token, count(*) filter (where not c.is_comparison and c.regenerated_from_id is null) as follow_ups,
          coalesce(bool_or(c.status in ('queued', 'running')), false) as is_going,
          count(*) filter (where c.is_comparison) as comparisons
        from public.prompt_use c where c.prompt_use_id = p.id) c), '[]'))
$$;
grant execute on function public.list_prompt_uses(bigint) to authenticated;

-- A text from a prompt's answer is marked as such: it has no form for another run, and its heading is its title.
create function public.edit_prompt_result(use_id bigint, document_language text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  used public.prompt_use;
  text_id bigint;
  subject text;
  body text;
  headed text[];
begin
  if not private.may_use_service() then perform private.raise_app_error('user_blocked'); end if;
  select * into used from public.prompt_use u where u.id = use_id and u.user_id = (select auth.uid()) and u.deleted_at is null for update;
  if not found then perform private.raise_app_error('not_found'); end if;
  if used.status in ('queued', 'running') then perform private.raise_app_error('request_in_progress'); end if;
  if used.result = '' then perform private.raise_app_error('no_content'); end if;
  if used.tool_use_id is not null then return used.tool_use_id; end if;
  if document_language not in ('Korean', 'English') then perform private.raise_app_error('invalid_request'); end if;
  -- An answer that begins with a heading has its title there, so the title is not added again.
  headed := regexp_match(used.result, '^\s*#[ \t]+([^\n]{1,200})\n\s*(\S.*)$');
  subject := coalesce(btrim(translate(headed[1], '*`', '')), nullif(used.title, ''),
    (select r.title from public.prompt_use r where r.id = used.prompt_use_id), '');
  body := coalesce(headed[2], used.result);
  insert into public.tool_use (user_id, tool, status, stage, request, language, model, is_demo, title, content, saved_at)
  values (used.user_id, 'document', 'done', 'done',
    jsonb_build_object('topic', subject, 'prompt_use', coalesce(used.prompt_use_id, used.id)), document_language, used.model, used.is_demo,
    subject, body, now())
  returning id into text_id;
  update public.prompt_use u set tool_use_id = text_id where u.id = use_id;
  return text_id;
end;
$$;
grant execute on function public.edit_prompt_result(bigint, text) to authenticated;
