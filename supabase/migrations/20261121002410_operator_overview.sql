-- What waits for an operator, and what happened today (in Korea).

-- Rows of a day lie together: a small index finds them without slowing down those who write them.
create index tool_use_day on public.tool_use using brin (created_at);
create index tool_edit_day on public.tool_edit using brin (created_at);
create index prompt_use_day on public.prompt_use using brin (created_at);
create index tone_analysis_day on public.tone_analysis using brin (created_at);
create index keyword_search_day on public.keyword_search using brin (created_at);
create index token_history_day on public.token_history using brin (created_at);
create index payment_day on private.payment (approved_at) where status = 'DONE';
create index user_newest on public."user" (created_at desc, id desc);

create function public.operator_read_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today timestamptz := date_trunc('day', now(), 'Asia/Seoul');
  dead bigint := 0;
begin
  perform private.require_operator();
  -- The queue's own schema is made by the server, not by these migrations.
  if to_regclass('pgboss.job') is not null then
    execute $queue$ select count(*) from pgboss.job j where j.name = 'dead-letters' and j.state in ('created', 'retry') $queue$ into dead;
  end if;
  return jsonb_build_object(
    'prompts', (select count(*) from public.prompt_version v where v.status = 'in_review'),
    'reports', (select count(distinct r.prompt_id) from public.prompt_report r where r.status = 'open'),
    'questions', (select count(*) from public.contact c where c.answered_at is null and c.closed_at is null),
    'invites', (select count(*) from private.invite i where i.rewarded_at is null and i.refused_at is null),
    'dead_jobs', dead,
    'sign_ups', (select count(*) from public."user" u where u.created_at >= today),
    'runs', (select jsonb_build_object('all', count(*), 'failed', count(*) filter (where r.status = 'failed')) from (
      select t.status from public.tool_use t where t.created_at >= today
      union all select e.status from public.tool_edit e where e.created_at >= today
      union all select p.status from public.prompt_use p where p.created_at >= today and not p.is_beside
      union all select a.status from public.tone_analysis a where a.created_at >= today
      union all select k.status from public.keyword_search k where k.created_at >= today
    ) r),
    'tokens', (select coalesce(-sum(h.amount), 0) from public.token_history h where h.kind = 'use' and h.created_at >= today),
    'charged', (select coalesce(sum(p.amount), 0) from private.payment p where p.status = 'DONE' and p.approved_at >= today)
  );
end;
$$;
comment on function public.operator_read_overview() is 'Counts; money is integer KRW.';
grant execute on function public.operator_read_overview() to authenticated;
