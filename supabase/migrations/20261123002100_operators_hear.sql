-- Operators hear of a new question, which is answered within a business day (O04); authors hear what became of an edit, whose prompt stays.

alter table public.user_alarm drop constraint user_alarm_kind_known;
alter table public.user_alarm add constraint user_alarm_kind_known check (kind in (
  'prompt_thank', 'prompt_execute', 'tool_execute', 'contact_reply', 'custom_tone', 'prompt_reviewed',
  'invite_rewarded', 'balance_low', 'payment_failed', 'payment_refunded', 'subscription_ending', 'notice',
  'team_invited', 'team_joined', 'team_removed', 'question_asked'));

-- Without the question itself: alarms outlive the asker's account.
create function private.tell_operators_of_question() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_alarm (user_id, kind, source_id, data)
  select u.id, 'question_asked', new.id::text, '{}' from public."user" u
    where u.role in ('operator', 'owner') and u.is_active and not u.is_block
  on conflict do nothing;
  return null;
end;
$$;
create trigger contact_tells_operators after insert on public.contact
  for each row execute function private.tell_operators_of_question();

-- As before (operator_decisions), and the author of a returned edit hears that the prompt stays public.
create or replace function private.review_prompt(version_id bigint, is_approved boolean, reason text default null) returns boolean
language plpgsql set search_path = '' as $$
declare
  version public.prompt_version;
  reviewed public.prompt;
begin
  -- The prompt first, as everybody who writes a version does.
  perform from public.prompt p where p.id = (select v.prompt_id from public.prompt_version v where v.id = version_id) for no key update;
  update public.prompt_version v set status = case when is_approved then 'approved' else 'returned' end,
      reason = review_prompt.reason, reviewed_at = now()
    where v.id = version_id and v.status = 'in_review' returning * into version;
  if not found then return false; end if;
  if is_approved then
    update public.prompt p set title = version.title, description = version.description, prompt = version.prompt,
        language = version.language, photo = version.photo, sample_result = version.sample_result,
        prompt_model_id = version.prompt_model_id, prompt_category_sub_id = version.prompt_category_sub_id,
        is_show = true, review_status = 'published'
      where p.id = version.prompt_id returning * into reviewed;
    perform private.reward_prompt(version.prompt_id, reviewed.user_id, version.prompt);
  else
    update public.prompt p set review_status = case when p.is_show then p.review_status else 'returned' end
      where p.id = version.prompt_id returning * into reviewed;
  end if;
  perform private.tell_member(reviewed.user_id, 'prompt_reviewed', version.prompt_id || ':' || version.id,
    jsonb_build_object('title', version.title, 'is_show', is_approved)
      || case when reviewed.is_show and not is_approved then '{"is_edit": true}' else '{}'::jsonb end);
  return true;
end;
$$;
