-- A member's deleted alarms and runs of prompts can be restored: they are marked, and a job removes them for good.
alter table public.user_alarm add column deleted_at timestamptz;
comment on column public.user_alarm.deleted_at is 'When the member deleted it. It can be restored until a job removes it for good.';
-- Counts read no rows: the indexes say which are deleted.
drop index public.user_alarm_list;
create index user_alarm_list on public.user_alarm (user_id, id desc) include (deleted_at);
drop index public.user_alarm_unread;
create index user_alarm_unread on public.user_alarm (user_id) include (deleted_at) where not is_read;
create index user_alarm_deleted on public.user_alarm (deleted_at) where deleted_at is not null;
alter policy "members read their own alarms" on public.user_alarm using (user_id = (select auth.uid()) and deleted_at is null);
drop policy "members delete their own alarms" on public.user_alarm;
revoke delete on public.user_alarm from authenticated;

-- Deletes all of the caller's alarms. Returns their ids, in one value because answers have at most a thousand rows.
create function public.delete_alarms() returns bigint[]
language plpgsql security definer set search_path = '' as $$
declare
  answer bigint[];
begin
  if not private.may_use_service() then perform private.raise_app_error('user_blocked'); end if;
  with gone as (
    update public.user_alarm a set deleted_at = now()
    where a.user_id = (select auth.uid()) and a.deleted_at is null returning a.id
  ) select coalesce(array_agg(gone.id), '{}') into answer from gone;
  return answer;
end;
$$;
grant execute on function public.delete_alarms() to authenticated;

-- Restores deleted alarms as they were. Returns the restored ids.
create function public.restore_alarms(ids bigint[]) returns bigint[]
language plpgsql security definer set search_path = '' as $$
declare
  answer bigint[];
begin
  if not private.may_use_service() then perform private.raise_app_error('user_blocked'); end if;
  with back as (
    update public.user_alarm a set deleted_at = null
    where a.id = any (ids) and a.user_id = (select auth.uid()) and a.deleted_at is not null returning a.id
  ) select coalesce(array_agg(back.id), '{}') into answer from back;
  return answer;
end;
$$;
grant execute on function public.restore_alarms(bigint[]) to authenticated;

alter table public.prompt_use add column deleted_at timestamptz;
comment on column public.prompt_use.deleted_at is
  'When the member deleted the conversation: the same in all its rows. It can be restored until a job removes it for good.';
drop index public.prompt_use_own;
create index prompt_use_own on public.prompt_use (user_id, id desc) include (deleted_at) where prompt_use_id is null;
create index prompt_use_deleted on public.prompt_use (deleted_at) where deleted_at is not null;
alter policy "members see their own runs" on public.prompt_use using (user_id = (select auth.uid()) and deleted_at is null);
drop policy "members delete their own finished runs" on public.prompt_use;
revoke delete on public.prompt_use from authenticated;
drop function private.is_conversation_going(bigint);

-- Deletes the member's finished conversations among `ids`; one that goes on stays. Returns the deleted ids.
create function public.delete_prompt_uses(ids bigint[]) returns setof bigint
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_use_service() then perform private.raise_app_error('user_blocked'); end if;
  if coalesce(cardinality(ids), 0) = 0 then perform private.raise_app_error('select_history'); end if;
  return query with gone as (
    update public.prompt_use u set deleted_at = now()
    where u.id = any (ids) and u.user_id = (select auth.uid()) and u.prompt_use_id is null and u.deleted_at is null
      and u.status not in ('queued', 'running')
      and not exists (select from public.prompt_use c where c.prompt_use_id = u.id and c.status in ('queued', 'running'))
    returning u.id
  ), children as (
    update public.prompt_use c set deleted_at = now() from gone where c.prompt_use_id = gone.id
  ) select gone.id from gone;
end;
$$;
grant execute on function public.delete_prompt_uses(bigint[]) to authenticated;

-- Restores deleted conversations as they were. Returns the restored ids.
create function public.restore_prompt_uses(ids bigint[]) returns setof bigint
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_use_service() then perform private.raise_app_error('user_blocked'); end if;
  return query with back as (
    update public.prompt_use u set deleted_at = null
    where u.id = any (ids) and u.user_id = (select auth.uid()) and u.prompt_use_id is null and u.deleted_at is not null
    returning u.id
  ), children as (
    update public.prompt_use c set deleted_at = null from back where c.prompt_use_id = back.id
  ) select back.id from back;
end;
$$;
grant execute on function public.restore_prompt_uses(bigint[]) to authenticated;

