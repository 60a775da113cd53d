import { availableBalance } from '#server/metering/ledger.ts'
import type { Querier } from '#server/outside/database.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { PromptEvent } from '#shared/prompts-run.ts'
import type { EndedStatus, RunAnswerRow } from './prompt-run-rows.ts'
import { errorEvent } from './start-prompt-run.ts'

/** Everything about a run that has ended, told from its rows; `started` tells a reader to forget what it showed. */
export async function retellPromptRun(
  db: Querier,
  rows: RunAnswerRow[],
  { language, token }: { language: Language; token: number },
): Promise<PromptEvent[]> {
  const [own] = rows
  if (!own) throw new AppError('not_found')
  const isFailed = rows.every(({ status }) => status === 'failed')
  const isStopped = rows.some(({ status }) => status === 'stopped')
  const { tokens } = await availableBalance(db, own.memberId)
  return [
    {
      type: 'started',
      run_id: own.id,
      answers: rows.map(({ id, model, by }) => ({ id, model, by })),
      ceiling: 0,
      is_demo: rows.some(({ isDemo }) => isDemo),
      left_out: 0,
    },
    ...rows.flatMap(({ model, result, status, token: charged, errorCode }): PromptEvent[] => [
      ...(result ? [{ type: 'text' as const, model, delta: result }] : []),
      {
        type: 'answer',
        model,
        status: status as EndedStatus,
        token: charged,
        ...(errorCode ? { code: errorCode } : {}),
      },
    ]),
    ...(isFailed ? [errorEvent(new AppError(own.errorCode ?? 'prompt_use_create_failed'), language)] : []),
    {
      type: 'done',
      status: isFailed ? 'failed' : isStopped ? 'stopped' : 'done',
      token,
      available: tokens,
    },
  ]
}
