import { createCallCounter } from '#server/adapters/daily-calls.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { logFailure } from '#server/log-failure.ts'
import type { CalledService } from '#shared/daily-calls.ts'
import { AppError } from '#shared/errors.ts'

export type WatchDependencies = Pick<Dependencies, 'config' | 'database' | 'keywords'>

/** A public site shows no samples as findings. */
export const mayWatch = ({ config, keywords }: WatchDependencies): boolean =>
  !(keywords.isSample && config.isPublic)

const failuresMax = 3

/**
 * Looks up each in order, within the day's budget of this name. After three failures in a row the source is down, or
 * refuses so many calls: the rest is due again in an hour.
 */
export async function watchEach<Due>(
  { database, keywords }: WatchDependencies,
  budget: CalledService,
  due: readonly Due[],
  lookUp: (each: Due) => Promise<void>,
): Promise<void> {
  const countCall = createCallCounter(database)
  let failures = 0
  for (const each of due) {
    try {
      if (!keywords.isSample) await countCall(budget)
      await lookUp(each)
      failures = 0
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failures++
      logFailure(`job ${budget}: a keyword was not looked up`, error)
      if (failures === failuresMax) return
    }
  }
}
