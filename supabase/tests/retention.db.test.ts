// What nobody needs for good goes after its time, in batches, and nothing else does.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, openTestDatabase, type OpenTestDatabase } from '#scripts/testing/database.ts'
import { retentionDays } from '#shared/retention.ts'

let database: OpenTestDatabase
let client: pg.Client
let member: string
beforeAll(async () => {
  database = await openTestDatabase({ planted: /^I4: (prompt_use|tool_edit|keyword_search|tone_analysis) / })
  client = database.client
  member = (await createMember(database.adminUrl)).id
})
afterAll(() => database.close())

const age = `now() - make_interval(days => $1)`
const endedRun = `(kind, subject_id, member_id, payer_id, held_token, held_image, status, state, lease_until, created_at, ended_at)
  values ('tool_use', floor(random() * 1e9), $2, $2, 0, 0, 'done', '{}', now(), ${age}, ${age})`
/** A row of each kind that is so many days old. */
const rows: Record<keyof typeof retentionDays, [table: string, insert: string]> = {
  visits: [
    'public.statistic_log',
    `(type, type_detail, url, created_at) values ('VIEW', 'VIEW_PAGE', '/', ${age})`,
  ],
  prompt_views: [
    'public.prompt_view',
    `(prompt_id, created_at) values ((select id from public.prompt limit 1), ${age})`,
  ],
  alarms: [
    'public.user_alarm',
    `(user_id, kind, source_id, created_at) values ($2, 'notice', gen_random_uuid(), ${age})`,
  ],
  deleted_alarms: [
    'public.user_alarm',
    `(user_id, kind, source_id, deleted_at) values ($2, 'notice', gen_random_uuid(), ${age})`,
  ],
  deleted_prompt_uses: [
    'public.prompt_use',
    `(prompt, prompt_type_id, prompt_model_id, user_id, status, deleted_at) values ('p', 1, 1, $2, 'done', ${age})`,
  ],
  editor_commands: [
    'public.tool_edit',
    `(user_id, tool_use_id, feature, model, status, created_at) values ($2, 1, 'text-fix', 'demo', 'done', ${age})`,
  ],
  keyword_searches: [
    'public.keyword_search',
    `(user_id, keyword, key, status, is_sample, created_at) values ($2, 'ab', 'ab', 'done', true, ${age})`,
  ],
  tone_analyses: [
    'public.tone_analysis',
    `(user_id, urls, language, model, status, created_at) values ($2, '{a,b,c}', 'ko', 'demo', 'failed', ${age})`,
  ],
  runs: ['private.run', endedRun],
  run_events: ['private.run', endedRun],
  invited_addresses: [
    'private.invited_address',
    `(user_id, address_hash, sender_hash, created_at) values ($2, 'a', 's', ${age})`,
  ],
  team_invitations: [
    'private.team_seat',
    `(owner_id, email, token_hash, language, expires_at) values ($2, gen_random_uuid() || '@example.com', gen_random_uuid()::text, 'ko', ${age})`,
  ],
}
const add = async (kind: keyof typeof retentionDays, days: number) => {
  const [table, insert] = rows[kind]
  await client.query('set session_replication_role = replica')
  await client.query(`insert into ${table} ${insert}`, insert.includes('$2') ? [days, member] : [days])
  await client.query('set session_replication_role = origin')
}
const purge = async (kind: string, days: number, batch = 100) =>
  (
    await client.query<{ purged: number }>('select private.purge_rows($1, $2, $3) as purged', [
      kind,
      days,
      batch,
    ])
  ).rows[0]!.purged

it.each(Object.entries(retentionDays))('%s go after %d days, and not a day before', async (name, days) => {
  const kind = name as keyof typeof retentionDays
  if (kind === 'prompt_views')
    await client.query(`insert into public.prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id)
      select 'a', 'a', 'a', 'ko', '${member}', 1, 1`)
  await add(kind, days - 1)
  for (let count = 0; count < 3; count++) await add(kind, days + 1)
  expect([await purge(kind, days, 2), await purge(kind, days, 2), await purge(kind, days, 2)]).toEqual([
    2, 1, 0,
  ])
  await client.query(`delete from ${rows[kind][0]}`)
})

it('a run that goes on is not purged, however old', async () => {
  await add('editor_commands', 400)
  await client.query(`update public.tool_edit set status = 'running'`)
  expect(await purge('editor_commands', 90)).toBe(0)
  await client.query('delete from public.tool_edit')
})

it('a kind that is not known is refused', async () => {
  await expect(purge('token_history', 1)).rejects.toThrow('invalid_request')
})
