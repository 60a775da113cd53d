import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { codeOf } from '#backend/database.ts'

/** Classes whose messages quote values of rows, or are whatever a function raises. */
const classesWithValues = /^(22|23|44|P0)/
const framesMax = 8

/**
 * A failure for the log: SQLSTATE or Node's code, kind, message and place. Nothing that people sent or wrote: no values of rows, no quoted
 * text of an error of the language, no addresses.
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

/** Postgres quotes names of tables and columns; the language quotes what it was given. */
function safeMessage(error: Error): string {
  const message = 'severity' in error ? error.message : error.message.replace(/["'][^]*["']/, '"…"')
  return message.replaceAll(/[^\s"'<>]+@[^\s"'<>]+/g, '…').slice(0, 500)
}

/** What tells one request in the log: the proxy's name for it, or one of ours, and its method. */
export function describeRequest(c: Context, route: string): object {
  const given = c.req.header('x-request-id') ?? ''
  const requestId = /^[\w-]{1,64}$/.test(given) ? given : randomUUID()
  return { requestId, route: `${c.req.method} ${route.slice(0, 100)}` }
}
