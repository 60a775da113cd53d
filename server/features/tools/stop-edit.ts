import { askToStop } from '#server/metering/stop-run.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Asks a command to end; what it wrote is charged.
 * @throws AppError not_running for commands that have ended and for those of others
 */
export async function stopEdit(parts: Parts, input: { memberId: string; editId: number }): Promise<void> {
  const key = { table: 'tool_edit' as const, id: input.editId }
  if (!(await askToStop(parts, { memberId: input.memberId, key }))) throw new AppError('not_running')
}
