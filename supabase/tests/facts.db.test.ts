// What shared/ says must be what the database holds: enumerations in both places, compared with the checks of the tables.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, openTestDatabase, type OpenTestDatabase } from '#scripts/testing/database.ts'
import { alarmKinds } from '#shared/alarms.ts'
import {
  recommendCodePattern,
  sessionActions,
  surveyExpertises,
  surveyFinds,
  surveyUses,
} from '#shared/accounts.ts'
import { roles } from '#shared/operators.ts'
import { isPaidPlan, planTypes, subscriptionStatuses } from '#shared/payments.ts'
import { promptCategories, promptLimits, promptModels, promptTypes } from '#shared/prompts.ts'
import {
  contentMaxLength,
  outputLanguages,
  runStatuses,
  tagsMaxCount,
  titleMaxLength,
  toolNames,
  toolStages,
  tones,
} from '#shared/tools.ts'
import { editFeatures } from '#shared/tools-edit.ts'

let database: OpenTestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
})
afterAll(() => database.close())

async function definition(constraint: string): Promise<string> {
  const { rows } = await client.query(
    'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
    [constraint],
  )
  return rows[0].text
}
const valuesOf = async (constraint: string) =>
  [...(await definition(constraint)).matchAll(/'([^']+)'::text/g)].map((match) => match[1])

it('T01: the tools are the eight of the specification, in code and in the database', async () => {
  expect(toolNames).toEqual([
    'article',
    'document',
    'business-plan',
    'cover-letter',
    'email',
    'instagram-feed',
    'keyword-data',
    'keyword-trend',
  ])
  // A text that the member brought is of no tool.
  expect(await valuesOf('tool_use_tool_known')).toEqual([...toolNames, 'own'])
})

it("T02, T03, T04, T13: features, tones, languages and stages have the specification's names", () => {
  expect(editFeatures).toEqual([
    'tag',
    'image',
    'title',
    'text',
    'text-improve',
    'text-fix',
    'text-short',
    'text-long',
    'text-formal',
    'text-friendly',
    'text-translate',
    'text-continue',
    'text-facts',
    'section',
    'section-fit',
  ])
  expect(tones).toEqual(['formal', 'informal', 'custom'])
  expect(outputLanguages.join(' ')).toBe(
    'Korean English Japanese Chinese Spanish French German Russian Arabic Hindi',
  )
  // Research is ours: see docs/behaviours.md, T13.
  expect(toolStages.filter((stage) => stage !== 'research')).toEqual([
    'request',
    'user',
    'parameters',
    'files',
    'urls',
    'outline',
    'title',
    'text',
    'images',
    'tags',
    'saving',
    'done',
  ])
})

it("A06, A07, A08: the survey takes the specification's values, in code and in the database", async () => {
  // As the specification lists them.
  expect(surveyUses.join(' ')).toBe('work hobby education other')
  expect(surveyExpertises.join(' ')).toBe(
    'software_development engineering data_science marketing writing design education customer_support finance legal sales hr other',
  )
  expect(surveyFinds.join(' ')).toBe(
    'google naver facebook instagram threads linkedin twitter youtube blog friend other',
  )
  expect(await valuesOf('user_referrer_use_known')).toEqual([...surveyUses])
  expect(await valuesOf('user_referrer_expertise_known')).toEqual([...surveyExpertises])
  expect(await valuesOf('user_referrer_find_known')).toEqual([...surveyFinds])
})

it('B17, B19, M01, M03: statuses, roles, plans and subscription states agree', async () => {
  expect(await valuesOf('tool_use_status_known')).toEqual([...runStatuses])
  expect(await valuesOf('prompt_use_status_known')).toEqual([...runStatuses])
  expect(await valuesOf('user_role_known')).toEqual([...roles])
  expect(await valuesOf('user_usage_plan_known')).toEqual([...planTypes])
  expect(await valuesOf('user_usage_subscription_known')).toEqual([...subscriptionStatuses])
})

