import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerLikeAModel } from '#server/adapters/fakes/fake-answers.ts'
import { createPromptCase, insertPrompt, runPrompt, type PromptCase } from '#server/testing/prompt-cases.ts'
import type { Member } from '#server/testing/test-product.ts'
import { readEvents } from '#server/testing/read-events.ts'
import { briefOf } from '#server/testing/tool-cases.ts'
import { dailyCaps } from '#shared/usage.ts'
import { findLiveRun } from '#server/runs/run-row.ts'
import { countRunOfDay } from './ledger.ts'
import { refusalOf } from '#server/testing/refusals.ts'

let site: PromptCase
beforeAll(async () => {
  site = await createPromptCase({ RUN_CAPACITY: '50' })
  site.fake.reply = answerLikeAModel
})
afterAll(() => site.close())

const useOf = async (id: string) =>
  (
    await sql<{ runs: number; tokens: number }>`
      select runs, tokens from private.daily_use where key = ${`member:${id}`} and day = private.korean_day()`.execute(
      site.test.database,
    )
  ).rows[0]
const setRuns = (key: string, runs: number) =>
  sql`insert into private.daily_use (day, key, runs) values (private.korean_day(), ${key}, ${runs})
    on conflict (day, key) do update set runs = excluded.runs`.execute(site.test.database)
const write = (member: Member, app = site.test.product.app) =>
  app.request('/v1/ai/tool/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${member.token}` },
    body: JSON.stringify({ ...briefOf('email', 'Korean').form, uuid: member.id }),
  })
const textsOf = (id: string) =>
  site.test.database.selectFrom('tool_use').select('id').where('user_id', '=', id).execute()

it('security 71: a member’s daily limit counts tools, commands and prompts together, in every process, and resets the next day', async () => {
  const { test } = site
  const member = await test.member()
  const prompt = await insertPrompt(test, await test.member())
  const other = await test.another()
  await setRuns(`member:${member.id}`, dailyCaps.member.runs - 1)
  await readEvents(await write(member))
  const [text] = await textsOf(member.id)
  const command = () =>
    test.post(
      '/v1/ai/tool/edit',
      { id: text!.id, feature: 'text-fix', text: 'a', before: '', after: '', uuid: member.id },
      member.token,
    )
  const all = [
    () => write(member),
    () => write(member, other.app),
    command,
    () => runPrompt(test, member, { prompt_id: prompt, prompt_parameter: { 이름: 'x' } }),
  ]
  for (const start of all) expect(await refusalOf(await start())).toEqual([429, 'daily_limit'])
  expect([await textsOf(member.id), await findLiveRun(test.database, member.id)]).toEqual([[text], null])
  expect((await useOf(member.id))?.runs).toBe(dailyCaps.member.runs)
  // Other members can continue.
  expect((await write(await test.member())).status).toBe(200)
  await sql`update private.daily_use set day = day - 1 where key = ${`member:${member.id}`}`.execute(
    test.database,
  )
  expect((await readEvents(await write(member))).at(-1)?.event).toMatchObject({ status: 'done' })
})

it('security 71: a day’s tokens are those that history charged, and a run that could exceed the limit does not start', async () => {
  const { test } = site
  const member = await test.member()
  await readEvents(await write(member))
  const { rows } = await sql<{ charged: number }>`
    select -sum(amount)::integer as charged from token_history where user_id = ${member.id} and kind = 'use'`.execute(
    test.database,
  )
  expect(await useOf(member.id)).toEqual({ runs: 1, tokens: rows[0]!.charged })
  expect(rows[0]!.charged).toBeGreaterThan(0)
  const caps = { ...dailyCaps, member: { runs: 9, tokens: rows[0]!.charged + 100, images: 0 } }
  const begin = (ceiling: number) =>
    countRunOfDay(test.database, { spender: member.id, ceiling, images: 0 }, caps)
  await expect(begin(101)).rejects.toMatchObject({ code: 'daily_limit' })
  await begin(100)
})

it('security 71: a run that failed is free and still counts', async () => {
  const { test, fake } = site
  const member = await test.member()
  const before = fake.reply
  fake.reply = () => ({ status: 500 })
  const events = await readEvents(await write(member))
  fake.reply = before
  expect(events.at(-1)?.event).toMatchObject({ status: 'failed', token: 0 })
  expect(await useOf(member.id)).toEqual({ runs: 1, tokens: 0 })
})

it('security 71: of many concurrent starts exactly as many pass as the limit allows', async () => {
  const { id } = await site.test.member()
  const caps = { ...dailyCaps, member: { runs: 4, tokens: 1_000_000, images: 0 } }
  const begun = await Promise.allSettled(
    Array.from({ length: 12 }, () =>
      countRunOfDay(site.test.database, { spender: id, ceiling: 1, images: 0 }, caps),
    ),
  )
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
})

it('security 71: the whole site has a daily limit too, also for members far below their own', async () => {
  const { test } = site
  const member = await test.member()
  await setRuns('site:3', dailyCaps.site.runs)
  expect(await refusalOf(await write(member))).toEqual([503, 'site_limit'])
  expect(await useOf(member.id)).toBeUndefined()
  await setRuns('site:3', 0)
  expect((await write(member)).status).toBe(200)
})

it('security 71: a run with more images than the daily limit allows is refused, and one without images starts', async () => {
  const { id } = await site.test.member()
  const caps = { ...dailyCaps, member: { ...dailyCaps.member, images: 5 } }
  const begin = (images: number) =>
    countRunOfDay(site.test.database, { spender: id, ceiling: 1, images }, caps)
  await begin(4)
  await begin(1)
  await expect(
    site.test.database
      .transaction()
      .execute((trx) => countRunOfDay(trx, { spender: id, ceiling: 1, images: 1 }, caps)),
  ).rejects.toMatchObject({ code: 'daily_limit' })
  await begin(0)
  const site5 = { ...dailyCaps, site: { ...dailyCaps.site, images: 0 } }
  await expect(
    countRunOfDay(
      site.test.database,
      { spender: (await site.test.member()).id, ceiling: 1, images: 1 },
      site5,
    ),
  ).rejects.toMatchObject({ code: 'site_limit' })
})
