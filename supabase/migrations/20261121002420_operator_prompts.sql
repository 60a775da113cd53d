-- Reviewing prompts and what readers report of them. The review itself is private.review_prompt(), as at the terminal.

-- What a reviewer reads of a prompt; no screen shows its photo.
create function private.describe_content(fields jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select private.prompt_content(fields) - 'photo'
$$;

-- Takes a prompt from the list for good reasons: its author reads the reason, and it comes back by a review only.
create function private.take_down_prompt(prompt_id bigint, reason text) returns boolean
language plpgsql set search_path = '' as $$
declare
  hidden public.prompt;
  version_id bigint;
begin
  select * into hidden from public.prompt p where p.id = take_down_prompt.prompt_id and p.is_show for no key update;
  if not found then return false; end if;
  update public.prompt p set is_show = false, review_status = 'returned' where p.id = hidden.id;
  -- An edit that waits is returned with it; else what was shown is kept as a version that carries the reason.
  update public.prompt_version v set status = 'returned', reason = take_down_prompt.reason, reviewed_at = now()
    where v.prompt_id = hidden.id and v.status = 'in_review' returning v.id into version_id;
  if version_id is null then
    version_id := private.add_prompt_version(hidden, 'returned');
    update public.prompt_version v set reason = take_down_prompt.reason, reviewed_at = now() where v.id = version_id;
  end if;
  insert into public.user_alarm (user_id, kind, source_id, data)
  values (hidden.user_id, 'prompt_reviewed', hidden.id || ':' || version_id, jsonb_build_object('title', hidden.title, 'is_show', false, 'is_taken_down', true))
  on conflict do nothing;
  return true;
end;
$$;

-- Versions that wait, the oldest first.
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

-- A version with what it would replace, and what says nearly the same. Null when it is not there. Only what was handed in is told.
create function public.operator_read_review(version_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select jsonb_build_object('id', v.id, 'prompt_id', v.prompt_id, 'number', v.number, 'status', v.status, 'reason', v.reason,
      'created_at', v.created_at, 'reviewed_at', v.reviewed_at, 'author', u.nickname, 'author_id', u.id, 'is_show', p.is_show,
      'content', case when v.status in ('in_review', 'approved', 'returned') then private.describe_content(to_jsonb(v)) end,
      'shown', case when p.is_show then private.describe_content(to_jsonb(p)) end,
      'similar', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title_found, 'similarity', s.similarity)), '[]')
        from public.find_similar_prompts(v.title, v.prompt, p.id) s where v.status = 'in_review'))
    from public.prompt_version v join public.prompt p on p.id = v.prompt_id join public."user" u on u.id = p.user_id
    where v.id = version_id
  );
end;
$$;

create function public.operator_review_prompt(version_id bigint, is_approved boolean, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words text;
begin
  perform private.require_operator();
  if is_approved is null then perform private.refuse('invalid_request'); end if;
  if not is_approved then words := private.require_text(reason, 2000); end if;
  if not private.review_prompt(version_id, is_approved, words) then perform private.refuse('not_found'); end if;
  perform private.log_act(case when is_approved then 'prompt_approve' else 'prompt_return' end, v.prompt_id::text, p.user_id,
      jsonb_build_object('number', v.number, 'reason', words))
    from public.prompt_version v join public.prompt p on p.id = v.prompt_id where v.id = version_id;
end;
$$;

create function public.operator_hide_prompt(prompt_id bigint, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words text;
begin
  perform private.require_operator();
  words := private.require_text(reason, 2000);
  if not private.take_down_prompt(operator_hide_prompt.prompt_id, words) then perform private.refuse('not_found'); end if;
  update public.prompt_report r set status = 'removed' where r.prompt_id = operator_hide_prompt.prompt_id and r.status = 'open';
  perform private.log_act('prompt_hide', p.id::text, p.user_id, jsonb_build_object('reason', words))
    from public.prompt p where p.id = operator_hide_prompt.prompt_id;
end;
$$;

-- Prompts with open reports, the one that was reported first at the top. after_id is the first open report of the last line.
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

-- A prompt with its open reports, thirty at most, and not by whom: that is promised to who reports. What it says only while it is shown: its author
-- goes on writing where nobody looks. Null when it is not there.
create function public.operator_read_reports(prompt_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return (
    select jsonb_build_object('prompt_id', p.id, 'author', u.nickname, 'author_id', u.id, 'is_show', p.is_show,
      'created_at', p.created_at, 'content', case when p.is_show then private.describe_content(to_jsonb(p)) end,
      'reports', (select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') from (
        select r.id, r.reason, r.detail, r.created_at
        from public.prompt_report r
        where r.prompt_id = p.id and r.status = 'open' order by r.id limit 30) l))
    from public.prompt p join public."user" u on u.id = p.user_id where p.id = operator_read_reports.prompt_id
  );
end;
$$;

-- Decides all open reports of a prompt: it stays, or it is taken from the list with a reason for its author.
create function public.operator_decide_reports(prompt_id bigint, is_removed boolean, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  decided integer;
begin
  perform private.require_operator();
  if is_removed is null then perform private.refuse('invalid_request'); end if;
  if is_removed then perform private.require_text(reason, 2000); end if;
  perform from public.prompt p where p.id = operator_decide_reports.prompt_id for no key update;
  update public.prompt_report r set status = case when is_removed then 'removed' else 'kept' end
    where r.prompt_id = operator_decide_reports.prompt_id and r.status = 'open';
  get diagnostics decided = row_count;
  if decided = 0 then perform private.refuse('not_found'); end if;
  -- Its author may have hidden it meanwhile: then nothing is left to take down.
  if is_removed then perform private.take_down_prompt(operator_decide_reports.prompt_id, btrim(reason)); end if;
  perform private.log_act(case when is_removed then 'report_remove' else 'report_keep' end, p.id::text, p.user_id,
      jsonb_build_object('reports', decided, 'reason', case when is_removed then btrim(reason) end))
    from public.prompt p where p.id = operator_decide_reports.prompt_id;
end;
$$;

grant execute on function public.operator_list_reviews(bigint), public.operator_read_review(bigint),
  public.operator_review_prompt(bigint, boolean, text), public.operator_hide_prompt(bigint, text),
  public.operator_list_reports(bigint), public.operator_read_reports(bigint),
  public.operator_decide_reports(bigint, boolean, text) to authenticated;
