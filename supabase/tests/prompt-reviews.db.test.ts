// From a draft to the list: versions, reviews, the reward and reports.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createMember,
  openTestDatabase,
  type OpenTestDatabase,
  type TestMember,
} from '#scripts/testing/database.ts'
import { runAs, type Actor } from './as-actor.ts'
import { makePrompt } from './make-prompt.ts'

let database: OpenTestDatabase
let client: pg.Client
let author: TestMember
let stranger: TestMember
const member = ({ id }: TestMember): Actor => ({ role: 'authenticated', id })

beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
  author = await createMember(database.adminUrl)
  stranger = await createMember(database.adminUrl)
})
afterAll(() => database.close())

async function register(text: string, options: { by?: TestMember; status?: string } = {}): Promise<string> {
  const by = options.by ?? author
  const { rows } = await runAs(
    client,
    member(by),
    `insert into public.prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id, review_status)
     values ('제목', '설명', $1, 'ko', $2, 1, 1, $3) returning id`,
    [text, by.id, options.status ?? 'in_review'],
    true,
  )
  return rows[0].id
}

const waiting = async (id: string): Promise<string | undefined> =>
  (
    await client.query(`select id from public.prompt_version where prompt_id = $1 and status = 'in_review'`, [
      id,
    ])
  ).rows[0]?.id
async function review(id: string, isApproved: boolean, reason: string | null = null): Promise<boolean> {
  const { rows } = await client.query('select private.review_prompt($1, $2, $3) as is_done', [
    await waiting(id),
    isApproved,
    reason,
  ])
  return rows[0].is_done
}
const edit = (id: string, content: object, by = author, isSubmitted = true) =>
  runAs(
    client,
    member(by),
    'select public.edit_prompt($1, $2, $3) as number',
    [id, JSON.stringify(content), isSubmitted],
    true,
  )
const readRow = async (id: string) =>
  (await client.query('select prompt, is_show, review_status from public.prompt where id = $1', [id])).rows[0]
const rewards = async (by: TestMember): Promise<number> =>
  (
    await client.query(
      `select coalesce(sum(amount), 0)::int as tokens from public.token_history where user_id = $1 and kind = 'review'`,
      [by.id],
    )
  ).rows[0].tokens

it('P16, M16: a registered prompt waits for its review, is shown afterwards and earns 2,000 tokens and an alarm', async () => {
  const writer = await createMember(database.adminUrl)
  const id = await register('새로운 글 하나', { by: writer })
  expect(await readRow(id)).toMatchObject({ is_show: false, review_status: 'in_review' })
  expect(await rewards(writer)).toBe(0)
  expect(await review(id, true)).toBe(true)
  expect(await readRow(id)).toMatchObject({ is_show: true, review_status: 'published' })
  expect(await rewards(writer)).toBe(2000)
  const { rows } = await client.query(
    `select data from public.user_alarm where user_id = $1 and kind = 'prompt_reviewed'`,
    [writer.id],
  )
  expect(rows).toEqual([{ data: { title: '제목', is_show: true } }])
})

it('P16: a prompt that is returned stays unseen with the reason, and can be handed in again', async () => {
  const id = await register('돌려받을 글')
  await review(id, false, '설명이 더 필요해요.')
  expect(await readRow(id)).toMatchObject({ is_show: false, review_status: 'returned' })
  const { rows } = await runAs(
    client,
    member(author),
    'select status, reason from public.prompt_version where prompt_id = $1',
    [id],
  )
  expect(rows).toEqual([{ status: 'returned', reason: '설명이 더 필요해요.' }])
  await runAs(
    client,
    member(author),
    `update public.prompt set prompt = '고친 글', review_status = 'in_review' where id = $1`,
    [id],
    true,
  )
  expect(await review(id, true)).toBe(true)
  expect(await readRow(id)).toMatchObject({ prompt: '고친 글', is_show: true })
})

it('P16: a draft waits for nobody', async () => {
  const id = await register('초안', { status: 'draft' })
  expect(await waiting(id)).toBeUndefined()
})

