import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { createAccessTokens } from '#backend/access-token.ts'
import { findUserOfSession } from '#backend/auth/auth-user.ts'
import { refreshSession } from '#backend/auth/sessions.ts'
import { createPool } from '#backend/database.ts'
import { newKeys } from '#backend/keys.ts'
import { parseRequest } from '#backend/rest/parse-request.ts'
import { parsePreferences } from '#backend/rest/preferences.ts'
import { readSql } from '#backend/rest/read-sql.ts'
import { rowsShape, wholeStatement, type StatementRequest } from '#backend/rest/respond.ts'
import { chooseFormat } from '#backend/rest/response-format.ts'
import { defaultRestLimits } from '#backend/rest/rest-limits.ts'
import { runStatement, setUp } from '#backend/rest/run-statement.ts'
import { createSchemaCache } from '#backend/rest/schema-cache.ts'
import type { Relation, Schema } from '#backend/rest/schema-facts.ts'
import { exposed, Parameters } from '#backend/rest/sql-text.ts'
import { insertSql } from '#backend/rest/write-sql.ts'

type FloorOptions = {
  authenticatorUrl: string
  authAdminUrl: string
  /** Four statements of node-postgres, sent without waiting, instead of one batch of ours. */
  isPlain: boolean
}

type Prepared = { text: string; isReadOnly: boolean; isPlannedOnce: boolean }
type Answer = (url: URL, body: string, token: string) => Promise<string | null>

/**
 * The minimal server: node:http and a pool, without keys, token checks, parsing and limits. Paths are those of the
 * backend; the statements are those of rest for the same URLs, in the same kind of transaction.
 */
export async function serveFloor(options: FloorOptions): Promise<void> {
  const cache = await createSchemaCache(options.authenticatorUrl, () => {})
  const routes: Record<string, Answer> = {
    ...restRoutes(options, await cache.current()),
    ...(await authRoutes(options)),
  }
  const server = createServer((request, response) => {
    void answer(routes, request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  server.listen(0, '127.0.0.1', () => {
    console.log(`The floor listens at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
}

async function answer(
  routes: Record<string, Answer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = new URL(request.url ?? '', 'http://localhost')
  const kind = request.method === 'GET' && url.searchParams.has('id') ? ' one' : ''
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const body = await routes[`${request.method} ${url.pathname}${kind}`]?.(
    url,
    Buffer.concat(chunks).toString(),
    token,
  )
  if (body === undefined) throw new Error(`The floor has no ${request.method} ${url.pathname}.`)
  response.writeHead(body === null ? 201 : 200, { 'content-type': 'application/json; charset=utf-8' })
  response.end(body)
}

function restRoutes({ authenticatorUrl, isPlain }: FloorOptions, schema: Schema): Record<string, Answer> {
  const pool = createPool(authenticatorUrl, 10, () => {}, { pipeline: isPlain })
  const relation = schema.relations.get('book')
  if (!relation) throw new Error('The library is not there.')
  const run = isPlain ? runPlainly : runBatched
  const list = readStatement(schema, relation, speedQueries.list)
  const one = readStatement(schema, relation, speedQueries.one)
  const insert = insertStatement(schema, relation)
  return {
    'GET /rest/v1/book': () => run(pool, list, []),
    'GET /rest/v1/book one': (url) => run(pool, one, [url.searchParams.get('id')?.slice(3) ?? '']),
    async 'POST /rest/v1/book'(_url, body) {
      await run(pool, insert, [`[${body}]`])
      return null
    },
  }
}

/** The requests of the bench to backend and floor alike. */
const speedQueries = {
  list: 'select=id,title,pages,mood,tags,published_at,author:person!author_id(id,name)&order=id.desc&limit=30',
  one: 'select=id,title,pages,mood&id=eq.1',
}

function readStatement(schema: Schema, relation: Relation, query: string): Prepared {
  const parameters = new Parameters()
  const { node } = parseRequest([...new URLSearchParams(query)])
  const source = { name: relation.name, relation, columns: null, from: exposed(relation.name), alias: 't0' }
  const text = wholeStatement(requestOf('GET'), null, readSql(schema, parameters, source, node), rowsShape)
  return { text, isReadOnly: true, isPlannedOnce: true }
}

function insertStatement(schema: Schema, relation: Relation): Prepared {
  const parameters = new Parameters()
  const request = requestOf('POST')
  const { node } = parseRequest([])
  const input = { schema, relation, node, preferences: request.preferences, parameters }
  const payload = { text: '', rows: [{ title: '', author_id: 1 }] }
  const { source, read } = insertSql(input, payload, { columns: null, onConflict: null })
  return { text: wholeStatement(request, source, read, rowsShape), isReadOnly: false, isPlannedOnce: true }
}

function requestOf(method: 'GET' | 'POST'): StatementRequest {
  return {
    method,
    preferences: parsePreferences(undefined),
    format: chooseFormat(undefined),
    limits: defaultRestLimits,
  }
}

const settings = ['authenticated', '{"role":"authenticated"}', 'GET', '/book', '{}', '8000', 'auto']

async function runBatched(pool: pg.Pool, { text, isReadOnly, isPlannedOnce }: Prepared, values: string[]) {
  const { body } = await runStatement(pool, {
    caller: { role: 'authenticated', claims: null },
    isReadOnly,
    method: 'GET',
    path: '/book',
    headers: '{}',
    timeoutMilliseconds: 8_000,
    text,
    values,
    schemaVersion: 1,
    isPlannedOnce,
    explain: null,
    beforeCommit: null,
  })
  return body
}

async function runPlainly(
  pool: pg.Pool,
  { text, isReadOnly }: Prepared,
  values: string[],
): Promise<string | null> {
  const client = await pool.connect()
  try {
    const [, , result] = await Promise.all([
      client.query('begin'),
      client.query({ name: 'set-up', text: setUp, values: [...settings, isReadOnly ? 'on' : 'off'] }),
      client.query<{ body: string | null }>({ text, values, queryMode: 'extended' } as pg.QueryConfig),
      client.query('commit'),
    ])
    return result.rows[0]?.body ?? null
  } finally {
    client.release()
  }
}

async function authRoutes({ authAdminUrl }: FloorOptions): Promise<Record<string, Answer>> {
  const pool = createPool(authAdminUrl, 6, () => {})
  const tokens = await createAccessTokens({ ...(await newKeys()), issuer: 'floor', algorithm: 'ES256' })
  return {
    async 'GET /auth/v1/user'(_url, _body, token) {
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
        string,
        string
      >
      const user = await findUserOfSession(pool, {
        userId: claims.sub ?? '',
        sessionId: claims.session_id ?? '',
      })
      return JSON.stringify(user)
    },
    async 'POST /auth/v1/token'(_url, body) {
      const { refresh_token: refreshToken } = JSON.parse(body) as { refresh_token: string }
      const device = { userAgent: null, address: '127.0.0.1' }
      return JSON.stringify(await refreshSession(pool, tokens, { refreshToken, device }))
    },
  }
}
