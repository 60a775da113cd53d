import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#shared/database.types.ts'
import { sessionCookieName, sessionCookieSeconds } from '#shared/accounts.ts'
import { AppError, isErrorCode, type ErrorCode } from '#shared/errors.ts'
import { sendDeletionsWithKeepalive, retryNetwork } from './retry.ts'
import { whenOnline } from './chunk-errors.ts'

export type Supabase = SupabaseClient<Database>

/** The backend's URL for the browser; an empty url means the page's own origin. */
export type SupabaseConfig = { url: string; key: string }

/** Server and browser use the same name and format of the session cookie, so that each finds the other's (A20). */
export const sessionCookieOptions = {
  name: sessionCookieName,
  path: '/',
  sameSite: 'lax',
  httpOnly: false,
  maxAge: sessionCookieSeconds,
} as const

let browserClient: Promise<Supabase> | undefined

/**
 * The browser's backend client, one per page. supabase-js is fetched only now, so that visitors never load it.
 * @throws Error `supabaseUrl is required.` or `supabaseKey is required.` (O14)
 */
export function getSupabase(backend: SupabaseConfig): Promise<Supabase> {
  browserClient ??= createSupabase({ ...backend, url: backend.url || window.location.origin })
  return browserClient
}

async function createSupabase(backend: SupabaseConfig): Promise<Supabase> {
  requireBackend(backend)
  const { createBrowserClient } = await whenOnline(() => import('@supabase/ssr'))
  return createBrowserClient(backend.url, backend.key, {
    cookieOptions: { ...sessionCookieOptions, secure: window.location.protocol === 'https:' },
    auth: { detectSessionInUrl: false },
    global: { fetch: retryNetwork(sendDeletionsWithKeepalive(window.fetch.bind(window))) },
    realtime: realtimeOptions,
  })
}

/** Timeout and retry delays of the realtime connection (N10). The client's own defaults change with its versions. */
export const realtimeOptions = {
  timeout: 10_000,
  heartbeatIntervalMs: 30_000,
  reconnectAfterMs: (attempt: number) => [1_000, 2_000, 5_000][attempt - 1] ?? 10_000,
}

/** The messages of supabase-js itself, which @supabase/ssr hides behind one of its own (O14). */
export function requireBackend(backend: SupabaseConfig): void {
  if (!backend.url.trim()) throw new Error('supabaseUrl is required.')
  if (!backend.key.trim()) throw new Error('supabaseKey is required.')
}

const codeOfDataError: Record<string, ErrorCode> = {
  PGRST116: 'not_found',
  '42501': 'sign_in_required',
  // The session has ended elsewhere, or the token has run out.
  PGRST301: 'sign_in_required',
  PGRST303: 'sign_in_required',
  over_request_rate_limit: 'too_many_requests',
}

/**
 * Maps an error of the backend's data calls to an AppError. SQL raises our own codes as message.
 * Any other message becomes `try_again`, so that no database text reaches a user.
 */
export function asAppError(error: { code?: string; message?: string; details?: unknown }): AppError {
  if (isErrorCode(error.message)) return new AppError(error.message, { cause: error })
  return new AppError(codeOfDataError[error.code ?? ''] ?? 'try_again', { cause: error })
}

/** Whether a cookie header has a session: whole or in chunks, but not only the verifier of an active sign-in. */
export function hasSessionCookie(cookies: string): boolean {
  return cookies.split(';').some((pair) => sessionCookiePattern.test(pair.trim()))
}

const sessionCookiePattern = new RegExp(`^${sessionCookieName}(\\.\\d+)?=.`)
