import type { PostgrestSingleResponse } from '@supabase/supabase-js'
import { createServerClient, parseCookieHeader, serializeCookieHeader } from '@supabase/ssr'
import { data, redirect, redirectDocument, type MiddlewareFunction } from 'react-router'
import { sessionCookieName } from '#shared/accounts.ts'
import en from '#shared/messages/en/errors.json'
import ko from '#shared/messages/ko/errors.json'
import { missingConsents } from '#shared/consents.ts'
import { AppError } from '#shared/errors.ts'
import type { RequestConfig } from '#shared/request-config.ts'
import type { Language } from '#shared/language.ts'
import { requestLanguage } from './language.ts'
import { findOwnUsage } from './own-usage.ts'
import { findRedirect, isGuarded, needsConsent, signInPath } from './redirects.ts'
import { retryNetwork } from './retry.ts'
import { requestConfig } from './request-config.ts'
import { requestSession, type MemberRecord, type RequestSession, type Session } from './session.ts'
import {
  asAppError,
  hasSessionCookie,
  requireBackend,
  sessionCookieOptions,
  type Supabase,
} from './supabase.ts'

/**
 * Runs before every page and every navigation inside the app, because the root has a loader.
 * It identifies the user, then applies the redirect rules (R20), the guard (R15) and the block (R22), in this order.
 * All of them come before any 404.
 */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const facts = context.get(requestConfig)
  const headers = new Headers()
  const asked = await findSession(request, url, facts, headers)
  if (asked instanceof Response) return withHeaders(asked, headers)
  const found = asHelped(url, asked)
  context.set(requestSession, found)
  const response = findWayOut(url, facts, found) ?? (await next())
  return withHeaders(response, headers)
}

/**
 * A member without a code can still ask for help, as a visitor. A session that lacks the second factor has no rights
 * there.
 */
function asHelped(url: URL, found: RequestSession): RequestSession {
  const { language, session } = found
  const isHelp = url.pathname.toLowerCase() === `/${language}/contact`
  if (!isHelp || session.kind !== 'member' || !session.record.needs_second_factor) return found
  return { language, session: { kind: 'visitor' }, supabase: null }
}

/** Makes a backend client for the request whose cookie changes are added to `headers`. @throws Error (O14) */
export function createRequestSupabase(
  request: Request,
  facts: RequestConfig,
  headers: Headers,
  url = facts.supabaseUrl,
): Supabase {
  requireBackend({ url, key: facts.supabasePublishableKey })
  return createServerClient(url, facts.supabasePublishableKey, {
    cookieOptions: { ...sessionCookieOptions, secure: facts.siteOrigin.startsWith('https:') },
    cookies: {
      getAll: () => parseCookieHeader(request.headers.get('Cookie') ?? ''),
      setAll(cookies, cacheHeaders) {
        for (const { name, value, options } of cookies)
          headers.append('Set-Cookie', serializeCookieHeader(name, value, options))
        for (const [name, value] of Object.entries(cacheHeaders)) headers.set(name, value)
      },
    },
    global: { headers: proxyHeaders(facts), fetch: retryNetwork(fetch) },
  })
}

/** Calls from this server carry the visitor's address, or all visitors would share one rate limit. */
function proxyHeaders(facts: RequestConfig): Record<string, string> {
  return facts.proxySecret
    ? {
        'x-proxy-secret': facts.proxySecret,
        'x-forwarded-for': facts.clientAddress,
        // Hosted Supabase's gateways add themselves to the header above; SQL reads this one.
        'x-visitor-address': facts.clientAddress,
      }
    : {}
}

/** Identifies the user, or refuses a member with too many pages before any data of the page is read. */
async function findSession(
  request: Request,
  url: URL,
  facts: RequestConfig,
  headers: Headers,
): Promise<RequestSession | Response> {
  const language = requestLanguage(url.pathname, request.headers)
  if (!hasSessionCookie(request.headers.get('Cookie') ?? ''))
    return { language, session: { kind: 'visitor' }, supabase: null }
  // The response below is personal.
  headers.set('Cache-Control', 'private, no-store')
  const supabase = createRequestSupabase(request, facts, headers)
  const claims = await readClaims(supabase)
  if (claims === 'malformed') {
    expireSession(request, facts, headers)
    return { language, session: { kind: 'visitor' }, supabase: null }
  }
  const waitSeconds = claims && (await facts.countPage(claims.sub))
  if (waitSeconds !== null) return tooManyPages(language, waitSeconds)
  return { language, session: await readSession(supabase, claims), supabase }
}

function tooManyPages(language: Language, waitSeconds: number): Response {
  const words = language === 'en' ? en : ko
  return new Response(words.too_many_requests, {
    status: 429,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': String(waitSeconds) },
  })
}

type Claims = NonNullable<Awaited<ReturnType<Supabase['auth']['getClaims']>>['data']>['claims']

