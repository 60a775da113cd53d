// Answers a parsed request: one function for each kind of endpoint.
import type pg from 'pg'
import { isObject, parseJson } from '#backend/json.ts'
import { callSql, findFunction, takesBody, type CallArguments } from './call-sql.ts'
import { closestName } from './closest-name.ts'
import { compiledRead, type CompiledRead } from './compiled-reads.ts'
import { nothingResponse, pageResponse, writeResponse } from './http-answer.ts'
import { parseRequest, type ParsedRequest } from './parse-request.ts'
import type { QueryNode } from './query-tree.ts'
import { readSql } from './read-sql.ts'
import { requireSingle, rowsShape, wholeStatement, type Shape } from './respond.ts'
import { RestError } from './rest-error.ts'
import type { RestRequest } from './rest-request.ts'
import { runStatement, type ResultRow, type StatementResult } from './run-statement.ts'
import type { Relation, Schema, SqlFunction } from './schema-facts.ts'
import type { Source } from './source.ts'
import { exposed, Parameters } from './sql-text.ts'
import {
  deleteSql,
  insertSql,
  parsePayload,
  putSql,
  updateSql,
  type Payload,
  type WriteInput,
  type WriteSql,
} from './write-sql.ts'

/** GET and HEAD of a table or view. */
export async function answerRead(pool: pg.Pool, request: RestRequest, name: string): Promise<Response> {
  const read = compiledRead(request, name, () => compileRead(request, name))
  const result = await run(pool, request, {
    text: read.text,
    values: read.values,
    estimated: read.unlimited,
    isReadOnly: true,
    isPlannedOnce: read.isPlannedOnce,
    beforeCommit: null,
  })
  requireSingle(request, result)
  return pageResponse(request, read.offset, result)
}

function compileRead(request: RestRequest, name: string): CompiledRead {
  const relation = requireRelation(request.schema, name)
  const parameters = new Parameters()
  const { node } = parseRequest(request.parameters, undefined, request.limits)
  const source: Source = { name, relation, columns: null, from: exposed(name), alias: 't0' }
  const read = readSql(request.schema, parameters, source, node)
  return {
    text: wholeStatement(request, null, read, rowsShape),
    values: parameters.values,
    unlimited: read.unlimited,
    offset: node.offset,
    isPlannedOnce: isByKey(relation, node, parameters),
  }
}

/** POST, PATCH, PUT and DELETE of a table or view. */
export async function answerWrite(pool: pg.Pool, request: RestRequest, name: string): Promise<Response> {
  const relation = requireRelation(request.schema, name)
  const parsed = parseRequest(request.parameters, undefined, request.limits)
  const parameters = new Parameters()
  const input = {
    schema: request.schema,
    relation,
    node: parsed.node,
    preferences: request.preferences,
    parameters,
  }
  const payload = request.method === 'DELETE' ? null : parsePayload(await request.body(), parsed.columns)
  // An empty list inserts nothing and an empty object changes nothing: there is no statement for that.
  if (payload && isNothing(request, payload.rows))
    return writeResponse(request, name, relation, nothingChanged)
  const write = writeSql(request, input, payload, parsed)
  const result = await run(pool, request, {
    text: wholeStatement(request, write.source, write.read, rowsShape, write.locationColumns),
    values: parameters.values,
    estimated: null,
    isReadOnly: false,
    // Inserted rows are one JSON document, so one plan fits every value.
    isPlannedOnce: request.method === 'POST' || request.method === 'PUT',
    beforeCommit: judgeWrite(request),
  })
  return writeResponse(request, name, relation, result)
}

const nothingChanged: StatementResult = {
  total: '0',
  page_total: '0',
  body: '[]',
  location: null,
  updated: null,
  status: null,
  headers: null,
  planned: null,
}

function isNothing({ method }: RestRequest, rows: Record<string, unknown>[]): boolean {
  if (method === 'PATCH') return Object.keys(rows[0] ?? {}).length === 0
  return method === 'POST' && rows.length === 0
}

function writeSql(
  { method }: RestRequest,
  input: WriteInput,
  payload: Payload | null,
  parsed: ParsedRequest,
): WriteSql {
  if (!payload) return deleteSql(input)
  if (method === 'PUT') return putSql(input, payload)
  return method === 'POST' ? insertSql(input, payload, parsed) : updateSql(input, payload, parsed)
}