-- A text from a prompt's answer is marked as such: it has no form for another run, and its heading is its title.
create or replace function public.edit_prompt_result(use_id bigint, document_language text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  used public.prompt_use;
  text_id bigint;
  subject text;
  body text;
  headed text[];
begin
  if not private.may_use_service() then perform private.raise_app_error('user_blocked'); end if;
  select * into used from public.prompt_use u where u.id = use_id and u.user_id = (select auth.uid()) and u.deleted_at is null for update;
  if not found then perform private.raise_app_error('not_found'); end if;
  if used.status in ('queued', 'running') then perform private.raise_app_error('request_in_progress'); end if;
  if used.result = '' then perform private.raise_app_error('no_content'); end if;
  if used.tool_use_id is not null then return used.tool_use_id; end if;
  if document_language not in ('Korean', 'English') then perform private.raise_app_error('invalid_request'); end if;
  -- An answer that begins with a heading has its title there, so the title is not added again.
  headed := regexp_match(used.result, '^\s*#[ \t]+([^\n]{1,200})\n\s*(\S.*)$');
  subject := coalesce(btrim(translate(headed[1], '*`', '')), nullif(used.title, ''),
    (select r.title from public.prompt_use r where r.id = used.prompt_use_id), '');
  body := coalesce(headed[2], used.result);
  insert into public.tool_use (user_id, tool, status, stage, request, language, model, is_demo, title, content, saved_at)
  values (used.user_id, 'document', 'done', 'done',
    jsonb_build_object('topic', subject, 'prompt_use', coalesce(used.prompt_use_id, used.id)), document_language, used.model, used.is_demo,
    subject, body, now())
  returning id into text_id;
  update public.prompt_use u set tool_use_id = text_id where u.id = use_id;
  return text_id;
end;
$$;

create or replace function public.operator_read_member(member uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_operator();
  perform private.log_act('read_member', null, member);
  return (
    select jsonb_build_object('id', u.id, 'nickname', u.nickname, 'email', u.email, 'provider', u.provider, 'role', u.role,
      'is_block', u.is_block, 'blocked_at', u.blocked_at, 'is_active', u.is_active, 'created_at', u.created_at, 'logined_at', u.logined_at,
      'plan', private.effective_plan(u.id), 'subscription', g.last_subscription_status,
      'token', g.token, 'payment_token', g.payment_token, 'image', g.image, 'payment_image', g.payment_image,
      'benefit', (select to_jsonb(b) from public.user_benefit b where b.id = u.id and b.end_at > now()),
      'has_second_factor', private.has_second_factor(u.id),
      'factor_removal_at', (select r.due_at from private.factor_removal r where r.user_id = u.id),
      'texts', (select count(*) from public.tool_use t where t.user_id = u.id and t.deleted_at is null),
      'prompt_runs', (select count(*) from public.prompt_use p where p.user_id = u.id and not p.is_comparison and p.deleted_at is null),
      'failed_runs', (select count(*) from public.tool_use t where t.user_id = u.id and t.status = 'failed')
        + (select count(*) from public.prompt_use p where p.user_id = u.id and p.status = 'failed' and not p.is_comparison),
      'prompts', (select count(*) from public.prompt p where p.user_id = u.id),
      'shown_prompts', (select count(*) from public.prompt p where p.user_id = u.id and p.is_show))
    from public."user" u left join public.user_usage g on g.id = u.id where u.id = member
  );
end;
$$;

create or replace function private.purge_rows(kind text, days integer, batch integer) returns integer
language plpgsql set search_path = '' as $$
declare
  purged integer;
  relation constant regclass := case kind
    when 'visits' then 'public.statistic_log'
    when 'prompt_views' then 'public.prompt_view'
    when 'alarms' then 'public.user_alarm'
    when 'deleted_alarms' then 'public.user_alarm'
    when 'deleted_prompt_uses' then 'public.prompt_use'
    when 'editor_commands' then 'public.tool_edit'
    when 'keyword_searches' then 'public.keyword_search'
    when 'tone_analyses' then 'public.tone_analysis'
    when 'runs' then 'private.run'
    when 'run_events' then 'private.run_event'
    when 'invited_addresses' then 'private.invited_address'
    when 'team_invitations' then 'private.team_seat'
  end;
  moment constant text := case when kind = 'runs' then 'ended_at' when kind = 'team_invitations' then 'expires_at' when kind like 'deleted%' then 'deleted_at' else 'created_at' end;
  condition constant text := case when kind in ('editor_commands', 'keyword_searches', 'tone_analyses') then $c$ and status not in ('queued', 'running')$c$
    when kind = 'team_invitations' then ' and member_id is null' else '' end;
begin
  if relation is null then perform private.raise_app_error('invalid_request'); end if;
  -- A run's row stays longer than its events.
  if kind = 'run_events' then
    with old as (
      select r.id from private.run r where r.ended_at < now() - make_interval(days => days) and r.state is not null order by r.ended_at limit batch
    ), sent as (
      delete from private.run_event e using old where e.run_id = old.id
    )
    update private.run r set state = null from old where r.id = old.id;
    get diagnostics purged = row_count;
    return purged;
  end if;
  execute format('delete from %1$s where ctid in (select ctid from %1$s where %2$s < now() - make_interval(days => $1)%3$s limit $2)', relation, moment, condition)
    using days, batch;
  get diagnostics purged = row_count;
  return purged;
end;
$$;
