// What is running: a row, and which attempt at it. The ledger's causes and the ids of events are made of it.
export type RunKey = {
  table: 'tool_use' | 'prompt_use' | 'tool_edit' | 'keyword_search' | 'tone_analysis'
  id: number
  attempt: number
}

/** As in `private.usage_hold.run` and `private.run_event.run`. */
export const runOf = (key: Pick<RunKey, 'table' | 'id'>): string => `${key.table}:${key.id}`
export const idempotencyKeyOf = (key: RunKey): string => `${runOf(key)}:${key.attempt}`

/** Null for a key that is no run's. */
export function parseRunKey(idempotencyKey: string | null): RunKey | null {
  const [, table, id, attempt] =
    /^(tool_use|prompt_use|tool_edit|keyword_search|tone_analysis):(\d+)(?::(\d+))?$/.exec(
      idempotencyKey ?? '',
    ) ?? []
  return table ? { table: table as RunKey['table'], id: Number(id), attempt: Number(attempt ?? 1) } : null
}

const idsPerAttempt = 1_000_000
/** A reader may have seen events that a crash kept from being stored: what recovery adds must come after all of them. */
const idsOfRecovery = 900_000

export const firstEventId = (attempt: number): number => attempt * idsPerAttempt + 1
export const firstRecoveryId = (attempt: number): number => firstEventId(attempt) + idsOfRecovery
