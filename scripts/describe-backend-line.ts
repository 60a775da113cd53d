import { logLine } from '#shared/log-line.ts'

/** A failure, a warning or an event that local-backend logs. */
export type BackendLogLine = {
  level: 'error' | 'warn' | 'info'
  event: string
  stack?: string[]
  [fact: string]: unknown
}

/** One line: `backend: error rest_failed requestId=… route=GET /rest/v1/book code=XX000 … | at …`. */
export function describeBackendLine({ level, event, stack = [], ...facts }: BackendLogLine): string {
  const told = Object.entries(facts).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`],
  )
  return logLine([`backend: ${level} ${event} ${told.join(' ')}`, ...stack].join('\n'))
}
