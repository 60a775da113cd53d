// The shared set-up of tool tests: one product and one fake provider per wire format, and requests for runs.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { answerLikeAModel } from '#server/adapters/fakes/fake-answers.ts'
import { startFakeProvider, type FakeProvider } from '#server/adapters/fakes/fake-provider.ts'
import type { WireFormat } from '#server/adapters/fakes/wire-frames.ts'
import type { ToolEvent, WritingTool } from '#shared/tools.ts'
import { briefs, type Brief } from './briefs.ts'
import { readEvents } from './read-events.ts'
import { createTestProduct, type Member, type TestProduct } from './test-product.ts'

type Case = { test: TestProduct; fake: FakeProvider }
const made = new Map<string, Promise<Case>>()
export function caseOf(format: WireFormat): Promise<Case> {
  const existing = made.get(format)
  if (existing) return existing
  const created = (async () => {
    const fake = await startFakeProvider(answerLikeAModel)
    return {
      fake,
      test: await createTestProduct({ env: { ...fake.env(format), MODEL_TIMEOUT_SECONDS: '5' } }),
    }
  })()
  made.set(format, created)
  return created
}
/** Ends every product of this file. */
export async function closeCases(): Promise<void> {
  for (const running of made.values()) {
    const { test, fake } = await running
    await test.close()
    await fake.close()
  }
  made.clear()
}

type Done = Extract<ToolEvent, { type: 'done' }>
export const end = (events: { event: ToolEvent }[]) => events.at(-1)!.event as Done
export const stagesDone = (events: { event: ToolEvent }[]) =>
  events.flatMap(({ event }) => (event.type === 'stage' && event.state === 'done' ? [event.stage] : []))
export const post = async (test: TestProduct, member: Member, path: string, body: object) =>
  test.post(`/v1/ai/tool/${path}`, { ...body, uuid: member.id }, member.token)
export const run = async (test: TestProduct, member: Member, path: string, body: object) => {
  const response = await post(test, member, path, body)
  expect([path, response.status]).toEqual([path, 200])
  return readEvents(response)
}
export const lastRow = (test: TestProduct, id: string) =>
  test.database
    .selectFrom('tool_use')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
export const balance = async (test: TestProduct, id: string) =>
  (
    await test.database
      .selectFrom('user_usage')
      .select('token')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).token

export const briefOf = <Name extends WritingTool>(tool: Name, language: 'Korean' | 'English' = 'Korean') =>
  briefs.find((brief): brief is Brief<Name> => brief.tool === tool && brief.form.language === language)!

/** The member's remaining images, and those that runs charged. */
export const imagesOf = async (test: TestProduct, member: Member) =>
  (
    await sql<{
      left: number
      lines: { amount: number; idempotency_key: string; tool_use_id: number | null }[] | null
    }>`
      select u.image + u.payment_image as left,
        (select json_agg(json_build_object('amount', h.amount, 'idempotency_key', h.idempotency_key, 'tool_use_id', h.tool_use_id) order by h.id)
          from image_history h where h.user_id = u.id and h.kind = 'use') as lines
      from user_usage u where u.id = ${member.id}`.execute(test.database)
  ).rows[0]!

/** The last event of a kind. */
export const eventOf = <Type extends ToolEvent['type']>(events: { event: ToolEvent }[], type: Type) =>
  events.map(({ event }) => event).findLast((event) => event.type === type) as
    | Extract<ToolEvent, { type: Type }>
    | undefined
