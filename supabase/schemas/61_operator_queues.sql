-- The queues of operators: prompt reviews, reports, rewards of invitations.

create index user_newest on public."user" (created_at desc, id desc);

-- Open work of operators, today's figures in Korea, and this week's undeliverable answers.
create function public.operator_read_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today timestamptz := date_trunc('day', now(), 'Asia/Seoul');
  dead bigint := 0;
begin
  perform private.require_operator();
  -- The server creates the queue's schema, not these migrations.
  if to_regclass('pgboss.job') is not null then
    execute $queue$ select count(*) from pgboss.job j where j.name = 'dead-letters' and j.state in ('created', 'retry') $queue$ into dead;
  end if;
  return jsonb_build_object(
    'prompts', (select count(*) from public.prompt_version v where v.status = 'in_review'),
    'reports', (select count(distinct r.prompt_id) from public.prompt_report r where r.status = 'open'),
    'questions', (select count(*) from public.contact c where c.answered_at is null and c.closed_at is null),
    'undelivered', (select count(*) from private.email_outbox e
      where e.kind = 'answer' and e.state in ('refused', 'failed', 'unknown') and e.created_at > now() - interval '7 days'),
    'refunds', (select count(*) from public.refund_request r where r.status = 'OPEN'),
    'invites', (select count(*) from private.invite i where i.rewarded_at is null and i.refused_at is null),
    'dead_jobs', dead,
    'sign_ups', (select count(*) from public."user" u where u.created_at >= today),
    'runs', (select jsonb_build_object('all', count(*), 'failed', count(*) filter (where r.status = 'failed')) from (
      select r.status from private.run r where r.ended_at >= today union all select r.status from private.run r where r.ended_at is null
    ) r),
    'tokens', (select coalesce(sum(d.tokens), 0) from private.daily_use d where d.day = private.korean_day() and d.key like 'site:%'),
    'charged', (select coalesce(sum(p.amount), 0) from private.payment p where p.status = 'DONE' and p.approved_at >= today)
  );
end;
$$;
comment on function public.operator_read_overview() is 'Counts; money is integer KRW.';
grant execute on function public.operator_read_overview() to authenticated;

-- Today's calls to outside services, by name: shared/daily-calls.ts has their limits.
create function public.operator_read_daily_calls() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (select coalesce(jsonb_object_agg(d.name, d.calls), '{}') from private.daily_call d where d.day = private.korean_day());
end;
$$;
comment on function public.operator_read_daily_calls() is 'Numbers of calls; a service without a call is missing.';
grant execute on function public.operator_read_daily_calls() to authenticated;

