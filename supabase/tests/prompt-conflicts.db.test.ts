// Two tabs that edit one prompt: the later save hears of the first, and neither text is lost (decision 009, for prompts 016).
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createMember,
  openTestDatabase,
  type OpenTestDatabase,
  type TestMember,
} from '#scripts/testing/database.ts'
import { runAs } from './as-actor.ts'
import { makePrompt } from './make-prompt.ts'

let database: OpenTestDatabase
let client: pg.Client
let author: TestMember

beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
  author = await createMember(database.adminUrl)
})
afterAll(() => database.close())

async function call(sql: string, values: unknown[], by = author): Promise<number> {
  const { rows } = await runAs(
    client,
    { role: 'authenticated', id: by.id },
    `select ${sql} as number`,
    values,
    true,
  )
  return rows[0].number
}
const save = (id: string, prompt: string, base: number, isSubmitted = false, by = author) =>
  call('public.save_prompt_edit($1, $2, $3, $4)', [id, JSON.stringify({ prompt }), isSubmitted, base], by)
const giveUp = (id: string, prompt: string, by = author) =>
  call('public.stash_discarded_edit($1, $2)', [id, JSON.stringify({ prompt })], by)
const versions = async (id: string) =>
  (
    await client.query(
      'select prompt, status from public.prompt_version where prompt_id = $1 order by number',
      [id],
    )
  ).rows.map(({ prompt, status }) => `${prompt}: ${status}`)

it.each([
  ['a draft', false, 1],
  ['a shown prompt', true, 0],
])('the second of two tabs is told, and nothing of the first goes: %s', async (_, isShow, base) => {
  const id = await makePrompt(client, { user: author.id, prompt: '처음', isShow })
  const first = await save(id, '한 탭', base)
  await expect(save(id, '다른 탭', base)).rejects.toThrow('edit_conflict')
  expect((await versions(id)).at(-1)).toBe('한 탭: draft')
  // Knowing of it, the person keeps this tab's text: the other one stands before it.
  await save(id, '다른 탭', first)
  expect((await versions(id)).slice(-2)).toEqual(['한 탭: draft', '다른 탭: draft'])
})

it('of two tabs that save at the same moment one is told', async () => {
  const id = await makePrompt(client, { user: author.id, isShow: false })
  const other = new pg.Client({ connectionString: database.adminUrl })
  await other.connect()
  try {
    const outcomes = await Promise.allSettled(
      [client, other].map((each, index) =>
        runAs(
          each,
          { role: 'authenticated', id: author.id },
          'select public.save_prompt_edit($1, $2, false, 1)',
          [id, JSON.stringify({ prompt: `탭 ${index}` })],
          true,
        ),
      ),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await versions(id)).toHaveLength(2)
  } finally {
    await other.end()
  }
})

it('a save whose answer was lost may be sent again', async () => {
  const id = await makePrompt(client, { user: author.id, isShow: false })
  const number = await save(id, '같은 글', 1, true)
  expect(await save(id, '같은 글', 1, true)).toBe(number)
  await expect(save(id, '같은 글', 1, false)).rejects.toThrow('edit_conflict')
})

it('B40: the text that is given up stays among the versions, and what waits for its review goes on waiting', async () => {
  const id = await makePrompt(client, { user: author.id, prompt: '처음', isShow: true })
  const waiting = await save(id, '기다리는 글', 0, true)
  const newest = await giveUp(id, '버린 글')
  expect(newest).toBeGreaterThan(waiting)
  expect(await versions(id)).toEqual(['처음: approved', '버린 글: superseded', '기다리는 글: in_review'])
  // The form stands on the newest again.
  await save(id, '더 고친 글', newest)
})

it('P15: nobody saves or keeps anything in the prompt of somebody else, and no column but the author’s', async () => {
  const id = await makePrompt(client, { user: author.id, isShow: false })
  const stranger = await createMember(database.adminUrl)
  await expect(save(id, '남의 글', 1, false, stranger)).rejects.toThrow('prompt_not_found')
  await expect(giveUp(id, '남의 글', stranger)).rejects.toThrow('prompt_not_found')
  await expect(
    runAs(client, { role: 'anon' }, `select public.save_prompt_edit(1, '{}', false, 0)`),
  ).rejects.toMatchObject({ code: '42501' })
  await call('public.save_prompt_edit($1, $2, false, 1)', [
    id,
    JSON.stringify({ prompt: '새 글', is_show: true, view_count: 9, user_id: stranger.id, trend_score: 99 }),
  ])
  const { rows } = await client.query(
    'select prompt, is_show, view_count::int, user_id, review_status from public.prompt where id = $1',
    [id],
  )
  expect(rows).toEqual([
    { prompt: '새 글', is_show: false, view_count: 0, user_id: author.id, review_status: 'draft' },
  ])
})

it.each([
  ['a title without letters', { title: '' }, '23514'],
  ['a text of 100,001 characters', { prompt: 'x'.repeat(100_001) }, '23514'],
  ['a model that there is not', { prompt_model_id: 7 }, '23503'],
  ['a language that there is not', { language: 'fr' }, '23514'],
])('P14: a save with %s changes nothing', async (_, content, code) => {
  const id = await makePrompt(client, { user: author.id, prompt: '그대로', isShow: false })
  await expect(
    call('public.save_prompt_edit($1, $2, false, 1)', [id, JSON.stringify(content)]),
  ).rejects.toMatchObject({ code })
  expect(await versions(id)).toEqual(['그대로: in_review'])
})
