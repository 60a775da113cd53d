// What authors ask: own and saved prompts page by page, duplicates before an import, and edits that can be taken back.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createMember,
  openTestDatabase,
  type OpenTestDatabase,
  type TestMember,
} from '#scripts/testing/database.ts'
import { runAs, type Actor } from './as-actor.ts'
import { makePrompt } from './make-prompt.ts'

type Line = { id: number; review_status: string; version_status: string | null; reason: string | null }
type Page = { lines: Line[]; total: number | null; next: string | null }

let database: OpenTestDatabase
let client: pg.Client
const member = ({ id }: TestMember): Actor => ({ role: 'authenticated', id })

beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
})
afterAll(() => database.close())

const newMember = () => createMember(database.adminUrl)
const list = async (name: 'own' | 'saved', by: TestMember, cursor: string | null = null): Promise<Page> =>
  (await runAs(client, member(by), `select public.list_${name}_prompts($1) as page`, [cursor])).rows[0].page
const save = (id: string, by: TestMember) =>
  runAs(client, member(by), 'select public.save_prompt($1, true)', [id], true)
const edit = (id: string, by: TestMember, content: object, isSubmitted = true) =>
  runAs(
    client,
    member(by),
    'select public.edit_prompt($1, $2, $3)',
    [id, JSON.stringify(content), isSubmitted],
    true,
  )
const versions = async (id: string) =>
  (
    await client.query(
      'select status, prompt from public.prompt_version where prompt_id = $1 order by number',
      [id],
    )
  ).rows

it('P26: own prompts come 30 a page without gaps where dates tie, with a total, and nobody else’s', async () => {
  const author = await newMember()
  await makePrompt(client, { user: (await newMember()).id })
  for (let number = 0; number < 35; number++)
    await makePrompt(client, { user: author.id, isShow: number % 2 === 0, createdAt: '2026-01-01' })
  const first = await list('own', author)
  expect([first.lines.length, first.total]).toEqual([30, 35])
  const second = await list('own', author, first.next)
  expect([second.lines.length, second.total, second.next]).toEqual([5, null, null])
  expect(new Set([...first.lines, ...second.lines].map((line) => line.id)).size).toBe(35)
})

it('P26: saved prompts come last saved first, and those that were hidden meanwhile do not', async () => {
  const author = await newMember()
  const reader = await newMember()
  const ids = [
    await makePrompt(client, { user: author.id }),
    await makePrompt(client, { user: author.id }),
    await makePrompt(client, { user: author.id }),
  ]
  for (const id of ids) await save(id, reader)
  await runAs(client, member(author), 'select public.hide_prompt($1, true)', [ids[1]], true)
  const page = await list('saved', reader)
  expect(page.lines.map((line) => String(line.id))).toEqual([ids[2], ids[0]])
  expect([page.total, page.next]).toEqual([2, null])
  expect((await list('saved', author)).lines).toEqual([])
})

it('P26: a second page of what was saved goes on where the first ended', async () => {
  const author = await newMember()
  const reader = await newMember()
  for (let number = 0; number < 31; number++)
    await save(await makePrompt(client, { user: author.id }), reader)
  const first = await list('saved', reader)
  const second = await list('saved', reader, first.next)
  expect([first.lines.length, second.lines.length]).toEqual([30, 1])
  expect(first.lines.map((line) => line.id)).not.toContain(second.lines[0]!.id)
})

it('P26: a line tells where the review of a new prompt and of an edit stands', async () => {
  const author = await newMember()
  const id = await makePrompt(client, { user: author.id })
  const line = async () => (await list('own', author)).lines[0]!
  expect(await line()).toMatchObject({ review_status: 'published', version_status: null, reason: null })
  await edit(id, author, { prompt: '고친 글' })
  expect(await line()).toMatchObject({ review_status: 'published', version_status: 'in_review' })
  await client.query(
    `select private.review_prompt((select id from public.prompt_version where prompt_id = $1 and status = 'in_review'), false, '왜냐하면')`,
    [id],
  )
  expect(await line()).toMatchObject({
    review_status: 'published',
    version_status: 'returned',
    reason: '왜냐하면',
  })
})

