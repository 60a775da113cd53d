-- Runs of prompts. A conversation is one row without a parent and its children: questions that follow up, answers asked for again,
-- and the answers of other models that were asked beside the first in the same run.

alter table public.prompt_use
  add column title text not null default '',
  add column model text not null default 'demo',
  add column is_demo boolean not null default false,
  add column error_code text,
  add column is_beside boolean not null default false,
  add column again_of_id bigint references public.prompt_use (id) on delete cascade,
  add column tool_use_id bigint references public.tool_use (id) on delete set null,
  add column excerpt text generated always as (left(result, 160)) stored,
  add constraint prompt_use_child_has_parent check (prompt_use_id is not null or (not is_beside and again_of_id is null)),
  add constraint prompt_use_result_length check (char_length(result) <= 200000),
  add constraint prompt_use_prompt_length check (char_length(prompt) <= 100000);
comment on column public.prompt_use.prompt is
  'The prompt''s text as it was, with its placeholders, prompt_parameter their values; of a follow-up the question.';
comment on column public.prompt_use.title is 'The prompt''s title as it was; empty for children.';
comment on column public.prompt_use.model is
  'What answered: the model of prompt_model_id, or what this site has in its place.';
comment on column public.prompt_use.is_beside is 'Part of its parent''s run: the same question to another model. Its end is that of the run.';
comment on column public.prompt_use.again_of_id is 'The answer that this one was asked for in place of. The old one stays.';
comment on column public.prompt_use.tool_use_id is 'The text that was made of the result, to be edited.';
create index prompt_use_again on public.prompt_use (again_of_id);
create index prompt_use_text on public.prompt_use (tool_use_id);

-- A row without a running child: what goes on is stopped before it is deleted. A function, because a policy that reads its own
-- table asks itself without end.
create function private.is_conversation_going(use_id bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.prompt_use c where c.prompt_use_id = use_id and c.status in ('queued', 'running'))
$$;
grant execute on function private.is_conversation_going(bigint) to authenticated;
drop policy "members delete their own finished runs" on public.prompt_use;
create policy "members delete their own finished runs" on public.prompt_use
  for delete to authenticated using (
    user_id = (select auth.uid()) and status not in ('queued', 'running')
    and not private.is_conversation_going(id));

-- A run that gave something counts for its prompt, and its author hears of it: of each person once a day, and never of the
-- own use. Called in the transaction that settles the run.
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
  if not private.give_signal(used.prompt_id, 'use', used.user_id::text) then return; end if;
  insert into public.user_alarm (user_id, kind, source_id, data)
  values (used.author, 'prompt_execute', used.prompt_id || ':' || use_id, jsonb_build_object('title', used.title))
  on conflict do nothing;
end;
$$;

-- The member's conversations, thirty a page, newest first. { lines, total }: token and follow_ups are those of the whole conversation.
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
        'beside', c.beside, 'token', p.token + c.token, 'follow_ups', c.follow_ups) order by p.id desc)
      from page p join public.prompt_model m on m.id = p.prompt_model_id
      cross join lateral (
        select coalesce(sum(c.token), 0) as token, count(*) filter (where not c.is_beside and c.again_of_id is null) as follow_ups,
          coalesce(bool_or(c.status in ('queued', 'running')), false) as is_going,
          count(*) filter (where c.is_beside) as beside
        from public.prompt_use c where c.prompt_use_id = p.id) c), '[]'))
$$;

-- Makes a text of a result, to be edited, saved and exported like those of the tools; the same text when it was made before.
create function public.edit_prompt_result(use_id bigint, document_language text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  used public.prompt_use;
  text_id bigint;
  subject text;
begin
  if not private.may_use_service() then perform private.refuse('user_blocked'); end if;
  select * into used from public.prompt_use u where u.id = use_id and u.user_id = (select auth.uid()) for update;
  if not found then perform private.refuse('not_found'); end if;
  if used.status in ('queued', 'running') then perform private.refuse('request_in_progress'); end if;
  if used.result = '' then perform private.refuse('no_content'); end if;
  if used.tool_use_id is not null then return used.tool_use_id; end if;
  if document_language not in ('Korean', 'English') then perform private.refuse('invalid_request'); end if;
  subject := coalesce(nullif(used.title, ''), (select r.title from public.prompt_use r where r.id = used.prompt_use_id), '');
  insert into public.tool_use (user_id, tool, status, stage, request, language, model, is_demo, title, content, saved_at)
  values (used.user_id, 'document', 'done', 'done', jsonb_build_object('topic', subject), document_language, used.model, used.is_demo,
    subject, used.result, now())
  returning id into text_id;
  update public.prompt_use u set tool_use_id = text_id where u.id = use_id;
  return text_id;
end;
$$;

grant execute on function public.list_prompt_uses(bigint), public.edit_prompt_result(bigint, text) to authenticated;
