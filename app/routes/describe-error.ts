import { isErrorCode, type ErrorCode } from '#shared/errors.ts'

/** The part of the router's error responses that decides; `internal` marks those which the router raised itself. */
export type ErrorFacts = { status: number; internal?: boolean; data?: unknown }

export type ErrorDescription = {
  kind: 'notFound' | 'failed' | 'offline' | 'other'
  code: string
  /** The AppError behind it, which has its own message (A34). */
  error?: ErrorCode
}

/**
 * The page of an error and its fixed line. `Page Not Found: {path}`, in the router's own spelling if the router raised
 * it (R25, R26). `Internal Server Error` for everything that is no response (R27), and the status for the rest.
 * @param error a route's error response, or null when something else was thrown: without a connection, the missing
 * connection
 */
export function describeError(error: ErrorFacts | null, path: string, isOnline = true): ErrorDescription {
  if (error === null && !isOnline) return { kind: 'offline', code: '' }
  if (error === null || error.status >= 500) {
    const own = (error?.data as { code?: unknown } | null | undefined)?.code
    return { kind: 'failed', code: 'Internal Server Error', ...(isErrorCode(own) ? { error: own } : {}) }
  }
  if (error.status === 404) {
    return {
      kind: 'notFound',
      code: `${error.internal ? 'Page not found' : 'Page Not Found'}: ${readablePath(path)}`,
    }
  }
  return { kind: 'other', code: String(error.status) }
}

function readablePath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
