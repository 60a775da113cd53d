// The rows of a prompt run: its own, and one for each parallel model.
import { sql, type ExpressionBuilder, type Transaction } from 'kysely'
import type { Querier } from '#server/adapters/database.ts'
import type { Tables } from '#server/adapters/tables.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { promptModels, type PromptModelName } from '#shared/prompts.ts'
import type { PromptAnswer } from '#shared/prompts-run.ts'
import type { EndedStatus } from '#server/runs/run-row.ts'
import type { ModelName } from '#shared/usage.ts'
import type { PromptOrder } from './resolve-prompt-request.ts'

/** The end of one answer. */
export type AnswerEnd = {
  id: number
  status: EndedStatus
  result: string
  errorCode: ErrorCode | null
  token: number
  usage: { input: number; output: number }
  durationMs: number
}

type NewAnswer = { model: PromptModelName; by: ModelName; isDemo: boolean }

/**
 * Keeps a conversation from being deleted until the transaction ends. @throws AppError not_found when it is deleted already
 */
export async function lockConversation(trx: Querier, id: number): Promise<void> {
  const found = await trx
    .selectFrom('prompt_use')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw new AppError('not_found')
}

/** Inserts the run's own row and those of the parallel models, in their order. */
export async function insertAnswers(
  trx: Transaction<Tables>,
  memberId: string,
  order: PromptOrder,
  answers: NewAnswer[],
): Promise<PromptAnswer[]> {
  if (order.parentId !== null) await lockConversation(trx, order.parentId)
  const rows: PromptAnswer[] = []
  for (const { model, by, isDemo } of answers) {
    const own = rows[0]
    const { id } = await trx
      .insertInto('prompt_use')
      .values({
        status: 'running',
        title: order.parentId === null && !own ? order.title : '',
        prompt: order.asked.text,
        prompt_parameter: JSON.stringify(order.asked.values),
        model: by,
        is_demo: isDemo,
        prompt_id: order.promptId,
        prompt_type_id: order.typeId,
        prompt_model_id: promptModels[model],
        prompt_use_id: own?.id ?? order.parentId,
        is_comparison: own !== undefined,
        regenerated_from_id: own ? null : order.againOfId,
        user_id: memberId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    rows.push({ id, model, by })
  }
  return rows
}

export async function setAnswersStatus(
  db: Querier,
  runId: number,
  status: 'queued' | 'running',
): Promise<void> {
  await db
    .updateTable('prompt_use')
    .set({ status })
    .where((eb) => ofRun(eb, runId))
    .where('status', 'in', ['queued', 'running'])
    .execute()
}

/** Writes the ends of answers. Rows that were deleted meanwhile, with their member, are not inserted again. */
export async function closeAnswers(trx: Querier, ends: AnswerEnd[]): Promise<void> {
  for (const end of ends) {
    await trx
      .updateTable('prompt_use')
      .set({
        status: end.status,
        result: end.result,
        error_code: end.errorCode,
        token: end.token,
        token_input: end.usage.input,
        token_output: end.usage.output,
        duration: end.durationMs,
      })
      .where('id', '=', end.id)
      .execute()
  }
}

/** Counts the run for its prompt and notifies the author (P28); the database decides when. */
export async function countPromptUse(trx: Querier, runId: number): Promise<void> {
  await sql`select private.count_prompt_use(${runId}::bigint)`.execute(trx)
}

const ofRun = (eb: ExpressionBuilder<Tables, 'prompt_use'>, runId: number) =>
  eb.or([eb('id', '=', runId), eb.and([eb('prompt_use_id', '=', runId), eb('is_comparison', '=', true)])])
