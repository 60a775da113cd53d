import type { Dependencies } from '#server/dependencies.ts'
import { cancelRun } from '#server/runs/cancel-run.ts'
import { readRunOf } from '#server/runs/run-row.ts'
import type { RunStatus } from '#shared/tools.ts'

/**
 * Cancels the run of a text.
 * @returns the text after that, with the cost of all its runs
 * @throws AppError not_found for other members' texts, not_running when it ended before
 */
export async function stopToolRun(
  deps: Dependencies,
  { memberId, textId }: { memberId: string; textId: number },
): Promise<{ id: number; status: RunStatus; token: number }> {
  await cancelRun(deps, await readRunOf(deps.database, { kind: 'tool_use', subjectId: textId, memberId }))
  return deps.database
    .selectFrom('tool_use')
    .select(['id', 'status', 'token'])
    .where('id', '=', textId)
    .executeTakeFirstOrThrow()
}