it('B40: an approved prompt stays live while its edit is reviewed, and changes when it is approved', async () => {
  const id = await register('처음 모습')
  await review(id, true)
  await edit(id, { prompt: '다음 모습' })
  expect(await readRow(id)).toMatchObject({ prompt: '처음 모습', is_show: true })
  await edit(id, { prompt: '그 다음 모습' })
  await review(id, true)
  expect(await readRow(id)).toMatchObject({ prompt: '그 다음 모습', is_show: true })
  await edit(id, { prompt: '나쁜 모습' })
  await review(id, false, 'no')
  expect(await readRow(id)).toMatchObject({
    prompt: '그 다음 모습',
    is_show: true,
    review_status: 'published',
  })
  const { rows } = await client.query(
    'select number, status from public.prompt_version where prompt_id = $1 order by number',
    [id],
  )
  expect(rows.map((row) => row.status)).toEqual(['approved', 'superseded', 'approved', 'returned'])
})

it('P15, security 19: nobody edits, hides or reviews what is not theirs, or registers for somebody else', async () => {
  const id = await register('내 글')
  await review(id, true)
  await expect(edit(id, { prompt: 'x' }, stranger)).rejects.toThrow('prompt_not_found')
  await expect(runAs(client, member(stranger), 'select public.hide_prompt($1, true)', [id])).rejects.toThrow(
    'prompt_not_found',
  )
  await expect(
    runAs(client, member(author), 'select private.review_prompt($1, true)', [1]),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(
    runAs(
      client,
      member(stranger),
      `insert into public.prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id) values ('t', 'd', 'p', 'ko', $1, 1, 1), ('t', 'd', 'p', 'ko', $2, 1, 1)`,
      [stranger.id, author.id],
    ),
  ).rejects.toMatchObject({ code: '42501' })
})

it('security 18: an author publishes nothing by setting its review status', async () => {
  for (const status of ['published', 'hidden', 'returned'])
    await expect(register('글', { status })).rejects.toMatchObject({ code: '42501' })
  const id = await register('상태')
  await expect(
    runAs(client, member(author), `update public.prompt set review_status = 'hidden' where id = $1`, [id]),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(runAs(client, member(author), 'select public.hide_prompt($1, false)', [id])).rejects.toThrow(
    'prompt_not_found',
  )
})

it('B10: a hidden prompt comes back as it was approved; changed while hidden, it is reviewed again', async () => {
  const id = await register('숨길 글')
  await review(id, true)
  const hide = (isHidden: boolean) =>
    runAs(client, member(author), 'select public.hide_prompt($1, $2)', [id, isHidden], true)
  await hide(true)
  expect(await readRow(id)).toMatchObject({ is_show: false, review_status: 'hidden' })
  await hide(false)
  expect(await readRow(id)).toMatchObject({ is_show: true, review_status: 'published' })
  await hide(true)
  const change = (status: string) =>
    runAs(
      client,
      member(author),
      `update public.prompt set prompt = '몰래 바꾼 글'${status} where id = $1`,
      [id],
      true,
    )
  await expect(change('')).rejects.toMatchObject({ code: '42501' })
  await change(`, review_status = 'in_review'`)
  await expect(hide(false)).rejects.toThrow('prompt_not_found')
})

it('P16, security 66: approved at once by many, edited, registered again or copied, a text earns once', async () => {
  const writer = await createMember(database.adminUrl)
  const id = await register('귀한 글 보상', { by: writer })
  const version = await waiting(id)
  const clients = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const one = new pg.Client({ connectionString: database.adminUrl })
      await one.connect()
      return one
    }),
  )
  const outcomes = await Promise.all(
    clients.map((one) => one.query('select private.review_prompt($1, true) as is_done', [version])),
  )
  await Promise.all(clients.map((one) => one.end()))
  expect(outcomes.filter(({ rows }) => rows[0].is_done)).toHaveLength(1)
  expect(await rewards(writer)).toBe(2000)

  await edit(id, { prompt: '귀한 글 보상 둘' }, writer)
  await review(id, true)
  await runAs(client, member(writer), 'delete from public.prompt where id = $1', [id], true)
  const again = await register('귀한  글 보상', { by: writer })
  await review(again, true)
  const copy = await register('귀한 글 보상 ', { by: stranger })
  await review(copy, true)
  expect([await rewards(writer), await rewards(stranger)]).toEqual([2000, 0])
})

type Loop = (writer: TestMember) => Promise<void>
const text = () => `귀한 글 ${crypto.randomUUID()}`
const handIn = async (content: string, by: TestMember): Promise<string> => {
  const id = await register(content, { by })
  await review(id, true)
  return id
}
const remove = (id: string, by: TestMember) =>
  runAs(client, member(by), 'delete from public.prompt where id = $1', [id], true)
