import type { Context } from 'hono'
import type { ConnectionShares } from '#backend/connection-shares.ts'
import type { Caller } from '#backend/gateway.ts'
import { holdsNul } from '#backend/json.ts'
import { parsePreferences, type Preferences } from './preferences.ts'
import { chooseFormat, type ResponseFormat } from './response-format.ts'
import { parseError, RestError } from './rest-error.ts'
import type { RestLimits } from './rest-limits.ts'
import type { Schema } from './schema-facts.ts'

/** The parts of a request that every handler of the service reads. */
export type RestRequest = {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  parameters: [string, string][]
  preferences: Preferences
  format: ResponseFormat
  caller: Caller
  schema: Schema
  /** Headers that SQL may read, as JSON text. */
  headers: string
  /** The caller's address, as far as it is known. */
  address: string
  statementTimeoutMilliseconds: number
  limits: RestLimits
  shares: ConnectionShares
  /** The body as JSON text. Throws RestError for another type. */
  body(): Promise<string>
  /** A body that is not JSON, for a function that takes the whole of it; null for JSON. */
  wholeBody(): Promise<{ type: string; text: string } | null>
}

const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE']
const parametersMax = 400

/** Throws RestError for unsupported methods, profiles, media types and preferences. */
export function readRequest(
  c: Context,
  input: Pick<
    RestRequest,
    'caller' | 'schema' | 'address' | 'statementTimeoutMilliseconds' | 'limits' | 'shares'
  >,
): RestRequest {
  const method = c.req.method
  if (!methods.includes(method)) throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
  const isRead = method === 'GET' || method === 'HEAD'
  requirePublicProfile(c.req.header(isRead ? 'accept-profile' : 'content-profile'))
  const url = new URL(c.req.url)
  const parameters = [...url.searchParams]
  if (parameters.length > parametersMax) throw parseError('parameters', `at most ${parametersMax} parameters`)
  if (parameters.some(([key, value]) => key.includes('\u0000') || value.includes('\u0000'))) {
    throw parseError('parameters', 'U+0000 cannot be stored or compared')
  }
  return {
    method: method as RestRequest['method'],
    path: url.pathname.slice('/rest/v1'.length),
    parameters: isRead ? withRange(parameters, c.req.header('range')) : parameters,
    preferences: parsePreferences(c.req.header('prefer'), input.schema.allowsTransactionEnd),
    format: chooseFormat(c.req.header('accept')),
    ...input,
    headers: visibleHeaders(c, input.address),
    body: () => readJsonText(c),
    wholeBody: () => readWholeBody(c),
  }
}

function requirePublicProfile(profile: string | undefined): void {
  if (profile === undefined || profile === 'public') return
  throw new RestError(
    406,
    'PGRST106',
    `Invalid schema: ${profile.slice(0, 60)}`,
    null,
    'Only the following schemas are exposed: public',
  )
}

/** `Range: 10-19` equals offset and limit, which have priority when both are given. */
function withRange(parameters: [string, string][], range: string | undefined): [string, string][] {
  const match = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(range ?? '')
  if (!match || parameters.some(([key]) => key === 'limit' || key === 'offset')) return parameters
  const first = Number(match[1])
  const limited: [string, string][] =
    match[2] === undefined ? [] : [['limit', String(Number(match[2]) - first + 1)]]
  if (Number(match[2] ?? first) < first)
    throw new RestError(416, 'PGRST103', 'Requested range not satisfiable')
  return [...parameters, ['offset', String(first)], ...limited]
}

/** Secrets, and headers in which a platform's own proxy would put the address: here any caller could set them. */
const hiddenHeaders = new Set([
  'apikey',
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-proxy-secret',
  'cf-connecting-ip',
])

/** The headers that SQL may read: never keys, tokens or cookies. Node accepts at most 16 kB of headers. */
function visibleHeaders(c: Context, address: string): string {
  const headers = [...c.req.raw.headers].filter(([name]) => !hiddenHeaders.has(name))
  return JSON.stringify({ ...Object.fromEntries(headers), 'x-forwarded-for': address })
}

/** Types of a body that a function takes as its one unnamed parameter, and that parameter's type. */
const wholeBodyTypes = new Map([
  ['text/plain', 'text'],
  ['application/octet-stream', 'bytea'],
  ['text/xml', 'xml'],
])

function contentTypeOf(c: Context): string {
  return (c.req.header('content-type') ?? 'application/json').split(';')[0]!.trim().toLowerCase()
}

/** A body that is not JSON, in the format of Postgres's `type`; null for JSON. */
async function readWholeBody(c: Context): Promise<{ type: string; text: string } | null> {
  const type = wholeBodyTypes.get(contentTypeOf(c))
  if (type === undefined) return null
  if (type === 'bytea') return { type, text: `\\x${Buffer.from(await c.req.arrayBuffer()).toString('hex')}` }
  const text = await c.req.text()
  if (text.includes('\u0000')) throw new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8"')
  return { type, text }
}

async function readJsonText(c: Context): Promise<string> {
  const type = contentTypeOf(c)
  if (type !== 'application/json' && !type.startsWith('application/vnd.pgrst.')) {
    throw new RestError(415, 'PGRST102', `Content-Type not acceptable: ${type.slice(0, 60)}`)
  }
  const text = await c.req.text()
  if (holdsNul(text)) throw new RestError(400, '22P05', 'unsupported Unicode escape sequence')
  return text
}
