-- A member sets a goal for the length of a text. A copy of the text has the same goal.
alter table public.tool_use add column goal_count integer;
alter table public.tool_use add column goal_unit text;
alter table public.tool_use add constraint tool_use_goal_whole check ((goal_count is null) = (goal_unit is null));
alter table public.tool_use add constraint tool_use_goal_count check (goal_count between 1 and 200000);
alter table public.tool_use add constraint tool_use_goal_unit check (goal_unit in ('characters', 'words'));
comment on column public.tool_use.goal_count is 'How long the member wants the text to be, in goal_unit; null without a goal.';

-- How long the member wants the text to be; without values, the goal is removed. It is no part of the text: no revision, no version.
create function public.set_text_goal(tool_use_id bigint, goal_count integer default null, goal_unit text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
begin
  own := private.lock_own_text(set_text_goal.tool_use_id);
  if (set_text_goal.goal_count is null) <> (set_text_goal.goal_unit is null)
    or set_text_goal.goal_count not between 1 and 200000 or set_text_goal.goal_unit not in ('characters', 'words')
  then perform private.raise_app_error('invalid_request'); end if;
  update public.tool_use t set goal_count = set_text_goal.goal_count, goal_unit = set_text_goal.goal_unit where t.id = own.id;
end;
$$;
grant execute on function public.set_text_goal(bigint, integer, text) to authenticated;

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
    error_code, saved_at, edited_at, copy_of, labels, goal_count, goal_unit
  ) values (
    own.user_id, own.tool, own.status, own.stage, own.request, own.language, own.model, own.is_demo, duplicate_text.title, own.titles,
    own.outline, own.content, own.tags, own.thumbnail, own.error_code, now(), own.edited_at, own.id, own.labels,
    own.goal_count, own.goal_unit
  ) returning id into copy_id;
  return copy_id;
end;
$$;
