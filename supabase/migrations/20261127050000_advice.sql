-- What to know before a text is sent is listed next to it, until the member has dealt with it. A copy of the text has the
-- same list.
alter table public.tool_use add column advice text[] not null default '{}';
alter table public.tool_use add constraint tool_use_advice_few check (private.are_passages(advice));
comment on column public.tool_use.advice is
  'What the last run advises before the text is sent, in the language of the member''s page, without what is dealt with.';

create or replace function public.confirm_assumption(tool_use_id bigint, passage text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
begin
  own := private.lock_own_text(confirm_assumption.tool_use_id);
  if own.status in ('queued', 'running') then perform private.raise_app_error('request_in_progress'); end if;
  update public.tool_use t set
      assumed = array_remove(t.assumed, confirm_assumption.passage),
      advice = array_remove(t.advice, confirm_assumption.passage)
    where t.id = own.id and confirm_assumption.passage = any (t.assumed || t.advice);
end;
$$;

create or replace function public.duplicate_text(tool_use_id bigint, title text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
  copy_id bigint;
begin
  own := private.lock_own_text(duplicate_text.tool_use_id);
  if own.status in ('queued', 'running') then perform private.raise_app_error('request_in_progress'); end if;
  if char_length(duplicate_text.title) > 300 then perform private.raise_app_error('invalid_request'); end if;
  perform private.lock_member(own.user_id);
  if (select count(*) from public.tool_use t
      where t.user_id = own.user_id and t.copy_of is not null and t.created_at > now() - interval '1 day') >= 100 then
    perform private.raise_app_error('too_many_requests');
  end if;
  insert into public.tool_use (
    user_id, tool, status, stage, request, language, model, is_demo, title, titles, outline, content, tags, thumbnail,
    error_code, saved_at, edited_at, copy_of, labels, goal_count, goal_unit, assumed, advice
  ) values (
    own.user_id, own.tool, own.status, own.stage, own.request, own.language, own.model, own.is_demo, duplicate_text.title, own.titles,
    own.outline, own.content, own.tags, own.thumbnail, own.error_code, now(), own.edited_at, own.id, own.labels,
    own.goal_count, own.goal_unit, own.assumed, own.advice
  ) returning id into copy_id;
  return copy_id;
end;
$$;