-- The fields of a prompt for reviewers; no screen shows its photo.
create function private.describe_content(fields jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select private.prompt_content(fields) - 'photo'
$$;

-- Removes a prompt from the list with a reason for its author; only a review shows it again. Also works on a prompt
-- that its author hid, and never reads later unpublished edits: the returned text is the one that was public.
create function private.take_down_prompt(prompt_id bigint, reason text) returns boolean
language plpgsql set search_path = '' as $$
declare
  taken public.prompt;
  was_shown jsonb;
  version_id bigint;
begin
  select * into taken from public.prompt p where p.id = take_down_prompt.prompt_id for no key update;
  if not found or (not taken.is_show and taken.review_status = 'returned') then return false; end if;
  update public.prompt p set is_show = false, review_status = 'returned' where p.id = taken.id;
  -- A waiting edit is returned with it. Otherwise the shown content becomes a version with the reason.
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

-- Waiting versions, the oldest first.
create function public.operator_list_reviews(after_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from (
      select v.id, v.prompt_id, v.number, v.title, v.description, v.language, v.created_at, p.is_show, u.nickname as author
      from public.prompt_version v join public.prompt p on p.id = v.prompt_id join public."user" u on u.id = p.user_id
      where v.status = 'in_review' and (after_id is null or v.id > after_id) order by v.id limit 31
    ) l
  );
end;
$$;
grant execute on function public.operator_list_reviews(bigint) to authenticated;

-- A version with the text that it would replace and similar prompts, public or waiting; each waiting one has the
-- `version_id` of its review. Null when it does not exist.
create function public.operator_read_review(version_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select jsonb_build_object('id', v.id, 'prompt_id', v.prompt_id, 'number', v.number, 'status', v.status, 'reason', v.reason,
      'created_at', v.created_at, 'reviewed_at', v.reviewed_at, 'author', u.nickname, 'author_id', u.id, 'is_show', p.is_show,
      'content', case when v.status in ('in_review', 'approved', 'returned') then private.describe_content(to_jsonb(v)) end,
      'shown', case when p.is_show then private.describe_content(to_jsonb(p)) end,
      'similar', case when v.status = 'in_review' then private.describe_likes(v.title, v.prompt, p.id) else '[]' end)
    from public.prompt_version v join public.prompt p on p.id = v.prompt_id join public."user" u on u.id = p.user_id
    where v.id = version_id
  );
end;
$$;
grant execute on function public.operator_read_review(bigint) to authenticated;

create function public.operator_review_prompt(version_id bigint, is_approved boolean, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words text;
  reviewed record;
  act text;
  details jsonb;
begin
  perform private.require_operator();
  if is_approved is null then perform private.raise_app_error('invalid_request'); end if;
  if not is_approved then words := private.require_text(reason, 2000); end if;
  select v.number, p.id as prompt_id, p.user_id into reviewed
    from public.prompt_version v join public.prompt p on p.id = v.prompt_id where v.id = version_id;
  perform private.require_not_own(reviewed.user_id);
  act := case when is_approved then 'prompt_approve' else 'prompt_return' end;
  details := jsonb_build_object('number', reviewed.number, 'reason', words);
  if not private.review_prompt(version_id, is_approved, words) then
    if private.is_repeated(act, reviewed.prompt_id::text, null, details) then return; end if;
    perform private.raise_app_error('not_found');
  end if;
  perform private.log_act(act, reviewed.prompt_id::text, reviewed.user_id, details);
end;
$$;
grant execute on function public.operator_review_prompt(bigint, boolean, text) to authenticated;

create function public.operator_hide_prompt(prompt_id bigint, reason text) returns void
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
    perform private.raise_app_error('not_found');
  end if;
  perform private.take_down_prompt(operator_hide_prompt.prompt_id, words);
  update public.prompt_report r set status = 'removed' where r.prompt_id = operator_hide_prompt.prompt_id and r.status = 'open';
  perform private.log_act('prompt_hide', prompt_id::text, author, jsonb_build_object('reason', words));
end;
$$;
grant execute on function public.operator_hide_prompt(bigint, text) to authenticated;

-- Prompts with open reports, the first reported one first. after_id is the first open report of the last line.
create function public.operator_list_reports(after_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from (
      select o.id, o.count, o.reasons, o.created_at, p.id as prompt_id, case when p.is_show then p.title end as title, p.language, p.is_show, u.nickname as author
      from (
        select min(r.id) as id, r.prompt_id, count(*) as count, array_agg(distinct r.reason) as reasons, min(r.created_at) as created_at
        from public.prompt_report r where r.status = 'open' group by r.prompt_id
      ) o join public.prompt p on p.id = o.prompt_id join public."user" u on u.id = p.user_id
      where after_id is null or o.id > after_id order by o.id limit 31
    ) l
  );
end;
$$;
grant execute on function public.operator_list_reports(bigint) to authenticated;

-- A prompt with its open reports, at most thirty, without their authors, who were promised anonymity. The text is the
-- current one while the prompt is public, else the reported one. Null when it does not exist.
create function public.operator_read_reports(prompt_id bigint) returns jsonb
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
grant execute on function public.operator_read_reports(bigint) to authenticated;

create function public.operator_decide_reports(prompt_id bigint, is_removed boolean, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  decided integer;
  author uuid;
  words text;
  act text;
begin
  perform private.require_operator();
  if is_removed is null then perform private.raise_app_error('invalid_request'); end if;
  if is_removed then words := private.require_text(reason, 2000); end if;
  act := case when is_removed then 'report_remove' else 'report_keep' end;
  select p.user_id into author from public.prompt p where p.id = operator_decide_reports.prompt_id for no key update;
  perform private.require_not_own(author);
  update public.prompt_report r set status = case when is_removed then 'removed' else 'kept' end
    where r.prompt_id = operator_decide_reports.prompt_id and r.status = 'open';
  get diagnostics decided = row_count;
  if decided = 0 then
    if private.is_repeated(act, prompt_id::text, null, jsonb_build_object('reason', words)) then return; end if;
    perform private.raise_app_error('not_found');
  end if;
  -- False for a prompt that was taken down before: its author knows.
  if is_removed then perform private.take_down_prompt(operator_decide_reports.prompt_id, words); end if;
  perform private.log_act(act, prompt_id::text, author, jsonb_build_object('reports', decided, 'reason', words));
end;
$$;
grant execute on function public.operator_decide_reports(bigint, boolean, text) to authenticated;

create function public.operator_list_invites(after_id bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    with waiting as (
      select i.*, date_trunc('day', i.created_at, 'Asia/Seoul') as day from private.invite i
      where i.rewarded_at is null and i.refused_at is null and (after_id is null or i.id > after_id) order by i.id limit 31
    ), total as (
      select o.inviter_id, count(*) from private.invite o where o.inviter_id in (select w.inviter_id from waiting w) group by o.inviter_id
    ), total_of_day as (
      select d.inviter_id, d.day, (select count(*) from private.invite o where o.inviter_id = d.inviter_id
          and o.created_at >= d.day and o.created_at < d.day + interval '1 day') as count
      from (select distinct w.inviter_id, w.day from waiting w) d
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'created_at', w.created_at, 'inviter_id', w.inviter_id, 'inviter', inviter.nickname,
        'friend_id', w.friend_id, 'friend', friend.nickname, 'is_friend_here', friend.is_active,
        'inviter_total', t.count, 'inviter_day', d.count) order by w.id), '[]')
    from waiting w join total t using (inviter_id) join total_of_day d using (inviter_id, day)
    join public."user" inviter on inviter.id = w.inviter_id join public."user" friend on friend.id = w.friend_id
  );
end;
$$;
grant execute on function public.operator_list_invites(bigint) to authenticated;

create function public.operator_decide_invite(invite_id bigint, is_given boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  decided private.invite;
  act text;
begin
  perform private.require_operator();
  if is_given is null then perform private.raise_app_error('invalid_request'); end if;
  act := case when is_given then 'invite_give' else 'invite_refuse' end;
  select * into decided from private.invite i where i.id = invite_id;
  perform private.require_not_own(decided.inviter_id, decided.friend_id);
  if is_given then
    if not private.reward_invite(invite_id) then
      if private.is_repeated(act, invite_id::text, null) then return; end if;
      perform private.raise_app_error('not_found');
    end if;
  else
    update private.invite i set refused_at = now() where i.id = invite_id and i.rewarded_at is null and i.refused_at is null;
    if not found then
      if private.is_repeated(act, invite_id::text, null) then return; end if;
      perform private.raise_app_error('not_found');
    end if;
  end if;
  perform private.log_act(act, invite_id::text, decided.inviter_id, jsonb_build_object('friend_id', decided.friend_id));
end;
$$;
grant execute on function public.operator_decide_invite(bigint, boolean) to authenticated;
