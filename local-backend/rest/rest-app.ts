import { Hono, type Context } from 'hono'
import type pg from 'pg'
import type { AccessTokens } from '#backend/access-token.ts'
import { describeFailure, describeRequest } from '#backend/describe-failure.ts'
import type { CallCounter } from '#backend/call-counter.ts'
import { NoConnection, subjectOf, type ConnectionShares } from '#backend/connection-shares.ts'
import { checkApiKey, identifyLiveCaller, type Caller } from '#backend/gateway.ts'
import type { BackendKeys } from '#backend/keys.ts'
import { limitBody } from '#backend/limit-body.ts'
import type { LiveSessions } from '#backend/live-sessions.ts'
import { answerHeaders } from './answer-headers.ts'
import { answerCall, answerRead, answerWrite } from './answer.ts'
import { fromPostgresError } from './postgres-error.ts'
import { RestError } from './rest-error.ts'
import type { RestLimits } from './rest-limits.ts'
import { readRequest } from './rest-request.ts'
import type { SchemaCache } from './schema-cache.ts'

export type RestContext = {
  pool: pg.Pool
  statementTimeoutMilliseconds: number
  limits: RestLimits
  counter: CallCounter
  shares: ConnectionShares
  cache: SchemaCache
  keys: BackendKeys
  tokens: AccessTokens
  sessions: LiveSessions
  log: (line: object) => void
}

type RestEnv = { Variables: { caller: Caller } }

const bodyMaxBytes = 10 * 1_048_576

/**
 * Everything below /rest/v1: tables and views at /<name>, functions at /rpc/<name>. It serves no description of itself
 * and no plans.
 */
export function createRestApp(rest: RestContext): Hono<RestEnv> {
  const app = new Hono<RestEnv>()
  app.onError((error, c) => answerError(rest, error, c))
  app.use(async (c, next) => {
    const key = checkApiKey(c.req.raw.headers, rest.keys)
    if (key.refusal) return c.json(key.refusal, 401, answerHeaders)
    const identified = await identifyLiveCaller(c.req.raw.headers, key.kind, rest)
    if (identified.refusal) throw refusedToken(identified.refusal)
    c.set('caller', identified.caller)
    requireFewCalls(rest.counter, identified.caller, c.get('clientAddress'))
    return next()
  })
  app.use(
    limitBody({
      maxSize: bodyMaxBytes,
      onError: (c) => answerError(rest, new RestError(413, 'PGRST102', 'Request body is too large'), c),
    }),
  )
  app.all('/rpc/:name', async (c) => answerCall(rest.pool, await read(rest, c), c.req.param('name')))
  app.on(['GET'], '/:name', async (c) => answerRead(rest.pool, await read(rest, c), c.req.param('name')))
  app.all('/:name', async (c) => answerWrite(rest.pool, await read(rest, c), c.req.param('name')))
  app.all('*', (c) => {
    if (/^\/rest\/v1\/?$/.test(c.req.path))
      throw new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled')
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
  })
  return app
}

async function read(rest: RestContext, c: Context<RestEnv>) {
  const schema = await rest.cache.current()
  const caller = c.get('caller')
  const { statementTimeoutMilliseconds, limits, shares } = rest
  return readRequest(c, {
    caller,
    schema,
    address: c.get('clientAddress'),
    statementTimeoutMilliseconds:
      caller.role === 'anon'
        ? Math.min(statementTimeoutMilliseconds, limits.visitorTimeoutMilliseconds)
        : statementTimeoutMilliseconds,
    limits,
    shares,
  })
}

/** A visitor is counted by address, a member by account; the secret key is not counted. */
function requireFewCalls(counter: CallCounter, caller: Caller, address: string): void {
  if (caller.role === 'service_role') return
  const waitSeconds = counter.count(subjectOf(caller, address))
  if (waitSeconds === null) return
  throw new RestError(429, 'over_request_rate_limit', 'Request rate limit reached', null, null, {
    'retry-after': String(waitSeconds),
  })
}

function refusedToken(refusal: 'expired' | 'invalid' | 'ended'): RestError {
  if (refusal === 'ended') return new RestError(401, 'PGRST301', 'The session has ended')
  return refusal === 'expired'
    ? new RestError(401, 'PGRST303', 'JWT expired')
    : new RestError(401, 'PGRST301', 'JWT could not be verified')
}

function knownError(error: Error, role: Caller['role']): RestError | null {
  if (error instanceof RestError) return error
  if (!(error instanceof NoConnection)) return fromPostgresError(error, role)
  const message = 'Timed out acquiring connection from connection pool.'
  return new RestError(504, 'PGRST003', message, null, null, { 'retry-after': '2' })
}

function answerError(rest: RestContext, error: Error, c: Context<RestEnv>): Response {
  const known = knownError(error, c.get('caller')?.role ?? 'anon')
  const answer = known ?? new RestError(500, 'PGRSTX00', 'Unexpected failure')
  if (answer.status >= 500) {
    rest.log({
      level: 'error',
      event: 'rest_failed',
      ...describeRequest(c, c.req.path),
      ...describeFailure(error),
    })
  }
  const headers: Record<string, string> = { ...answerHeaders, ...answer.headers }
  if (answer.status === 401) headers['www-authenticate'] = 'Bearer'
  return c.json(answer.body, answer.status, headers)
}
