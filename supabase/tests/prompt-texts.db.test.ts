// Whatever people write comes back as it was: other scripts, emoji, the longest text, the most fields.
import type pg from 'pg'
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
let reader: TestMember

beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
  author = await createMember(database.adminUrl)
  reader = await createMember(database.adminUrl)
})
afterAll(() => database.close())

const ask = async (sql: string, values: unknown[], by = reader) =>
  (await runAs(client, { role: 'authenticated', id: by.id }, sql, values, true)).rows[0]

it.each([
  ['emoji', '👩‍👩‍👧 가족에게 보내는 글 🇰🇷 ##받는 사람 👵##', '👩‍👩‍👧'],
  ['right-to-left text', 'اكتب رسالة قصيرة إلى ##الاسم## عن ##موضوع##', 'رسالة'],
  [
    'signs of patterns and placeholders',
    String.raw`$& $1 \1 %_% {{x}} [y] ##a## ##a$&##`,
    String.raw`\1 %_%`,
  ],
  ['markup', '<script>alert(1)</script> & "quoted" ##이름##', '<script>'],
  ['a hundred thousand characters', `${'글자 '.repeat(33_330)}끝 ##나##`.padStart(100_000, '가'), '끝 ##나'],
  ['two hundred fields', Array.from({ length: 200 }, (_, index) => `##칸 ${index}##`).join('\n'), '칸 199'],
])('%s is registered, reviewed, found by a part of it and read as it was', async (_, prompt, part) => {
  const { id } = await ask(
    `insert into public.prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id)
     values ('제목', '설명', $1, 'ko', $2, 1, 1) returning id`,
    [prompt, author.id],
    author,
  )
  await client.query(
    'select private.review_prompt((select id from public.prompt_version where prompt_id = $1), true)',
    [id],
  )
  const { page } = await ask('select public.list_prompts(keyword => $1) as page', [part])
  expect(page.lines.map((line: { id: number }) => String(line.id))).toContain(id)
  const { found } = await ask('select public.read_prompt($1) as found', [id])
  expect(found.prompt === prompt).toBe(true)
})

it('P20: whether a prompt is saved or thanked is told with the prompt, so that looking for a row that is not there is no error', async () => {
  const id = await makePrompt(client, { user: author.id })
  const read = async () => (await ask('select public.read_prompt($1) as found', [id])).found
  expect(await read()).toMatchObject({ is_saved: false, is_thanked: false, is_own: false })
  await ask('select public.save_prompt($1, true)', [id])
  await ask(`insert into public.prompt_action (type, prompt_id, user_id) values ('thank', $1, $2)`, [
    id,
    reader.id,
  ])
  expect(await read()).toMatchObject({ is_saved: true, is_thanked: true })
})

it('similar prompts are shown ones of the same kind and language, the liveliest first, without the prompt itself', async () => {
  const make = (title: string, options: { sub?: number; language?: string; isShow?: boolean } = {}) =>
    makePrompt(client, { user: author.id, title, sub: options.sub ?? 85, ...options })
  const id = await make('이것')
  await make('다른 분야', { sub: 84 })
  await make('다른 언어', { language: 'en' })
  await make('숨긴 것', { isShow: false })
  for (let number = 0; number < 7; number++) await make(`비슷한 ${number}`)
  await client.query(
    `update public.prompt set trend_score = right(title, 1)::int + 1000 where title like '비슷한 %'`,
  )
  const { similar } = await ask('select public.list_similar_prompts($1) as similar', [id])
  expect(similar.map((line: { title: string }) => line.title)).toEqual([
    '비슷한 6',
    '비슷한 5',
    '비슷한 4',
    '비슷한 3',
    '비슷한 2',
    '비슷한 1',
  ])
})
