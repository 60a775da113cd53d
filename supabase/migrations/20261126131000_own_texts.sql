-- Members bring texts of their own, which no run wrote.
alter table public.tool_use drop constraint tool_use_tool_known;
alter table public.tool_use add constraint tool_use_tool_known check (tool in (
  'article', 'document', 'business-plan', 'cover-letter', 'email', 'instagram-feed', 'keyword-data', 'keyword-trend', 'own'));

-- A member's own text: nothing of it comes from a run, so it costs nothing. The limit is a hundred a day.
create function public.create_own_text(title text, content text, text_language text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := (select auth.uid());
  text_id bigint;
begin
  if not private.may_use_service() then perform private.raise_app_error('user_blocked'); end if;
  if title is null or content is null or char_length(title) > 300 or char_length(content) > 200000
    or text_language is null or text_language not in (
      'Korean', 'English', 'Japanese', 'Chinese', 'Spanish', 'French', 'German', 'Russian', 'Arabic', 'Hindi')
  then perform private.raise_app_error('invalid_request'); end if;
  perform private.lock_member(member);
  perform private.require_text_room(member);
  if (select count(*) from public.tool_use t
      where t.user_id = member and t.tool = 'own' and t.copy_of is null and t.created_at > now() - interval '1 day') >= 100 then
    perform private.raise_app_error('too_many_requests');
  end if;
  insert into public.tool_use (user_id, tool, status, stage, request, language, model, title, content, edited_at, saved_at)
  values (member, 'own', 'done', 'done', '{"own": true}', text_language, 'own', nullif(btrim(title), ''), content, now(),
    case when content <> '' then now() end)
  returning id into text_id;
  return text_id;
end;
$$;
grant execute on function public.create_own_text(text, text, text) to authenticated;
