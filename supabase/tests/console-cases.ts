// What tests of the console share: a database with people in it, and prompts that wait for a decision.
import pg from 'pg'
import { createMember, createTestDatabase, type TestMember } from '#scripts/testing/database.ts'
import { runAs } from './as-actor.ts'

/** Whose session was lifted with a second factor: the only kind that the console knows. */
export const liftedSession = ({ id, sessionId }: TestMember) => ({ id, sessionId, aal: 'aal2' }) as const

/** A database of its own, where nobody has anything yet. */
export async function openConsole() {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()

  async function member(role = 'member'): Promise<TestMember> {
    const made = await createMember(database.adminUrl, { token: 0 })
    await client.query(`update public."user" set role = $2 where id = $1`, [made.id, role])
    return made
  }
  const as = (who: TestMember, text: string, values: unknown[] = []) =>
    runAs(client, { role: 'authenticated', ...liftedSession(who) }, text, values, true)

  /** A prompt that waits for its review. */
  async function handIn(
    author: TestMember,
    title = 'Plan a week',
  ): Promise<{ prompt: number; version: number }> {
    const { rows } = await as(
      author,
      `insert into public.prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id)
       values ($2, 'd', $2 || ' in ##days## days', 'en', $1, 1, 1) returning id`,
      [author.id, title],
    )
    const prompt = Number(rows[0].id)
    return { prompt, version: await waitingOf(prompt) }
  }
  /** The version of a prompt that waits. */
  async function waitingOf(prompt: number): Promise<number> {
    const { rows } = await client.query<{ id: string }>(
      `select id from public.prompt_version where prompt_id = $1 and status = 'in_review'`,
      [prompt],
    )
    return Number(rows[0]!.id)
  }
  return {
    client,
    member,
    as,
    handIn,
    waitingOf,
    async close() {
      await client.end()
      await database.close()
    },
  }
}