/** `malformed` for a cookie that holds no session at all, as a subdomain can set one: the client throws on it at each page. */
async function readClaims(supabase: Supabase): Promise<Claims | null | 'malformed'> {
  try {
    const { data } = await supabase.auth.getClaims()
    return data?.claims ?? null
  } catch (error) {
    console.error('A session cookie could not be read and is removed.', error)
    return 'malformed'
  }
}

/** Removes the session's cookies with all their chunks, those of the whole domain too. */
function expireSession(request: Request, { siteOrigin }: RequestConfig, headers: Headers): void {
  const isSession = new RegExp(`^${sessionCookieName}(\\.\\d+)?$`)
  const names = parseCookieHeader(request.headers.get('Cookie') ?? '').flatMap(({ name }) =>
    isSession.test(name) ? [name] : [],
  )
  const domain = siteOrigin ? new URL(siteOrigin).hostname : undefined
  for (const name of new Set(names))
    for (const scope of [{}, ...(domain ? [{ domain }] : [])])
      headers.append('Set-Cookie', serializeCookieHeader(name, '', { path: '/', maxAge: 0, ...scope }))
}

/**
 * Verifies the token's signature and reads its member. A session that cannot be verified or refreshed counts as a
 * visitor's; only supabase-js decides whether its cookie is removed (A15).
 * @throws a response with the code `user_or_usage_failed` when the backend does not answer, for which the page has a
 * message (A34)
 */
async function readSession(supabase: Supabase, claims: Claims | null): Promise<Session> {
  if (!claims) return { kind: 'visitor' }
  const id = claims.sub
  const [answer, usage] = await Promise.all([
    supabase.from('user').select(recordColumns).eq('id', id).single<MemberRecord>(),
    findOwnUsage(supabase).catch((error: unknown) => ({ problem: error })),
  ])
  if (answer.status === 401) {
    // Signed out elsewhere: the token is good for a while longer, its session is not.
    await supabase.auth.signOut({ scope: 'local' })
    return { kind: 'visitor' }
  }
  const record = rowOrNull<MemberRecord>(answer)
  if (usage && 'problem' in usage) throw unreadable('The balance could not be read.', usage.problem)
  if (!record) return { kind: 'newcomer', id }
  // The account was deleted elsewhere. Its sessions have ended, and only this token is still valid.
  if (!record.is_active) return { kind: 'visitor' }
  return {
    kind: 'member',
    record,
    usage,
    assurance: claims.aal ?? 'aal1',
    userAuth: claims.user_metadata?.user_auth ?? null,
  }
}

const recordColumns =
  'id, uuid, nickname, email, photo, background, provider, role, recommend_code, is_email_reception, is_block, is_active, created_at, needs_second_factor, open_sign_up, consents'

/** A member's own row, or null before sign-up (PGRST116). */
function rowOrNull<Row>({ data: row, error }: PostgrestSingleResponse<Row>): Row | null {
  if (!error) return row
  if (asAppError(error).code === 'not_found') return null
  throw unreadable('The member could not be read.', error)
}

/** A response, whose code selects the page's message: React Router hides errors of other kinds in production. */
function unreadable(message: string, error: unknown) {
  console.error(message, error)
  const { code, status } = new AppError('user_or_usage_failed')
  return data({ code }, { status })
}

function findWayOut(url: URL, facts: RequestConfig, { language, session }: RequestSession): Response | null {
  const rule = findRedirect(url.pathname, facts.redirectRules)
  if (rule) return rule.isDocument ? redirectDocument(rule.to) : redirect(rule.to)
  if (session.kind === 'member' && session.record.is_block)
    return leaveUnlessAt(url, `/${language}/sign/block`)
  if (session.kind === 'member' && session.record.needs_second_factor)
    return leaveUnlessAt(url, `/${language}/sign/confirm`, confirmPath(language, url))
  if (session.kind === 'member' && needsConsent(url) && missingConsents(session.record.consents).length > 0)
    return redirect(signInPath(language, url).replace('/sign/in?', '/sign/consent?'))
  if (session.kind === 'member' || !isGuarded(url.pathname)) return null
  // Newcomers have a session, so they need the sign-up, not another sign-in.
  return redirect(session.kind === 'newcomer' ? confirmPath(language, url) : signInPath(language, url))
}

const confirmPath = (language: Language, wanted: URL) =>
  signInPath(language, wanted).replace('/sign/in?', '/sign/confirm?')

function leaveUnlessAt(url: URL, target: string, way = target): Response | null {
  return url.pathname.toLowerCase() === target ? null : redirect(way)
}

function withHeaders(response: Response, headers: Headers): Response {
  for (const [name, value] of headers) {
    if (name === 'set-cookie') response.headers.append(name, value)
    else response.headers.set(name, value)
  }
  return response
}
