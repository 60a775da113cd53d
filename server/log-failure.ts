import { describeFailure, logLine } from '#shared/log-line.ts'

/** Writes a failure to the log: one line with its time, without what people wrote. */
export function logFailure(where: string, error: unknown): void {
  console.error(logLine(describeFailure(where, error)))
}