it('security 26, P21: visitors and blocked members get no list, and an invented cursor is refused', async () => {
  const blocked = await newMember()
  await client.query('update public."user" set is_block = true where id = $1', [blocked.id])
  for (const name of ['own', 'saved']) {
    const sql = `select public.list_${name}_prompts()`
    await expect(runAs(client, { role: 'anon' }, sql)).rejects.toMatchObject({ code: '42501' })
    await expect(runAs(client, { role: 'authenticated' }, sql)).rejects.toMatchObject({ code: '42501' })
    await expect(runAs(client, member(blocked), sql)).rejects.toThrow('user_blocked')
  }
  for (const cursor of ['x', '2026-01-01', '2026-01-01~x', "'; select 1"])
    await expect(list('own', await newMember(), cursor)).rejects.toThrow('invalid_request')
})

it('B40: what was shown before its first edit is kept as a version, once', async () => {
  const author = await newMember()
  const id = await makePrompt(client, { user: author.id, prompt: '처음 모습' })
  await edit(id, author, { prompt: '고친 모습' })
  await edit(id, author, { prompt: '또 고친 모습' }, false)
  expect(await versions(id)).toEqual([
    { status: 'approved', prompt: '처음 모습' },
    { status: 'superseded', prompt: '고친 모습' },
    { status: 'draft', prompt: '또 고친 모습' },
  ])
})

it('B10: an edit that waits for its review does not bring a hidden prompt back', async () => {
  const author = await newMember()
  const id = await makePrompt(client, { user: author.id, prompt: '숨길 모습' })
  await edit(id, author, { prompt: '기다리는 모습' })
  await runAs(client, member(author), 'select public.hide_prompt($1, true)', [id], true)
  expect((await versions(id)).map((version) => version.status)).toEqual(['approved', 'superseded'])
})

it('a prompt has two hundred fields at most, however it is written', async () => {
  const author = await newMember()
  const fields = (count: number) =>
    Array.from({ length: count }, (_, index) => `##칸 ${String(index)}##`).join(' ')
  const insert = (text: string) =>
    runAs(
      client,
      member(author),
      `insert into public.prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id, review_status)
       values ('제목', '설명', $1, 'ko', $2, 1, 1, 'draft') returning id`,
      [text, author.id],
      true,
    )
  await expect(insert(fields(201))).rejects.toThrow('invalid_request')
  const { rows } = await insert(fields(200))
  expect(rows).toHaveLength(1)
})

it('an import hears which texts are there already: the own ones however spaced, and shown ones that say nearly the same', async () => {
  const author = await newMember()
  const other = await newMember()
  const text =
    '당신은 여행 안내자입니다. ##도시##에서 하루를 보내는 방법을 시간표로 알려 주세요. 비가 올 때도 생각해 주세요.'
  const shown = await makePrompt(client, { user: other.id, title: '하루 여행', prompt: text })
  const own = await makePrompt(client, { user: author.id, isShow: false, prompt: '내가 이미 쓴 글입니다.' })
  await makePrompt(client, { user: other.id, isShow: false, prompt: '남이 숨겨 둔 글입니다.' })
  const candidates = [
    { title: '새 제목', prompt: '내가  이미 쓴글입니다.'.normalize('NFD') },
    { title: '하루 여행', prompt: text.replace('비가', '눈이') },
    { title: '숨긴 것', prompt: '남이 숨겨 둔 글입니다.' },
    {},
  ]
  const find = (values: object) =>
    runAs(client, member(author), 'select public.find_prompt_duplicates($1) as found', [
      JSON.stringify(values),
    ])
  const { rows } = await find(candidates)
  expect(rows[0].found).toMatchObject({
    left_today: 29,
    found: [
      { own_id: Number(own), similar: null },
      { own_id: null, similar: { id: Number(shown), title: '하루 여행' } },
      { own_id: null, similar: null },
      { own_id: null, similar: null },
    ],
  })
  await expect(find(Array.from({ length: 51 }, () => ({})))).rejects.toThrow('invalid_request')
  await expect(find({})).rejects.toThrow('invalid_request')
})
