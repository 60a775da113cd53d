// From a parsed request to its answer: one function for each kind of endpoint.
import type pg from 'pg'
import { callSql, findBodyFunction, findFunction, type CallArguments } from './call-sql.ts'
import { parseRequest } from './parse-request.ts'
import { readSql, type ReadSql, type Source } from './read-sql.ts'
import { pageOf, requireSingle, rowsShape, totalOf, wholeStatement, type Shape } from './respond.ts'
import { RestError } from './rest-error.ts'
import type { RestRequest } from './rest-request.ts'
import { runStatement, type ResultRow, type StatementResult } from './run-statement.ts'
import type { Relation, Schema, SqlFunction } from './schema-facts.ts'
import { exposed, Parameters } from './sql-text.ts'
import { deleteSql, insertSql, parsePayload, updateSql, type WriteSql } from './write-sql.ts'

/** GET and HEAD of a table or view. */
export async function answerRead(pool: pg.Pool, request: RestRequest, name: string): Promise<Response> {
  const relation = requireRelation(request.schema, name)
  const parameters = new Parameters()
  const { node } = parseRequest(request.parameters)
  const source: Source = { name, relation, columns: null, from: exposed(name), alias: 't0' }
  const read = readSql(request.schema, parameters, source, node)
  const result = await run(pool, request, {
    text: wholeStatement(request, null, read, rowsShape),
    parameters,
    read,
    isReadOnly: true,
    beforeCommit: null,
  })
  requireSingle(request, result)
  return pageResponse(request, node.offset, result)
}

/** POST, PATCH and DELETE of a table or view. */
export async function answerWrite(pool: pg.Pool, request: RestRequest, name: string): Promise<Response> {
  const relation = requireRelation(request.schema, name)
  const parsed = parseRequest(request.parameters)
  const parameters = new Parameters()
  const input = {
    schema: request.schema,
    relation,
    node: parsed.node,
    preferences: request.preferences,
    parameters,
  }
  let write: WriteSql
  if (request.method === 'DELETE') write = deleteSql(input)
  else {
    const payload = parsePayload(await request.body(), parsed.columns)
    const isNothing =
      request.method === 'POST' ? payload.rows.length === 0 : Object.keys(payload.rows[0] ?? {}).length === 0
    // An empty list inserts nothing and an empty object changes nothing: there is no statement for that.
    if (isNothing)
      return writeResponse(request, name, {
        total: '0',
        page_total: '0',
        body: '[]',
        location: null,
        planned: null,
      })
    write = request.method === 'POST' ? insertSql(input, payload, parsed) : updateSql(input, payload, parsed)
  }
  const result = await run(pool, request, {
    text: wholeStatement(request, write.source, write.read, rowsShape, write.locationColumns),
    parameters,
    read: null,
    isReadOnly: false,
    beforeCommit: judgeWrite(request),
  })
  return writeResponse(request, name, result)
}

/** GET, HEAD and POST of /rpc/<name>. */
export async function answerCall(pool: pg.Pool, request: RestRequest, name: string): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'POST') {
    throw new RestError(405, 'PGRST101', `Cannot use the ${request.method} method on RPC`)
  }
  const { fn, given, reserved } = await chooseFunction(request, name)
  const parsed = parseRequest(request.parameters, reserved)
  const parameters = new Parameters()
  const { source, read } = callSql(request.schema, parameters, fn, given, parsed.node)
  const shape: Shape = { element: fn.returns === 'value' ? 'r.value' : 'r', isOne: !fn.returnsSet }
  const result = await run(pool, request, {
    text: wholeStatement(request, source, fn.returns === 'nothing' ? null : read, shape),
    parameters,
    read: null,
    isReadOnly: request.method !== 'POST' || !fn.isVolatile,
    beforeCommit: request.method === 'POST' && fn.returns !== 'nothing' ? judgeWrite(request) : null,
  })
  if (fn.returns === 'nothing') return new Response(null, { status: 204, headers: appliedHeader(request) })
  requireSingle(request, result)
  return pageResponse(request, parsed.node.offset, result)
}

