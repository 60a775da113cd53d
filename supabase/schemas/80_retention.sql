-- Deletes rows after their retention. shared/retention.ts has the days of each kind, and the privacy policy shows them.

create index prompt_view_age on public.prompt_view using brin (created_at);
create index user_alarm_age on public.user_alarm using brin (created_at);

-- Deletes one batch of rows of a kind that are older than `days`. Live runs stay. @returns the number of deleted rows
create function private.purge_rows(kind text, days integer, batch integer) returns integer
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
