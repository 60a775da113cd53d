// A conversation that is continued and deleted at the same time: one of the two is refused, so that nothing paid is hidden.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase, type Database } from '#server/adapters/database.ts'
import { callIn, overlap } from '#server/testing/as-member.ts'
import {
  answerPrompt,
  createPromptCase,
  eventsIn,
  runPrompt,
  usesOf,
  type PromptCase,
} from '#server/testing/prompt-cases.ts'
import type { Member } from '#server/testing/test-product.ts'
import { lockConversation } from './prompt-run-rows.ts'

let use: PromptCase
let db: Database
beforeAll(async () => {
  use = await createPromptCase()
  db = connectDatabase(use.test.config.databaseUrl, { connectionsMax: 4 })
})
afterAll(async () => {
  await db.destroy()
  await use.close()
})

/** A finished conversation. */
async function conversation(): Promise<{ member: Member; id: number }> {
  use.fake.reply = answerPrompt
  const { member, id } = await use.scene({ text: '안녕' })
  await eventsIn(await runPrompt(use.test, member, { prompt_id: id }))
  const [row] = await usesOf(use.test, member)
  return { member, id: Number(row!.id) }
}
const remove = (member: Member, id: number) =>
  db
    .transaction()
    .execute((trx) => callIn(trx, member, 'array(select public.delete_prompt_uses($1))', [[id]]))

it('a conversation that is being continued is not deleted', async () => {
  const { member, id } = await conversation()
  const deleted = await overlap(
    db,
    async (trx) => {
      await lockConversation(trx, id)
      await sql`insert into public.prompt_use (prompt, prompt_type_id, prompt_model_id, user_id, status, prompt_use_id)
        select 'p', prompt_type_id, prompt_model_id, user_id, 'running', id from public.prompt_use where id = ${id}`.execute(
        trx,
      )
    },
    () => remove(member, id),
  )
  expect(deleted).toEqual({ status: 'fulfilled', value: [] })
  await sql`update public.prompt_use set status = 'stopped' where prompt_use_id = ${id}`.execute(db)
})

it('a conversation that is being deleted is not continued', async () => {
  const { member, id } = await conversation()
  const continued = await overlap(
    db,
    (trx) => callIn(trx, member, 'array(select public.delete_prompt_uses($1))', [[id]]),
    async () => (await runPrompt(use.test, member, { prompt_use_id: id, prompt: '이어서' })).json(),
  )
  expect(continued).toMatchObject({ status: 'fulfilled', value: { code: 'not_found' } })
})
