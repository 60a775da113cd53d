-- What operators decide: never of their own, and asking again after a lost answer is no second decision. What is reported is taken down
-- also when its author hid it meanwhile. See docs/decisions/027.

create function private.require_not_own(variadic people uuid[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (select auth.uid()) = any (people) then raise exception using errcode = '42501', message = 'forbidden'; end if;
end;
$$;

create index operator_log_subject on private.operator_log (subject_id, id desc) where subject_id is not null;

-- Whether the newest act about this thing is the caller's, the same and in the same words: then its answer was lost, and it is done.
-- A thing is named by its number, or it is the member; acts of one kind share what stands before the first underscore.
create function private.is_repeated(act text, subject_id text, member_id uuid, details jsonb default '{}') returns boolean
language plpgsql set search_path = '' as $$
declare
  newest private.operator_log;
begin
  select g.* into newest from private.operator_log g
    where split_part(g.act, '_', 1) = split_part(is_repeated.act, '_', 1)
      and case when is_repeated.subject_id is null then g.subject_id is null and g.member_id = is_repeated.member_id
        else g.subject_id = is_repeated.subject_id end
    order by g.id desc limit 1;
  return newest.operator_id is not distinct from (select auth.uid()) and newest.act is not distinct from is_repeated.act
    and coalesce(newest.details @> jsonb_strip_nulls(is_repeated.details), false);
end;
$$;

-- An alarm of what an operator decided, in the decision's own transaction: where it cannot be made, nothing is decided, and that is said.
create function private.tell_member(member uuid, kind text, source_id text, data jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.user_alarm (user_id, kind, source_id, data) values (member, tell_member.kind, tell_member.source_id, tell_member.data)
    on conflict do nothing;
exception
  when others then raise exception using errcode = 'P0001', message = 'alarm_create_failed', detail = sqlerrm;
end;
$$;

-- As before (operator_queues).
create or replace function private.answer_contact(contact_id bigint, answer text) returns boolean
language plpgsql set search_path = '' as $$
declare
  answered public.contact;
begin
  update public.contact c set answer = answer_contact.answer, answered_at = now()
    where c.id = contact_id and c.answered_at is null and c.closed_at is null returning * into answered;
  if not found then return false; end if;
  if answered.user_id is not null then
    perform private.tell_member(answered.user_id, 'contact_reply', answered.id::text, jsonb_build_object('title', answered.title));
  end if;
  return true;
end;
$$;

-- As before (prompt_reviews).
create or replace function private.review_prompt(version_id bigint, is_approved boolean, reason text default null) returns boolean
language plpgsql set search_path = '' as $$
declare
  version public.prompt_version;
  author uuid;
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
      where p.id = version.prompt_id returning p.user_id into author;
    perform private.reward_prompt(version.prompt_id, author, version.prompt);
  else
    update public.prompt p set review_status = case when p.is_show then p.review_status else 'returned' end
      where p.id = version.prompt_id returning p.user_id into author;
  end if;
  perform private.tell_member(author, 'prompt_reviewed', version.prompt_id || ':' || version.id,
    jsonb_build_object('title', version.title, 'is_show', is_approved));
  return true;
end;
$$;

create or replace function public.operator_review_prompt(version_id bigint, is_approved boolean, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words text;
  reviewed record;
  act text;
  details jsonb;
begin
  perform private.require_operator();
  if is_approved is null then perform private.refuse('invalid_request'); end if;
  if not is_approved then words := private.require_text(reason, 2000); end if;
  select v.number, p.id as prompt_id, p.user_id into reviewed
    from public.prompt_version v join public.prompt p on p.id = v.prompt_id where v.id = version_id;
  perform private.require_not_own(reviewed.user_id);
  act := case when is_approved then 'prompt_approve' else 'prompt_return' end;
  details := jsonb_build_object('number', reviewed.number, 'reason', words);
  if not private.review_prompt(version_id, is_approved, words) then
    if private.is_repeated(act, reviewed.prompt_id::text, null, details) then return; end if;
    perform private.refuse('not_found');
  end if;
  perform private.log_act(act, reviewed.prompt_id::text, reviewed.user_id, details);
end;
$$;

-- As before (operator_prompts), and also when its author hid it: it would come back without a review. What its author went on writing stays
-- unread: what is returned is what was shown.
create or replace function private.take_down_prompt(prompt_id bigint, reason text) returns boolean
language plpgsql set search_path = '' as $$
declare
  taken public.prompt;
  was_shown jsonb;
  version_id bigint;
begin
  select * into taken from public.prompt p where p.id = take_down_prompt.prompt_id for no key update;
  if not found or (not taken.is_show and taken.review_status = 'returned') then return false; end if;
  update public.prompt p set is_show = false, review_status = 'returned' where p.id = taken.id;
  -- An edit that waits is returned with it; else what was shown is kept as a version that carries the reason.
  update public.prompt_version v set status = 'returned', reason = take_down_prompt.reason, reviewed_at = now()
    where v.prompt_id = taken.id and v.status = 'in_review' returning v.id into version_id;
  if version_id is null then
    was_shown := private.find_shown_content(taken);
    version_id := private.add_prompt_version(jsonb_populate_record(taken, was_shown), 'returned');
    update public.prompt_version v set reason = take_down_prompt.reason, reviewed_at = now() where v.id = version_id;
  end if;
  perform private.tell_member(taken.user_id, 'prompt_reviewed', taken.id || ':' || version_id,
    jsonb_build_object('title', coalesce(was_shown ->> 'title', taken.title), 'is_show', false, 'is_taken_down', true));
  return true;
end;
$$;

-- What readers saw of a prompt: it stands in its row until its author writes in it again, and then in the version that was approved last.
create function private.find_shown_content(prompt public.prompt) returns jsonb
language sql stable set search_path = '' as $$
  select case when prompt.is_show or prompt.review_status = 'hidden' then private.prompt_content(to_jsonb(prompt)) else (
    select private.prompt_content(to_jsonb(v)) from public.prompt_version v
    where v.prompt_id = prompt.id and v.status = 'approved' order by v.number desc limit 1
  ) end
$$;

create or replace function public.operator_hide_prompt(prompt_id bigint, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words text;
  author uuid;
  is_shown boolean;
begin
  perform private.require_operator();
  words := private.require_text(reason, 2000);
  select p.user_id, p.is_show into author, is_shown from public.prompt p where p.id = operator_hide_prompt.prompt_id for no key update;
  perform private.require_not_own(author);
  if is_shown is not true then
    if private.is_repeated('prompt_hide', prompt_id::text, null, jsonb_build_object('reason', words)) then return; end if;
    perform private.refuse('not_found');
  end if;
  perform private.take_down_prompt(operator_hide_prompt.prompt_id, words);
  update public.prompt_report r set status = 'removed' where r.prompt_id = operator_hide_prompt.prompt_id and r.status = 'open';
  perform private.log_act('prompt_hide', prompt_id::text, author, jsonb_build_object('reason', words));
end;
$$;

-- As before (operator_prompts), and with what was reported also when its author hid it meanwhile.
create or replace function public.operator_read_reports(prompt_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select jsonb_build_object('prompt_id', p.id, 'author', u.nickname, 'author_id', u.id, 'is_show', p.is_show, 'created_at', p.created_at,
      'content', case when p.is_show or exists (select from public.prompt_report r where r.prompt_id = p.id and r.status = 'open')
        then private.describe_content(private.find_shown_content(p)) end,
      'reports', (select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from (
        select r.id, r.reason, r.detail, r.created_at
        from public.prompt_report r
        where r.prompt_id = p.id and r.status = 'open' order by r.id limit 30) l))
    from public.prompt p join public."user" u on u.id = p.user_id where p.id = operator_read_reports.prompt_id
  );
end;
$$;

create or replace function public.operator_decide_reports(prompt_id bigint, is_removed boolean, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  decided integer;
  author uuid;
  words text;
  act text;
begin
  perform private.require_operator();
  if is_removed is null then perform private.refuse('invalid_request'); end if;
  if is_removed then words := private.require_text(reason, 2000); end if;
  act := case when is_removed then 'report_remove' else 'report_keep' end;
  select p.user_id into author from public.prompt p where p.id = operator_decide_reports.prompt_id for no key update;
  perform private.require_not_own(author);
  update public.prompt_report r set status = case when is_removed then 'removed' else 'kept' end
    where r.prompt_id = operator_decide_reports.prompt_id and r.status = 'open';
  get diagnostics decided = row_count;
  if decided = 0 then
    if private.is_repeated(act, prompt_id::text, null, jsonb_build_object('reason', words)) then return; end if;
    perform private.refuse('not_found');
  end if;
  -- False for what was taken down before: its author knows.
  if is_removed then perform private.take_down_prompt(operator_decide_reports.prompt_id, words); end if;
  perform private.log_act(act, prompt_id::text, author, jsonb_build_object('reports', decided, 'reason', words));
end;
$$;

create or replace function public.operator_decide_invite(invite_id bigint, is_given boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  decided private.invite;
  act text;
begin
  perform private.require_operator();
  if is_given is null then perform private.refuse('invalid_request'); end if;
  act := case when is_given then 'invite_give' else 'invite_refuse' end;
  select * into decided from private.invite i where i.id = invite_id;
  perform private.require_not_own(decided.inviter_id, decided.friend_id);
  if is_given then
    if not private.reward_invite(invite_id) then
      if private.is_repeated(act, invite_id::text, null) then return; end if;
      perform private.refuse('not_found');
    end if;
  else
    update private.invite i set refused_at = now() where i.id = invite_id and i.rewarded_at is null and i.refused_at is null;
    if not found then
      if private.is_repeated(act, invite_id::text, null) then return; end if;
      perform private.refuse('not_found');
    end if;
  end if;
  perform private.log_act(act, invite_id::text, decided.inviter_id, jsonb_build_object('friend_id', decided.friend_id));
end;
$$;

create or replace function public.operator_answer_question(question_id bigint, answer text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words text;
begin
  perform private.require_operator();
  words := private.require_text(answer, 10000);
  if not private.answer_contact(question_id, words) then
    if private.is_repeated('question_answer', question_id::text, null)
      and exists (select from public.contact c where c.id = question_id and c.answer = words) then return; end if;
    perform private.refuse('not_found');
  end if;
  perform private.log_act('question_answer', c.id::text, c.user_id) from public.contact c where c.id = question_id;
end;
$$;

create or replace function public.operator_close_question(question_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  update public.contact c set closed_at = now() where c.id = question_id and c.answered_at is null and c.closed_at is null;
  if not found then
    if private.is_repeated('question_close', question_id::text, null) then return; end if;
    perform private.refuse('not_found');
  end if;
  perform private.log_act('question_close', c.id::text, c.user_id) from public.contact c where c.id = question_id;
end;
$$;

create or replace function public.operator_reopen_question(question_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  update public.contact c set closed_at = null where c.id = question_id and c.closed_at is not null;
  if not found then
    if private.is_repeated('question_reopen', question_id::text, null) then return; end if;
    perform private.refuse('not_found');
  end if;
  perform private.log_act('question_reopen', c.id::text, c.user_id) from public.contact c where c.id = question_id;
end;
$$;

-- Null when it is not there.
create or replace function public.operator_read_question(question_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select jsonb_build_object('id', c.id, 'type', c.type, 'title', c.title, 'description', c.description, 'language', c.language,
      'email', c.email, 'user_id', c.user_id, 'asker', u.nickname, 'created_at', c.created_at,
      'answer', c.answer, 'answered_at', c.answered_at, 'closed_at', c.closed_at)
    from public.contact c left join public."user" u on u.id = c.user_id where c.id = question_id
  );
end;
$$;

create or replace function public.operator_block_member(member uuid, is_blocked boolean, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words text;
  act text;
begin
  perform private.require_operator();
  words := private.require_text(reason, 500);
  act := case when is_blocked then 'member_block' else 'member_unblock' end;
  perform private.require_other_member(member);
  update public."user" u set is_block = is_blocked, blocked_at = case when is_blocked then now() end
    where u.id = member and u.is_block is distinct from is_blocked;
  if not found then
    if private.is_repeated(act, null, member, jsonb_build_object('reason', words)) then return; end if;
    -- Somebody else has done it meanwhile.
    perform private.refuse('not_found');
  end if;
  perform private.log_act(act, null, member, jsonb_build_object('reason', words));
end;
$$;
