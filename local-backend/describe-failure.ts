import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { codeOf } from '#backend/database.ts'

/** Classes whose messages contain values of rows, or any text that a function raises. */
const classesWithValues = /^(22|23|44|P0)/
const framesMax = 8

/**
 * A failure for the log: SQLSTATE or Node's code, kind, message and position. It contains no text of users: no values
 * of rows, no quoted text of a language error, no addresses.
 */
export function describeFailure(error: Error): object {
  const code = codeOf(error) ?? codeOf(error.cause)
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  return {
    code,
    error: error.name,
    ...(code !== undefined && classesWithValues.test(code) ? {} : { message: safeMessage(error) }),
    stack: frames.slice(0, framesMax).map((line) => line.trim()),
  }
}

/** Postgres quotes names of tables and columns; the language quotes its input. */
function safeMessage(error: Error): string {
  const message = 'severity' in error ? error.message : error.message.replace(/["'][^]*["']/, '"…"')
  return message.replaceAll(/[^\s"'<>]+@[^\s"'<>]+/g, '…').slice(0, 500)
}

/** Identifies one request in the log: the proxy's id for it, or one of ours, and its method. */
export function describeRequest(c: Context, route: string): object {
  const given = c.req.header('x-request-id') ?? ''
  const requestId = /^[\w-]{1,64}$/.test(given) ? given : randomUUID()
  return { requestId, route: `${c.req.method} ${route.slice(0, 100)}` }
}
