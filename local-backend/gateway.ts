// The check before every service: API keys and the caller's role.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { AccessClaims, AccessTokens } from '#backend/access-token.ts'
import type { BackendKeys } from '#backend/keys.ts'
import type { LiveSessions } from '#backend/live-sessions.ts'

export type DatabaseRole = 'anon' | 'authenticated' | 'service_role'

export type Caller = {
  role: DatabaseRole
  /** Claims of the member's access token; null when the API key alone decides. */
  claims: AccessClaims | null
}

export type KeyKind = 'publishable' | 'secret'
export type KeyCheck = { kind: KeyKind; refusal?: undefined } | { refusal: { message: string; hint: string } }

/**
 * The kind of key in the header `apikey`. Messages as at Supabase's gateway. A secret key from a browser is refused: it
 * has leaked.
 */
export function checkApiKey(headers: Headers, keys: BackendKeys): KeyCheck {
  const apiKey = headers.get('apikey')
  if (!apiKey) {
    return {
      refusal: {
        message: 'No API key found in request',
        hint: 'No `apikey` request header or url param was found.',
      },
    }
  }
  const kind = kindOf(apiKey, keys)
  if (kind === 'publishable') return { kind }
  if (kind === null) return { refusal: { message: 'Invalid API key', hint: 'Double check your API key.' } }
  if (!/mozilla\/|opera/i.test(headers.get('user-agent') ?? '')) return { kind: 'secret' }
  return {
    refusal: {
      message: 'Forbidden use of secret API key in browser',
      hint: 'Secret API keys can only be used in a protected environment and should never be used in a browser.',
    },
  }
}

/** The kind of the key, compared in constant time. */
function kindOf(apiKey: string, keys: BackendKeys): KeyKind | null {
  const given = digest(apiKey)
  const known = digestsOf(keys)
  if (known.publishable.some((expected) => timingSafeEqual(given, expected))) return 'publishable'
  return known.secret.some((expected) => timingSafeEqual(given, expected)) ? 'secret' : null
}

type KeyDigests = Record<KeyKind, Buffer[]>
const knownDigests = new WeakMap<BackendKeys, KeyDigests>()

function digestsOf(keys: BackendKeys): KeyDigests {
  const known = knownDigests.get(keys)
  if (known) return known
  const made = {
    publishable: [keys.publishableKey, keys.anonKey].map(digest),
    secret: [keys.secretKey, keys.serviceRoleKey].map(digest),
  }
  knownDigests.set(keys, made)
  return made
}

export type CallerCheck =
  | { caller: Caller; refusal?: undefined }
  | { caller?: undefined; refusal: 'expired' | 'invalid' }

/**
 * The role of a request whose API key was accepted. supabase-js repeats the key as bearer token without a session. Any
 * other bearer token must be a valid access token of ours, and an invalid one is refused, never treated as a visitor.
 */
export async function identifyCaller(
  headers: Headers,
  kind: KeyKind,
  tokens: AccessTokens,
): Promise<CallerCheck> {
  const authorization = headers.get('authorization')
  const ownRole = kind === 'secret' ? 'service_role' : 'anon'
  if (authorization === null) return { caller: { role: ownRole, claims: null } }
  const bearer = /^bearer +(\S+)$/i.exec(authorization)?.[1]
  if (bearer === undefined) return { refusal: 'invalid' }
  if (bearer === headers.get('apikey')) return { caller: { role: ownRole, claims: null } }
  const verified = await tokens.verify(bearer)
  if (verified.refusal) return { refusal: verified.refusal }
  return { caller: { role: verified.claims.role as DatabaseRole, claims: verified.claims } }
}

/**
 * As identifyCaller, and the session of the token must be active. A token that another party signed with our key,
 * without a session, is valid until it expires.
 */
export async function identifyLiveCaller(
  headers: Headers,
  kind: KeyKind,
  { tokens, sessions }: { tokens: AccessTokens; sessions: LiveSessions },
): Promise<{ caller: Caller; refusal?: undefined } | { refusal: 'expired' | 'invalid' | 'ended' }> {
  const identified = await identifyCaller(headers, kind, tokens)
  const claims = identified.caller?.claims
  if (!claims?.session_id || (await sessions.isLive(claims))) return identified
  return { refusal: 'ended' }
}

/** Compares in constant time. */
export function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
