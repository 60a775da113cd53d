import { describeFailure, logLine } from '#shared/log-line.ts'

/** Logs a failure: one line with its time, without members' text. */
export function logFailure(where: string, error: unknown): void {
  console.error(logLine(describeFailure(where, error)))
}
