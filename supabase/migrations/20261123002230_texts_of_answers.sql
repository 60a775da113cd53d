-- A text that was made of a prompt's answer says so: it has no form that it could be written again from, and its heading is its title.
create or replace function public.edit_prompt_result(use_id bigint, document_language text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  used public.prompt_use;
  text_id bigint;
  subject text;
  body text;
  headed text[];
begin
  if not private.may_use_service() then perform private.refuse('user_blocked'); end if;
  select * into used from public.prompt_use u where u.id = use_id and u.user_id = (select auth.uid()) for update;
  if not found then perform private.refuse('not_found'); end if;
  if used.status in ('queued', 'running') then perform private.refuse('request_in_progress'); end if;
  if used.result = '' then perform private.refuse('no_content'); end if;
  if used.tool_use_id is not null then return used.tool_use_id; end if;
  if document_language not in ('Korean', 'English') then perform private.refuse('invalid_request'); end if;
  -- An answer that begins with a heading brings its title along, which would otherwise stand there twice.
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

update public.tool_use t set request = t.request || jsonb_build_object('prompt_use', coalesce(u.prompt_use_id, u.id))
  from public.prompt_use u where u.tool_use_id = t.id and not t.request ? 'prompt_use';
