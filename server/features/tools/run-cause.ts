// A run's cause in the ledger names its row, so that whoever finds one finds the other.
const prefix = 'tool_use:'

export const causeOfRun = (runId: number): string => prefix + runId

/** Null for a cause of another kind of run. */
export function runIdOfCause(cause: string | null): number | null {
  return cause?.startsWith(prefix) ? Number(cause.slice(prefix.length)) : null
}
