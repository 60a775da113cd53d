// No member gains tokens by running prompts, whatever the author and the result of the run.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  answerPrompt,
  createPromptCase,
  eventsIn,
  insertPrompt,
  runPrompt,
  tokensOf,
  usesOf,
  type PromptCase,
} from '#server/testing/prompt-cases.ts'
import type { Member } from '#server/testing/test-product.ts'

let use: PromptCase
beforeAll(async () => {
  use = await createPromptCase()
})
afterAll(() => use.close())
beforeEach(() => {
  use.fake.reply = answerPrompt
})

const run = async (member: Member, body: object): Promise<number> => {
  const events = await eventsIn(await runPrompt(use.test, member, body))
  const [started] = events
  return started?.type === 'started' ? started.run_id : 0
}

/** The grants of the ledger to the person: only those of the sign-up. */
async function gainsOf(member: Member): Promise<number[]> {
  const { rows } = await sql<{ amount: number }>`
    select amount::int from token_history where user_id = ${member.id} and amount > 0`.execute(
    use.test.database,
  )
  return rows.map(({ amount }) => amount)
}

it('security 66: neither reader nor author gains tokens by running, following up, asking again, failing, stopping or deleting', async () => {
  const { test } = use
  const [author, reader] = [await test.member(), await test.member()]
  const before = { author: await gainsOf(author), reader: await gainsOf(reader) }
  const id = await insertPrompt(test, author, { text: '안녕' })
  const balances = async () => [await tokensOf(test, author), await tokensOf(test, reader)]
  let [ofAuthor, ofReader] = (await balances()) as [number, number]
  const expectNoGain = async () => {
    const [nextOfAuthor, nextOfReader] = (await balances()) as [number, number]
    expect(nextOfAuthor).toBeLessThanOrEqual(ofAuthor)
    expect(nextOfReader).toBeLessThanOrEqual(ofReader)
    ;[ofAuthor, ofReader] = [nextOfAuthor, nextOfReader]
  }

  const first = await run(reader, { prompt_id: id })
  await expectNoGain()
  await run(reader, { prompt_use_id: first, prompt: '더' })
  await run(reader, { regenerated_from_id: first })
  await run(reader, { prompt_id: id, side_by_side: true })
  await expectNoGain()
  // The author runs the own prompt repeatedly.
  for (let turn = 0; turn < 3; turn++) await run(author, { prompt_id: id })
  await expectNoGain()
  expect(ofAuthor).toBeLessThan(100_000)

  use.fake.reply = () => ({ status: 401 })
  await run(reader, { prompt_id: id })
  await expectNoGain()

  // A model that reports negative usage pays no member.
  use.fake.reply = (call) => ({ ...answerPrompt(call), usage: { input: -5_000, output: -5_000 } })
  await run(reader, { prompt_id: id })
  await expectNoGain()

  // Neither a cancel, nor a second one, nor deleting the run is a refund.
  use.fake.reply = (call) => ({ ...answerPrompt(call), fault: { after: 1, kind: 'hang' } })
  const slow = await runPrompt(test, reader, { prompt_id: id })
  const slowId = Number(slow.headers.get('x-prompt-use-id'))
  const stop = () => test.post('/v1/ai/use/prompt/stop', { id: slowId, uuid: reader.id }, reader.token)
  await Promise.all([stop(), stop(), stop()])
  await slow.text()
  expect((await usesOf(test, reader)).at(-1)).toMatchObject({ id: slowId, status: 'stopped' })
  await expectNoGain()
  await sql`delete from prompt_use where user_id in (${reader.id}, ${author.id})`.execute(test.database)
  expect(await usesOf(test, reader)).toEqual([])
  await expectNoGain()

  expect({ author: await gainsOf(author), reader: await gainsOf(reader) }).toEqual(before)
})