/** GET, HEAD and POST of /rpc/<name>. */
export async function answerCall(pool: pg.Pool, request: RestRequest, name: string): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'POST') {
    throw new RestError(405, 'PGRST101', `Cannot use the ${request.method} method on RPC`)
  }
  const { fn, given, reserved } = await chooseFunction(request, name)
  if (request.preferences.maxAffected !== null && !fn.returnsSet) {
    const message =
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict'
    throw new RestError(400, 'PGRST128', message)
  }
  const parsed = parseRequest(request.parameters, reserved, request.limits)
  const parameters = new Parameters()
  const { source, read } = callSql(request.schema, parameters, fn, given, parsed.node)
  const shape: Shape = { element: fn.returns === 'value' ? 'r.value' : 'r', isOne: !fn.returnsSet }
  const result = await run(pool, request, {
    text: wholeStatement(request, source, fn.returns === 'nothing' ? null : read, shape),
    values: parameters.values,
    estimated: null,
    isReadOnly: request.method !== 'POST' || !fn.isVolatile,
    isPlannedOnce: false,
    beforeCommit: request.method === 'POST' && fn.returns !== 'nothing' ? judgeWrite(request) : null,
  })
  if (fn.returns === 'nothing') return nothingResponse(request, result)
  requireSingle(request, result)
  return pageResponse(request, parsed.node.offset, result)
}

async function chooseFunction(
  request: RestRequest,
  name: string,
): Promise<{ fn: SqlFunction; given: CallArguments; reserved: Set<string> }> {
  const { schema } = request
  if (request.method === 'POST') {
    const whole = await request.wholeBody()
    if (whole) return chooseByWholeBody(schema, name, whole)
    return chooseByBody(schema, name, (await request.body()).trim() || '{}')
  }
  const known = new Set(
    (schema.functions.get(name) ?? []).flatMap(({ parameters }) => parameters.map((one) => one.name)),
  )
  const values = new Map<string, string[]>()
  for (const [key, value] of request.parameters)
    if (known.has(key)) values.set(key, [...(values.get(key) ?? []), value])
  const fn = findFunction(schema, name, [...values.keys()], null)
  return { fn, given: { kind: 'texts', values }, reserved: known }
}

function chooseByWholeBody(schema: Schema, name: string, { type, text }: { type: string; text: string }) {
  const fn = findFunction(schema, name, [], type)
  const given: CallArguments = { kind: 'body', text }
  return { fn, given, reserved: new Set<string>() }
}

function chooseByBody(schema: Schema, name: string, text: string) {
  const value = parseJson(text)
  if (value === undefined) throw new RestError(400, 'PGRST102', 'Invalid JSON body')
  const names = isObject(value) ? Object.keys(value) : []
  const fn = findFunction(schema, name, names, 'json')
  const isWhole = takesBody(fn, 'json')
  if (!isObject(value) && !isWhole) throw new RestError(400, 'PGRST102', 'The body has to be a JSON object')
  const given: CallArguments = isWhole ? { kind: 'body', text } : { kind: 'json', text, names }
  return { fn, given, reserved: new Set<string>() }
}

function requireRelation(schema: Schema, name: string): Relation {
  const relation = schema.relations.get(name)
  if (relation) return relation
  const meant = closestName(name, schema.relations.keys())
  throw new RestError(
    404,
    'PGRST205',
    `Could not find the table 'public.${name.slice(0, 100)}' in the schema cache`,
    null,
    meant && `Perhaps you meant the table 'public.${meant}'`,
  )
}

/**
 * One row by its primary key, with no other condition on values: the plan is the same for every value. Any other
 * statement with values is planned each time, because a generic plan is slow when values are unevenly distributed.
 */
function isByKey({ primaryKey }: Relation, node: QueryNode, parameters: Parameters): boolean {
  const columns = node.conditions.flatMap((one) =>
    one.kind === 'filter' &&
    one.operator === 'eq' &&
    !one.isNegated &&
    !one.quantifier &&
    one.field.steps.length === 0
      ? [one.field.column]
      : [],
  )
  const isWhole = primaryKey.length > 0 && primaryKey.every((name) => columns.includes(name))
  return isWhole && columns.length === node.conditions.length && parameters.values.length === columns.length
}

/** Whether a change is committed, when the preferences make that depend on its result; null when it always is. */
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
    values: (string | null)[]
    /** A statement whose estimate is the requested count, when it may be estimated. */
    estimated: string | null
    isReadOnly: boolean
    isPlannedOnce: boolean
    beforeCommit: ((row: ResultRow) => 'commit' | 'rollback') | null
  },
): Promise<StatementResult> {
  const { count } = request.preferences
  const isEstimated = input.estimated !== null && (count === 'planned' || count === 'estimated')
  const statement = {
    caller: request.caller,
    isReadOnly: input.isReadOnly,
    method: request.method,
    path: request.path,
    headers: request.headers,
    timeoutMilliseconds: request.statementTimeoutMilliseconds,
    text: input.text,
    values: input.values,
    schemaVersion: request.schema.version,
    isPlannedOnce: input.isPlannedOnce,
    explain: isEstimated ? `explain (format json) ${input.estimated}` : null,
    beforeCommit: input.beforeCommit,
  }
  return request.shares.run(request.caller, request.address, () => runStatement(pool, statement))
}
