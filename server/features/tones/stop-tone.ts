import { askToStop } from '#server/metering/stop-run.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Ends an analysis; nothing is charged, and the tone of before stays.
 * @throws AppError not_running for those that have ended and for those of others
 */
export async function stopTone(parts: Parts, input: { memberId: string; analysisId: number }): Promise<void> {
  const key = { table: 'tone_analysis' as const, id: input.analysisId }
  if (!(await askToStop(parts, { memberId: input.memberId, key }))) throw new AppError('not_running')
}
