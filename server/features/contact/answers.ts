// Our answers to questions (O04): an answer is stored in one transaction with its e-mail. A member also gets an alarm,
// and reads the answer on the contact page.
import { sql } from 'kysely'
import { actFor } from '#server/adapters/database.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { contactLimits } from '#shared/contact.ts'
import { AppError } from '#shared/errors.ts'

type Caller = { id: string; assurance: string; sessionId: string }
type Sending = Pick<Dependencies, 'database' | 'queue'>

/**
 * Stores an operator's answer, once, and enqueues its e-mail when the machine sends any.
 * @throws errors of the database: forbidden, not_found when the question is not open (any more)
 */
export async function answerAsOperator(
  deps: Sending & Pick<Dependencies, 'mail'>,
  { caller, question, answer }: { caller: Caller; question: number; answer: string },
): Promise<void> {
  await deps.database.transaction().execute(async (trx) => {
    await actFor(trx, caller)
    const { rows } = await sql<{ is_mailed: boolean }>`
      select private.operator_answer(${question}::bigint, ${answer}, ${deps.mail !== null}) as is_mailed`.execute(
      trx,
    )
    if (rows[0]?.is_mailed) await deps.queue.send(trx, 'send-emails', {})
  })
}

/**
 * Enqueues an answer whose e-mail failed, or that has none yet.
 * @throws AppError unavailable on a machine without e-mail; errors of the database: forbidden, not_found while it is
 * being sent and after delivery
 */
export async function sendAnswerAgain(
  deps: Sending & Pick<Dependencies, 'mail'>,
  { caller, question }: { caller: Caller; question: number },
): Promise<void> {
  if (!deps.mail) throw new AppError('unavailable')
  await deps.database.transaction().execute(async (trx) => {
    await actFor(trx, caller)
    await sql`select private.operator_send_answer(${question}::bigint)`.execute(trx)
    await deps.queue.send(trx, 'send-emails', {})
  })
}

/**
 * As `answerAsOperator`, for a terminal. It does not know whether e-mails are sent; the job does.
 * @throws AppError no_content, not_found when the question is not open (any more)
 */
export async function answerQuestion(deps: Sending, question: number, answer: string): Promise<void> {
  const text = answer.trim()
  if (text === '' || Array.from(text).length > contactLimits.answer) throw new AppError('no_content')
  await deps.database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ is_answered: boolean }>`
      select private.answer_contact(${question}::bigint, ${text}) as is_answered`.execute(trx)
    if (!rows[0]?.is_answered) throw new AppError('not_found')
    await sql`select private.enqueue_answer(${question}::bigint)`.execute(trx)
    await deps.queue.send(trx, 'send-emails', {})
  })
}
