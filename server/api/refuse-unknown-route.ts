import type { Handler, Hono } from 'hono'
import { AppError } from '#shared/errors.ts'

/**
 * Answers a path without a handler: 405 when the path has another method, else 404.
 * @param app provides the routes; its own catch-all and middleware do not count
 */
export function refuseUnknownRoute(app: Hono): Handler {
  return (c) => {
    const allowed = app.routes
      .filter((route) => route.method !== 'ALL' && matches(route.path, c.req.path))
      .map((route) => route.method)
    if (allowed.length === 0) throw new AppError('not_found')
    c.header('allow', [...new Set(allowed)].join(', '))
    throw new AppError('method_not_allowed')
  }
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/')
  const actual = path.split('/')
  return (
    expected.length === actual.length &&
    expected.every((part, i) => part.startsWith(':') || part === actual[i])
  )
}
