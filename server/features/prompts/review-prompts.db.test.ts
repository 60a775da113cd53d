import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/adapters/database.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { listWaitingPrompts, reviewPrompt } from './review-prompts.ts'

let test: TestProduct
let db: Database

beforeAll(async () => {
  test = await createTestProduct()
  db = test.database
})
afterAll(() => test.close())

async function register(): Promise<number> {
  const author = await test.member()
  const { rows } = await sql<{ id: number }>`
    insert into public.prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id)
    values ('제목', '설명', ${`text of ${author.id}`}, 'ko', ${author.id}, 1, 1) returning id`.execute(db)
  return rows[0]!.id
}
async function statusOf(id: number): Promise<unknown> {
  const { rows } = await sql`select review_status, is_show from public.prompt where id = ${id}`.execute(db)
  return rows[0]
}

it('P16: an operator sees a waiting prompt, publishes it, and it leaves the list', async () => {
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
  const returnPrompt = (reason: string) => reviewPrompt(db, waiting!.versionId, { isApproved: false, reason })
  await expect(returnPrompt('  ')).rejects.toThrow('check_required_fields')
  await returnPrompt('설명을 더 적어 주세요.')
  expect(await statusOf(id)).toEqual({ review_status: 'returned', is_show: false })
})