it('P06, P14: prompt types, and limits of titles, texts and tags, agree', async () => {
  expect(await definition('prompt_title_length')).toContain(`<= ${promptLimits.title}`)
  expect(await definition('prompt_description_filled')).toContain(`<= ${promptLimits.description}`)
  expect(await definition('prompt_prompt_filled')).toContain(`<= ${promptLimits.prompt}`)
  expect(await definition('prompt_sample_length')).toContain(`<= ${promptLimits.sample_result}`)
  expect(await definition('tool_use_title_length')).toContain(`<= ${titleMaxLength}`)
  expect(await definition('tool_use_content_length')).toContain(`<= ${contentMaxLength}`)
  expect(await definition('tool_use_tags_count')).toContain(`<= ${tagsMaxCount}`)
  const { rows } = await client.query('select name, id from public.prompt_type')
  expect(Object.fromEntries(rows.map((row) => [row.name, row.id]))).toEqual(promptTypes)
})

it('A10: every member gets a referral code of the announced form', async () => {
  const { rows } = await client.query(
    'select private.new_recommend_code() as code from generate_series(1, 500)',
  )
  expect(rows.every((row) => recommendCodePattern.test(row.code))).toBe(true)
  expect(new Set(rows.map((row) => row.code)).size).toBe(500)
})

it('A11, O08: what happens to a session can be logged', async () => {
  const { rowCount } = await client.query(
    `insert into public.statistic_log (type, type_detail, url) select 'ACTION', detail, '/ko' from unnest($1::text[]) as detail`,
    [[...sessionActions]],
  )
  expect(rowCount).toBe(3)
})

it('P01, P02, P03: models, categories and labels are those of the contract', async () => {
  const models = await client.query('select name, id, prompt_type_id from public.prompt_model')
  expect(Object.fromEntries(models.rows.map((row) => [row.name, row.id]))).toEqual(promptModels)
  expect(models.rows.every((row) => row.prompt_type_id === 1)).toBe(true)
  const subs = await client.query(
    `select s.id, s.code, m.code as main, s.label_ko, s.label_en from public.prompt_category_sub s
     join public.prompt_category_main m on m.id = s.prompt_category_main_id order by s.id`,
  )
  const expected = Object.entries(promptCategories).flatMap(([main, codes]) =>
    codes.map((code) => ({ main, code })),
  )
  expect(subs.rows.map(({ main, code }) => ({ main, code }))).toEqual(expected)
  expect(subs.rows.map((row) => row.id)).toEqual(Array.from({ length: 85 }, (_, i) => i + 1))
  const mains = await client.query(
    'select code, label_ko, label_en from public.prompt_category_main order by id',
  )
  expect(mains.rows.map(({ code }) => code)).toEqual(Object.keys(promptCategories))
  expect(mains.rows.filter((row) => !/[가-힣]/.test(row.label_ko) || !/^[A-Z]/.test(row.label_en))).toEqual(
    [],
  )
  expect(subs.rows.filter((row) => !/[가-힣]|^UI·UX$/.test(row.label_ko) || !row.label_en)).toEqual([])
})

it('N01, B34: the kinds of alarms begin with the five and are the same in code and in the database', async () => {
  expect(alarmKinds.slice(0, 5)).toEqual([
    'prompt_thank',
    'prompt_execute',
    'tool_execute',
    'contact_reply',
    'custom_tone',
  ])
  expect(await valuesOf('user_alarm_kind_known')).toEqual([...alarmKinds])
})

it('B31: starter is free, every other plan is paid', async () => {
  expect(planTypes.filter(isPaidPlan)).toEqual(['basic', 'pro', 'team'])
  expect([isPaidPlan('starter'), isPaidPlan(null), isPaidPlan('owner')]).toEqual([false, false, false])
})

it('B37: a member’s uuid repeats the id, and nobody can give it another value', async () => {
  const { id } = await createMember(database.adminUrl)
  const { rows } = await client.query('select id, uuid from public."user" where id = $1', [id])
  expect(rows).toEqual([{ id, uuid: id }])
  await expect(
    client.query('update public."user" set uuid = gen_random_uuid() where id = $1', [id]),
  ).rejects.toThrow(/can only be updated to DEFAULT/)
})