/** Refused, or without effect. */
const tryAs = (by: TestMember, sql: string, values: unknown[] = []) =>
  runAs(client, member(by), sql, values, true).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError)) throw error
  })

const loops: [string, Loop][] = [
  [
    'deletes a rewarded prompt and registers it again',
    async (writer) => {
      const content = text()
      for (let turn = 0; turn < 3; turn++) await remove(await handIn(content, writer), writer)
    },
  ],
  [
    'hands in again what was returned',
    async (writer) => {
      const content = text()
      const id = await register(content, { by: writer })
      for (let turn = 0; turn < 3; turn++) {
        await review(id, false, '다시')
        await runAs(
          client,
          member(writer),
          `update public.prompt set review_status = 'in_review', description = $2 where id = $1`,
          [id, `설명 ${turn}`],
          true,
        )
      }
      await review(id, true)
      expect(await review(id, true)).toBe(false)
    },
  ],
  [
    'has one edit after the other approved',
    async (writer) => {
      const id = await handIn(text(), writer)
      for (let turn = 0; turn < 3; turn++) {
        await edit(id, { prompt: text() }, writer)
        await review(id, true)
      }
    },
  ],
  [
    'registers one text in other spellings',
    async (writer) => {
      const content = `Prize ${text()} Ångström`
      for (const spelling of [
        content,
        content.replaceAll(' ', '  '),
        content.toUpperCase(),
        content.normalize('NFD'),
        `\n${content}\t`,
      ])
        await handIn(spelling, writer)
    },
  ],
  [
    'hides a prompt, puts it back and edits it while it is hidden',
    async (writer) => {
      const content = text()
      const id = await handIn(content, writer)
      for (let turn = 0; turn < 2; turn++) {
        await runAs(client, member(writer), 'select public.hide_prompt($1, true)', [id], true)
        await runAs(
          client,
          member(writer),
          `update public.prompt set prompt = $2, review_status = 'in_review' where id = $1`,
          [id, `${content} ${turn}`],
          true,
        )
        await review(id, true)
      }
    },
  ],
  [
    'approves the own prompts as well',
    async (writer) => {
      await handIn(text(), writer)
      const id = await register(text(), { by: writer })
      const version = await waiting(id)
      await tryAs(writer, 'select private.review_prompt($1, true)', [version])
      await tryAs(writer, 'select private.reward_prompt($1, $2, $3)', [id, writer.id, 'x'])
      await tryAs(writer, `select private.grant_tokens($1, 2000, 'review', 'mine')`, [writer.id])
      await tryAs(writer, `update public.prompt_version set status = 'approved' where id = $1`, [version])
      await tryAs(writer, 'update public.prompt set is_show = true where id = $1', [id])
      await tryAs(writer, `insert into private.prompt_reward values ($1, 'x', $2)`, [id, writer.id])
      expect(await readRow(id)).toMatchObject({ is_show: false, review_status: 'in_review' })
    },
  ],
]
it.each(loops)('security 66: who %s is rewarded once', async (_, loop) => {
  const writer = await createMember(database.adminUrl)
  await loop(writer)
  expect(await rewards(writer)).toBe(2000)
  const { rows } = await client.query(
    `select u.token = (select sum(amount) from public.token_history h where h.user_id = u.id) as adds_up from public.user_usage u where id = $1`,
    [writer.id],
  )
  expect(rows).toEqual([{ adds_up: true }])
})

it('security 66: a day holds thirty new prompts', async () => {
  const busy = await createMember(database.adminUrl)
  for (let number = 0; number < 30; number++) await register(`글 ${String(number)}`, { by: busy })
  await expect(register('글 31', { by: busy })).rejects.toThrow('too_many_requests')
})

it('a shown prompt is reported once by each reader, with a reason that is known, never by its author', async () => {
  const id = await makePrompt(client, { user: author.id })
  const report = (by: TestMember, reason = 'copied') =>
    runAs(
      client,
      member(by),
      'insert into public.prompt_report (prompt_id, user_id, reason) values ($1, $2, $3)',
      [id, by.id, reason],
      true,
    )
  await report(stranger)
  await expect(report(stranger)).rejects.toMatchObject({ code: '23505' })
  await expect(report(author)).rejects.toMatchObject({ code: '42501' })
  const third = await createMember(database.adminUrl)
  await expect(report(third, 'because')).rejects.toMatchObject({ code: '23514' })
})
