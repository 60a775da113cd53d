// What must hold after every test, whatever was killed, stopped or sent twice.
import { sql } from 'kysely'
import type { Database } from '#server/outside/database.ts'

/**
 * Looks for what can never be: balances that are not the sum of their history (I1), runs that go on without a lease, leases
 * without a run, runs that ended without saying so (I4), and finished texts without exactly one alarm (I6).
 * @returns one line for each, so that `toEqual([])` says what is wrong
 */
export async function findBrokenRules(db: Database): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select 'I1: balance of ' || u.id || ' is ' || u.token + u.payment_token || ', its history says ' || coalesce(sum(h.amount), 0) as problem
      from user_usage u left join token_history h on h.user_id = u.id
      group by u.id having u.token + u.payment_token <> coalesce(sum(h.amount), 0)
    union all
    select 'I1: images of ' || u.id || ' are ' || u.image + u.payment_image || ', their history says ' || coalesce(sum(h.amount), 0)
      from user_usage u left join image_history h on h.user_id = u.id
      group by u.id having u.image + u.payment_image <> coalesce(sum(h.amount), 0) or least(u.image, u.payment_image) < 0
    union all
    select 'I1: text ' || t.id || ' cost ' || t.image || ' images, the history says ' || coalesce(-sum(h.amount), 0)
      from tool_use t left join image_history h on h.tool_use_id = t.id
      group by t.id having t.image <> coalesce(-sum(h.amount), 0)
    union all
    select 'I1: failed run ' || t.id || ' was charged ' || h.amount || ' images' from tool_use t
      join image_history h on h.cause like 'tool_use:' || t.id || ':' || t.attempt || ':%' where t.status = 'failed'
    union all
    select 'I4: run ' || t.id || ' is ' || t.status || ' without a lease' from tool_use t
      where t.status in ('queued', 'running')
        and not exists (select from private.usage_hold h where h.run = 'tool_use:' || t.id)
    union all
    select 'I4: lease ' || h.cause || ' has no run' from private.usage_hold h
      where h.run like 'tool_use:%' and not exists (
        select from tool_use t where 'tool_use:' || t.id = h.run and t.status in ('queued', 'running'))
    union all
    select 'I4: run ' || t.id || ' is ' || t.status || ' and its events do not say so' from tool_use t
      where t.status in ('done', 'stopped', 'failed') and not exists (
        select from private.run_event e where e.run = 'tool_use:' || t.id and e.last_id > t.attempt * 1000000
          and e.events like '%{"type":"done","status":"' || t.status || '"%')
    union all
    select 'I1: failed run ' || t.id || ' was charged ' || h.amount from tool_use t
      join token_history h on h.cause like 'tool_use:' || t.id || ':' || t.attempt || ':%' where t.status = 'failed'
    union all
    select 'I4: prompt run ' || u.id || ' is ' || u.status || ' without a lease' from prompt_use u
      where u.status in ('queued', 'running') and not exists (
        select from private.usage_hold h where h.run in ('prompt_use:' || u.id, 'prompt_use:' || u.prompt_use_id))
    union all
    select 'I4: lease ' || h.cause || ' has no prompt run' from private.usage_hold h
      where h.run like 'prompt_use:%' and not exists (
        select from prompt_use u where 'prompt_use:' || u.id = h.run and u.status in ('queued', 'running'))
    union all
    select 'I4: prompt run ' || u.id || ' has ended and its events do not say so' from prompt_use u
      where u.status in ('done', 'stopped', 'failed') and not u.is_beside and not exists (
        select from private.run_event e where e.run = 'prompt_use:' || u.id and e.events like '%{"type":"done","status":"%')
    union all
    select 'I1: prompt runs of ' || u.user_id || ' cost ' || sum(u.token) || ', the history says ' || coalesce(h.tokens, 0) from prompt_use u
      left join (select user_id, -sum(amount) as tokens from token_history where prompt_use_id is not null group by 1) h on h.user_id = u.user_id
      group by u.user_id, h.tokens having sum(u.token) <> coalesce(h.tokens, 0)
    union all
    select 'I6: run ' || t.id || ' is ' || t.status || ' and has ' || count(a.id) || ' alarms' from tool_use t
      left join user_alarm a on a.user_id = t.user_id and a.kind = 'tool_execute'
        and a.source_id = t.id || case when t.attempt = 1 then '' else ':' || t.attempt end
      group by t.id having count(a.id) <> case when t.status = 'done' then 1 else 0 end`.execute(db)
  return rows.map(({ problem }) => problem)
}
