import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, openTestDatabase, type OpenTestDatabase } from '#scripts/testing/database.ts'
import { postsMax, postsMin, toneStatuses } from '#shared/tones.ts'
import { runAs } from './as-actor.ts'

let database: OpenTestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await openTestDatabase({ planted: /^I4: tone_analysis .* without a run$/ })
  client = database.client
})
afterAll(() => database.close())

const begin = async () => {
  const { id } = await createMember(database.adminUrl)
  await client.query('insert into public.user_tone (id) values ($1)', [id])
  const { rows } = await client.query<{ id: number }>(
    `insert into public.tone_analysis (user_id, urls, language, model) values ($1, '{a,b,c}', 'ko', 'demo') returning id`,
    [id],
  )
  return { id, analysis: rows[0]!.id }
}
const statusOf = async (id: string) =>
  (await client.query<{ status: string }>('select status from public.user_tone where id = $1', [id])).rows[0]
    ?.status
const end = (analysis: number, changes: string) =>
  client.query(`update public.tone_analysis set ${changes} where id = $1`, [analysis])

it('C04: the tone is processing while an analysis runs, cannot be deleted meanwhile, and can afterwards', async () => {
  const { id, analysis } = await begin()
  expect(await statusOf(id)).toBe('processing')
  const remove = () =>
    runAs(
      client,
      { role: 'authenticated', id },
      `delete from public.user_tone where id = '${id}' returning id`,
    )
  expect((await remove()).rows).toEqual([])
  await end(analysis, `status = 'failed'`)
  expect(await statusOf(id)).toBe('failed')
  expect((await remove()).rows).toHaveLength(1)
})

it('C04, C06: a tone is created with the day of its first creation; a later attempt that fails or is stopped changes no date', async () => {
  const { id, analysis } = await begin()
  await end(analysis, `status = 'done', title = 't', description = 'd', icon = 'pen', result = 'r'`)
  const read = async () =>
    (await client.query('select * from public.user_tone where id = $1', [id])).rows[0] as unknown
  const created = await read()
  expect(created).toMatchObject({ status: 'created', title: 't', result: 'r' })
  for (const outcome of ['failed', 'stopped']) {
    const { rows } = await client.query<{ id: number }>(
      `insert into public.tone_analysis (user_id, urls, language, model) values ($1, '{a,b,c}', 'ko', 'demo') returning id`,
      [id],
    )
    expect(await statusOf(id)).toBe('processing')
    await end(rows[0]!.id, `status = '${outcome}'`)
    expect(await read()).toEqual(created)
  }
})

it('C01: the database holds the same limits and states as the product, and no finished analysis is half a tone', async () => {
  const { id } = await begin()
  const insert = (urls: number, status = 'running') =>
    client.query(
      `insert into public.tone_analysis (user_id, urls, language, model, status) values ($1, $2, 'ko', 'demo', $3)`,
      [id, Array.from({ length: urls }, String), status],
    )
  for (const count of [postsMin - 1, postsMax + 1])
    await expect(insert(count)).rejects.toMatchObject({ constraint: 'tone_analysis_urls_count' })
  await expect(insert(3, 'done')).rejects.toMatchObject({ constraint: 'tone_analysis_whole' })
  const { rows } = await client.query<{ source: string }>(
    `select pg_get_constraintdef(oid) as source from pg_constraint where conname = 'user_tone_status_known'`,
  )
  expect([...rows[0]!.source.matchAll(/'(\w+)'/g)].map(([, name]) => name)).toEqual([...toneStatuses])
})