async function chooseFunction(
  request: RestRequest,
  name: string,
): Promise<{
  fn: SqlFunction
  given: CallArguments | { kind: 'body'; text: string }
  reserved: Set<string>
}> {
  const { schema } = request
  if (request.method !== 'POST') {
    const known = new Set(
      (schema.functions.get(name) ?? []).flatMap(({ parameters }) => parameters.map((one) => one.name)),
    )
    const values = new Map(request.parameters.filter(([key]) => known.has(key)))
    return {
      fn: findFunction(schema, name, [...values.keys()]),
      given: { kind: 'texts', values },
      reserved: known,
    }
  }
  const text = (await request.body()).trim() || '{}'
  const bodyFunction = findBodyFunction(schema, name)
  if (bodyFunction) {
    requireJson(text)
    return { fn: bodyFunction, given: { kind: 'body', text }, reserved: new Set() }
  }
  const names = Object.keys(parsePayload(text, null).rows[0] ?? {})
  return { fn: findFunction(schema, name, names), given: { kind: 'json', text, names }, reserved: new Set() }
}

function requireJson(text: string): void {
  try {
    JSON.parse(text)
  } catch {
    throw new RestError(400, 'PGRST102', 'Invalid JSON body')
  }
}

function requireRelation(schema: Schema, name: string): Relation {
  const relation = schema.relations.get(name)
  if (relation) return relation
  throw new RestError(
    404,
    'PGRST205',
    `Could not find the table 'public.${name.slice(0, 100)}' in the schema cache`,
  )
}

/** Whether a change may stand, where the preferences make that depend on its result; null when it stands in any case. */
function judgeWrite(request: RestRequest): ((row: ResultRow) => 'commit' | 'rollback') | null {
  const { preferences, format } = request
  if (!preferences.rollback && preferences.maxAffected === null && !format.isSingle) return null
  return (row) => {
    const count = Number(row.page_total)
    if (preferences.maxAffected !== null && count > preferences.maxAffected) {
      throw new RestError(
        400,
        'PGRST124',
        'Query result exceeds max-affected preference constraint',
        `The query affects ${count} rows`,
      )
    }
    requireSingle(request, row)
    return preferences.rollback ? 'rollback' : 'commit'
  }
}

function run(
  pool: pg.Pool,
  request: RestRequest,
  input: {
    text: string
    parameters: Parameters
    read: ReadSql | null
    isReadOnly: boolean
    beforeCommit: ((row: ResultRow) => 'commit' | 'rollback') | null
  },
): Promise<StatementResult> {
  const isPlanned =
    input.read !== null &&
    (request.preferences.count === 'planned' || request.preferences.count === 'estimated')
  return runStatement(pool, {
    caller: request.caller,
    isReadOnly: input.isReadOnly,
    method: request.method,
    path: request.path,
    headers: request.headers,
    timeoutMilliseconds: request.statementTimeoutMilliseconds,
    text: input.text,
    values: input.parameters.values,
    explain: isPlanned && input.read ? `explain (format json) ${input.read.unlimited}` : null,
    beforeCommit: input.beforeCommit,
  })
}

function pageResponse(request: RestRequest, offset: number, result: StatementResult): Response {
  const { status, contentRange } = pageOf(offset, Number(result.page_total), totalOf(request, result))
  const headers = {
    ...appliedHeader(request),
    'content-range': contentRange,
    'content-type': request.format.contentType,
  }
  return new Response(request.method === 'HEAD' ? null : result.body, { status, headers })
}

function writeResponse(request: RestRequest, name: string, result: StatementResult): Response {
  const { preferences, method, format } = request
  const count = Number(result.page_total)
  const total = preferences.count ? String(count) : '*'
  const range = method === 'PATCH' && count > 0 ? `0-${count - 1}` : '*'
  const headers: Record<string, string> = { ...appliedHeader(request), 'content-range': `${range}/${total}` }
  if (result.location) {
    const keys = Object.entries(result.location).map(
      ([key, value]) => `${encodeURIComponent(key)}=eq.${encodeURIComponent(value)}`,
    )
    headers.location = `/${encodeURIComponent(name)}?${keys.join('&')}`
  }
  if (preferences.return !== 'representation') {
    return new Response(null, { status: method === 'POST' ? 201 : 204, headers })
  }
  headers['content-type'] = format.contentType
  return new Response(result.body, { status: method === 'POST' ? 201 : 200, headers })
}

function appliedHeader({ preferences }: RestRequest): Record<string, string> {
  return preferences.applied.length > 0 ? { 'preference-applied': preferences.applied.join(', ') } : {}
}
