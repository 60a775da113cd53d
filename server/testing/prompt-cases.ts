// The shared set-up of prompt run tests: a product with all three models behind one fake provider, prompts of an
// author, and their runs.
import { sql } from 'kysely'
import { startFakeProvider, type FakeCall, type FakeProvider } from '#server/adapters/fakes/fake-provider.ts'
import type { PromptEvent } from '#shared/prompts-run.ts'
import { findBrokenRules } from './find-broken-rules.ts'
import { readEvents } from './read-events.ts'
import { createTestProduct, type Member, type TestProduct } from './test-product.ts'

export const executePath = '/v1/ai/use/execute/prompt'
export const answerOf = {
  openai: '안녕하세요, gpt예요.',
  anthropic: 'claude의 답이에요.',
  gemini: 'gemini가 답해요.',
}

export type PromptCase = {
  test: TestProduct
  fake: FakeProvider
  /** A prompt, its author, and a member who runs it. */
  scene(prompt?: Parameters<typeof insertPrompt>[2]): Promise<{ author: Member; member: Member; id: number }>
  /** Call it between tests: it resets the models' answers and checks the invariants. */
  settle(): Promise<void>
  close(): Promise<void>
}

export async function createPromptCase(env: Record<string, string> = {}): Promise<PromptCase> {
  const fake = await startFakeProvider(answerPrompt)
  const keys = { ...fake.env('anthropic'), ...fake.env('gemini'), ...fake.env('openai') }
  const test = await createTestProduct({ env: { ...keys, ...env } })
  return {
    test,
    fake,
    async scene(prompt) {
      const [author, member] = [await test.member(), await test.member()]
      return { author, member, id: await insertPrompt(test, author, prompt) }
    },
    async settle() {
      fake.reply = answerPrompt
      fake.calls.length = 0
      const broken = await findBrokenRules(test.database)
      if (broken.length > 0) throw new Error(broken.join('\n'))
    },
    async close() {
      await test.close()
      await fake.close()
    },
  }
}

export const answerPrompt = ({ format }: FakeCall) => ({
  text: answerOf[format as keyof typeof answerOf],
  usage: { input: 40, output: 20 },
})

/** @returns the prompt's id: shown by default; models by their ids (P01) */
export async function insertPrompt(
  test: TestProduct,
  author: { id: string },
  prompt: { text?: string; title?: string; model?: 1 | 2 | 6; isShow?: boolean; language?: 'ko' | 'en' } = {},
): Promise<number> {
  const isShow = prompt.isShow ?? true
  const { rows } = await sql<{ id: number }>`
    insert into prompt (title, description, prompt, language, is_show, review_status, user_id, prompt_model_id, prompt_category_sub_id)
    values (${prompt.title ?? '소개문 쓰기'}, '소개문을 써요', ${prompt.text ?? '##이름##의 소개문을 써 주세요.'},
      ${prompt.language ?? 'ko'}, ${isShow}, ${isShow ? 'published' : 'draft'}, ${author.id}, ${prompt.model ?? 1}, 1)
    returning id`.execute(test.database)
  return rows[0]!.id
}

/** Runs a prompt as the screens do: with events. */
export const runPrompt = (test: TestProduct, member: Member, body: object): Promise<Response> =>
  test.post(`${executePath}?uuid=${member.id}`, { ...body, uuid: member.id }, member.token, {
    accept: 'text/event-stream',
  })

export async function eventsIn(response: Response): Promise<PromptEvent[]> {
  return (await readEvents<PromptEvent>(response)).map(({ event }) => event)
}

export const textIn = (events: PromptEvent[], model?: string): string =>
  events
    .map((event) => (event.type === 'text' && (!model || event.model === model) ? event.delta : ''))
    .join('')

export const usesOf = (test: TestProduct, member: { id: string }) =>
  test.database.selectFrom('prompt_use').selectAll().where('user_id', '=', member.id).orderBy('id').execute()

export const alarmsOf = (test: TestProduct, member: { id: string }) =>
  test.database
    .selectFrom('user_alarm')
    .select(['kind', 'source_id', 'data'])
    .where('user_id', '=', member.id)
    .orderBy('id')
    .execute()

export async function tokensOf(test: TestProduct, member: { id: string }): Promise<number> {
  const row = await test.database
    .selectFrom('user_usage')
    .select('token')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  return row.token
}

export async function useCountOf(test: TestProduct, id: number): Promise<number> {
  const row = await test.database
    .selectFrom('prompt')
    .select('use_count')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.use_count
}
