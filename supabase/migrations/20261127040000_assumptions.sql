-- What a text assumes about its sender is listed until the member confirms it. A copy of the text has the same list.
create function private.are_passages(passages text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(passages) <= 20
    and not exists (select from unnest(passages) as p (passage) where passage is null or char_length(passage) not between 1 and 500)
$$;
alter table public.tool_use add column assumed text[] not null default '{}';
alter table public.tool_use add constraint tool_use_assumed_few check (private.are_passages(assumed));
comment on column public.tool_use.assumed is
  'Passages of the text that tell about its sender what the order does not say, and that the member has not confirmed.';

-- The member says that a passage is right, so it is no longer asked for. It is no part of the text: no revision, no version.
create function public.confirm_assumption(tool_use_id bigint, passage text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
begin
  own := private.lock_own_text(confirm_assumption.tool_use_id);
  if own.status in ('queued', 'running') then perform private.raise_app_error('request_in_progress'); end if;
  update public.tool_use t set assumed = array_remove(t.assumed, confirm_assumption.passage)
    where t.id = own.id and confirm_assumption.passage = any (t.assumed);
end;
$$;
grant execute on function public.confirm_assumption(bigint, text) to authenticated;

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
    error_code, saved_at, edited_at, copy_of, labels, goal_count, goal_unit, assumed
  ) values (
    own.user_id, own.tool, own.status, own.stage, own.request, own.language, own.model, own.is_demo, duplicate_text.title, own.titles,
    own.outline, own.content, own.tags, own.thumbnail, own.error_code, now(), own.edited_at, own.id, own.labels,
    own.goal_count, own.goal_unit, own.assumed
  ) returning id into copy_id;
  return copy_id;
end;
$$;
