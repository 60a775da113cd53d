-- Limits that are counted from rows hold also for calls at the same moment: the member's row is locked before the count.

create function private.lock_member(member uuid) returns void
language sql set search_path = '' as $$
  select from public."user" u where u.id = member for no key update
$$;
comment on function private.lock_member(uuid) is 'Whoever counts what a member made today comes one after the other. Rows that refer to the member do not wait.';

-- As before (prompt_reviews).
create or replace function private.limit_prompts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_member(new.user_id);
  if (select count(*) from public.prompt p where p.user_id = new.user_id and p.created_at > now() - interval '1 day') >= 30 then
    perform private.refuse('too_many_requests');
  end if;
  return new;
end;
$$;

-- As before (prompt_reports).
create or replace function private.limit_prompt_reports() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_member(new.user_id);
  if (select count(*) from public.prompt_report r where r.user_id = new.user_id and r.created_at > now() - interval '1 day') >= 20 then
    perform private.refuse('too_many_requests');
  end if;
  return new;
end;
$$;

-- As before (history).
create or replace function public.duplicate_text(tool_use_id bigint, title text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  own public.tool_use;
  copy_id bigint;
begin
  own := private.lock_own_text(duplicate_text.tool_use_id);
  if own.status in ('queued', 'running') then perform private.refuse('request_in_progress'); end if;
  if char_length(duplicate_text.title) > 300 then perform private.refuse('invalid_request'); end if;
  perform private.lock_member(own.user_id);
  if (select count(*) from public.tool_use t
      where t.user_id = own.user_id and t.copy_of is not null and t.created_at > now() - interval '1 day') >= 100 then
    perform private.refuse('too_many_requests');
  end if;
  insert into public.tool_use (
    user_id, tool, status, stage, request, language, model, is_demo, title, titles, outline, content, tags, thumbnail,
    error_code, saved_at, edited_at, copy_of
  ) values (
    own.user_id, own.tool, own.status, own.stage, own.request, own.language, own.model, own.is_demo, duplicate_text.title, own.titles,
    own.outline, own.content, own.tags, own.thumbnail, own.error_code, now(), own.edited_at, own.id
  ) returning id into copy_id;
  return copy_id;
end;
$$;
