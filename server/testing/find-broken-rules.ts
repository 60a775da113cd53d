// Invariants after a test of runs, whatever was killed, stopped or sent twice: the rules of every database, and rules
// that only fresh rows show. Members delete alarms and texts, and events are deleted after a day.
import { sql } from 'kysely'
import { fsck } from '#server/fsck.ts'
import type { Database } from '#server/adapters/database.ts'

/**
 * Checks fsck.ts and, in addition, runs whose cost is not in the history (I1), that ended without an event (I4), and
 * finished texts without exactly one alarm (I6).
 * @returns one line per finding, so that `toEqual([])` shows the fault
 */
export async function findBrokenRules(db: Database): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select 'I1: text ' || t.id || ' cost ' || t.image || ' images, the history says ' || coalesce(-sum(h.amount), 0) as problem
      from tool_use t left join image_history h on h.tool_use_id = t.id
      group by t.id having t.image <> coalesce(-sum(h.amount), 0)
    union all
    select 'I1: prompt runs of ' || u.user_id || ' cost ' || sum(u.token) || ', the history says ' || coalesce(h.tokens, 0) from prompt_use u
      left join (select user_id, -sum(amount) as tokens from token_history where prompt_use_id is not null group by 1) h on h.user_id = u.user_id
      group by u.user_id, h.tokens having sum(u.token) <> coalesce(h.tokens, 0)
    union all
    select 'I4: run ' || t.id || ' is ' || t.status || ' and its events do not say so' from tool_use t
      where t.status in ('done', 'stopped', 'failed') and not exists (
        select from private.run_event e join private.run r on r.id = e.run_id where r.kind = 'tool_use' and r.subject_id = t.id and r.attempt = t.attempt
          and e.events like '%{"type":"done","status":"' || t.status || '"%')
    union all
    select 'I4: prompt run ' || u.id || ' has ended and its events do not say so' from prompt_use u
      where u.status in ('done', 'stopped', 'failed') and not u.is_comparison and not exists (
        select from private.run_event e join private.run r on r.id = e.run_id where r.kind = 'prompt_use' and r.subject_id = u.id and e.events like '%{"type":"done","status":"%')
    union all
    select 'I6: run ' || t.id || ' is ' || t.status || ' and has ' || count(a.id) || ' alarms' from tool_use t
      left join user_alarm a on a.user_id = t.user_id and a.kind = 'tool_execute'
        and a.source_id = t.id || case when t.attempt = 1 then '' else ':' || t.attempt end
      group by t.id having count(a.id) <> case when t.status = 'done' then 1 else 0 end`.execute(db)
  return [...(await fsck(db)), ...rows.map(({ problem }) => problem)]
}
