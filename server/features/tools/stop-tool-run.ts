import type { Dependencies } from '#server/dependencies.ts'
import { cancelRun } from '#server/runs/cancel-run.ts'
import { readRunOf } from '#server/runs/run-row.ts'
import type { RunStatus } from '#shared/tools.ts'

/**
 * Ends the writing of a text.
 * @returns the text as it stands then: with what all its runs have cost
 * @throws AppError not_found for texts of others, not_running when it ended before
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
