import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, createTestDatabase, type TestDatabase } from '#scripts/testing/database.ts'
import { connectDatabase, type Database } from '#server/outside/database.ts'
import { listWaitingPrompts, reviewPrompt } from './review-prompts.ts'

let test: TestDatabase
let client: pg.Client
let db: Database

beforeAll(async () => {
  test = await createTestDatabase()
  client = new pg.Client({ connectionString: test.adminUrl })
  await client.connect()
  db = connectDatabase(test.url, { connectionsMax: 1 })
})
afterAll(async () => {
  await db.destroy()
  await client.end()
  await test.close()
})

async function register(): Promise<number> {
  const author = await createMember(test.adminUrl)
  const { rows } = await client.query(
    `insert into public.prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id)
     values ('제목', '설명', $2, 'ko', $1, 1, 1) returning id::int`,
    [author.id, `text of ${author.id}`],
  )
  return rows[0].id
}
const statusOf = async (id: number) =>
  (await client.query('select review_status, is_show from public.prompt where id = $1', [id])).rows[0]

it('P16: an operator sees what waits, publishes it, and finds it gone', async () => {
  const id = await register()
  const waiting = (await listWaitingPrompts(db)).find((version) => version.promptId === id)
  expect(waiting).toMatchObject({ title: '제목', number: 1, isShown: false })
  await reviewPrompt(db, waiting!.versionId, { isApproved: true })
  expect(await statusOf(id)).toEqual({ review_status: 'published', is_show: true })
  expect((await listWaitingPrompts(db)).map((version) => version.promptId)).not.toContain(id)
  await expect(reviewPrompt(db, waiting!.versionId, { isApproved: true })).rejects.toThrow('not_found')
})

it('P16: a prompt is returned with a reason, never without one', async () => {
  const id = await register()
  const waiting = (await listWaitingPrompts(db)).find((version) => version.promptId === id)
  const giveBack = (reason: string) => reviewPrompt(db, waiting!.versionId, { isApproved: false, reason })
  await expect(giveBack('  ')).rejects.toThrow('check_required_fields')
  await giveBack('설명을 더 적어 주세요.')
  expect(await statusOf(id)).toEqual({ review_status: 'returned', is_show: false })
})
