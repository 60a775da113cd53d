import { isObject, parseJson } from '#backend/json.ts'
import { conditionsSql } from './condition-sql.ts'
import type { Preferences } from './preferences.ts'
import type { ReadSql } from './compiler.ts'
import type { Condition, QueryNode } from './query-tree.ts'
import { readSql } from './read-sql.ts'
import { resolveRelationship } from './relationships.ts'
import { RestError } from './rest-error.ts'
import type { Column, Relation, Schema } from './schema-facts.ts'
import { fieldsOf, returnedRows, unknownColumn, type Source } from './source.ts'
import { exposed, identifier, literal, type Parameters } from './sql-text.ts'

/** A data-changing statement as a CTE named `source`, and the read of its returned rows. */
export type WriteSql = { source: string; read: ReadSql | null; locationColumns: string[] }

export type Payload = {
  /** The original body, one JSON object or an array of them. */
  text: string
  rows: Record<string, unknown>[]
}

export type WriteInput = {
  schema: Schema
  relation: Relation
  node: QueryNode
  preferences: Preferences
  parameters: Parameters
}

/** Parses a JSON body of one object or of objects with the same keys. Throws RestError PGRST102. */
export function parsePayload(text: string, columns: string[] | null): Payload {
  const value = parseJson(text)
  if (value === undefined)
    throw new RestError(400, 'PGRST102', text.trim() === '' ? 'Empty or invalid json' : 'Invalid JSON body')
  const rows = Array.isArray(value) ? (value as unknown[]) : [value]
  if (!rows.every(isObject)) {
    throw new RestError(400, 'PGRST102', 'The body has to be a JSON object or an array of JSON objects')
  }
  const first = Object.keys(rows[0] ?? {})
  const isUniform = rows.every((row) => {
    const keys = Object.keys(row)
    return keys.length === first.length && first.every((key) => Object.hasOwn(row, key))
  })
  if (!isUniform && !columns) throw new RestError(400, 'PGRST102', 'All object keys must match')
  return { text: Array.isArray(value) ? text : `[${text}]`, rows }
}

/** Inserts or, with a resolution, upserts the rows of the body. Throws RestError PGRST102 or PGRST204. */
export function insertSql(
  input: WriteInput,
  payload: Payload,
  asked: { columns: string[] | null; onConflict: string[] | null },
): WriteSql {
  const { relation, parameters, preferences } = input
  const columns = columnsOf(relation, asked.columns ?? Object.keys(payload.rows[0] ?? {}))
  const into = `insert into ${exposed(relation.name)} as t0`
  const conflict = conflictSql(relation, columns, asked.onConflict, preferences)
  if (columns.length === 0) {
    if (payload.rows.length === 1) return finish(input, `${into} default values${conflict}`)
    throw new RestError(400, 'PGRST102', 'Empty objects can only be inserted one at a time')
  }
  const names = columns.map(({ name }) => identifier(name)).join(', ')
  const records = recordsSql(columns, parameters.add(payload.text), preferences)
  return finish(input, `${into} (${names}) select ${names} from ${records}${conflict}`)
}

/**
 * Puts the one row of the primary key in the URL, new or existing. Throws RestError PGRST105 (the URL has no whole
 * primary key, or more), PGRST114 (it has a limit) or PGRST115 (the body has another key).
 */
export function putSql(input: WriteInput, payload: Payload): WriteSql {
  const { relation, node, preferences } = input
  if (node.limit !== null || node.offset > 0)
    throw new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
  const named = new Map(node.conditions.map(keyFilter))
  const isWholeKey = named.size === relation.primaryKey.length && named.size === node.conditions.length
  if (!isWholeKey || !relation.primaryKey.every((name) => named.has(name))) {
    const message = "Filters must include all and only primary key columns with 'eq' operators"
    throw new RestError(405, 'PGRST105', message)
  }
  const [row, ...others] = payload.rows
  if (!row || others.length > 0 || [...named].some(([name, value]) => String(row[name ?? '']) !== value))
    throw new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')
  const asked = { columns: null, onConflict: null }
  const merging: Preferences = { ...preferences, resolution: 'merge-duplicates' }
  return insertSql({ ...input, preferences: merging }, payload, asked)
}

/** The column and value of `column=eq.value`; nulls for any other condition. */
function keyFilter(condition: Condition): [string | null, string] {
  if (condition.kind !== 'filter' || condition.operator !== 'eq') return [null, '']
  const { field, isNegated, quantifier, value } = condition
  return [isNegated || quantifier || field.steps.length > 0 ? null : field.column, value]
}

/** Sets the body's columns in the rows that match the conditions. */
export function updateSql(
  input: WriteInput,
  payload: Payload,
  asked: { columns: string[] | null },
): WriteSql {
  const { relation, parameters } = input
  const [row, ...others] = payload.rows
  if (!row || others.length > 0) throw new RestError(400, 'PGRST102', 'An update takes one JSON object')
  const columns = columnsOf(relation, asked.columns ?? Object.keys(row))
  const where = whereSql(input, 'UPDATE')
  if (columns.length === 0) throw new RestError(400, 'PGRST102', 'An update needs at least one column')
  const set = columns.map(({ name }) => `${identifier(name)} = body.${identifier(name)}`).join(', ')
  const body = recordsSql(columns, parameters.add(payload.text), { missing: 'null' })
  return finish(input, `update ${exposed(relation.name)} as t0 set ${set} from ${body} where ${where}`)
}

/** Deletes the rows that match the conditions. */
export function deleteSql(input: WriteInput): WriteSql {
  return finish(input, `delete from ${exposed(input.relation.name)} as t0 where ${whereSql(input, 'DELETE')}`)
}

/** Hosted Supabase loads pg-safeupdate for the API's role: a change of a whole table needs at least one condition. */
function whereSql({ relation, node, parameters }: WriteInput, verb: string): string {
  if (node.conditions.length === 0) throw new RestError(400, '21000', `${verb} requires a WHERE clause`)
  const source: Source = { name: relation.name, relation, columns: null, from: '', alias: 't0' }
  return conditionsSql(node.conditions, fieldsOf(source), () => null, parameters).join(' and ')
}

function columnsOf(relation: Relation, names: string[]): Column[] {
  return names.map((name) => {
    const column = relation.columns.get(name)
    if (column) return column
    throw new RestError(
      400,
      'PGRST204',
      `Could not find the '${name}' column of '${relation.name}' in the schema cache`,
    )
  })
}

/** The body's rows as a table called `body`; with missing=default, absent keys become the column's default. */
function recordsSql(
  columns: Column[],
  placeholder: string,
  { missing }: Pick<Preferences, 'missing'>,
): string {
  const definition = columns.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ')
  const defaults = columns.filter((column) => column.default !== null)
  if (missing !== 'default' || defaults.length === 0) {
    return `json_to_recordset(${placeholder}::json) as body(${definition})`
  }
  const object = defaults.map(({ name, default: text }) => `${literal(name)}, ${text}`).join(', ')
  const filled = `select jsonb_agg(jsonb_build_object(${object}) || element) from jsonb_array_elements(${placeholder}::jsonb) as element`
  return `jsonb_to_recordset((${filled})) as body(${definition})`
}

function conflictSql(
  relation: Relation,
  columns: Column[],
  onConflict: string[] | null,
  { resolution }: Preferences,
): string {
  if (!resolution) return ''
  const keys = onConflict ? columnsOf(relation, onConflict).map(({ name }) => name) : relation.primaryKey
  if (keys.length === 0) return ''
  const target = ` on conflict (${keys.map(identifier).join(', ')})`
  if (resolution === 'ignore-duplicates' || columns.length === 0) return `${target} do nothing`
  const set = columns.map(({ name }) => `${identifier(name)} = excluded.${identifier(name)}`).join(', ')
  return `${target} do update set ${set} where ${countUpdated}`
}

/** Always true. Counts the rows that are changed instead of inserted, on which the response's status depends. */
const countUpdated = `set_config('pgrst.updated', (coalesce(nullif(current_setting('pgrst.updated', true), ''), '0')::int + 1)::text, true) <> ''`

/** Returns only the columns of the response, so that a role without the right to read other columns can still write. */
function finish(input: WriteInput, statement: string): WriteSql {
  const { schema, relation, node, preferences, parameters } = input
  const locationColumns = preferences.return === 'headers-only' ? relation.primaryKey : []
  if (preferences.return !== 'representation') {
    const returned =
      locationColumns.length > 0 ? locationColumns.map((name) => `t0.${identifier(name)}`).join(', ') : '1'
    return { source: `${statement} returning ${returned}`, read: null, locationColumns }
  }
  const needed = columnsNeeded(schema, relation, node)
  const unknown = needed?.find((name) => !relation.columns.has(name) && !relation.computedColumns.has(name))
  if (unknown !== undefined) throw unknownColumn(relation.name, unknown)
  const returned = needed ? needed.map((name) => `t0.${identifier(name)}`).join(', ') || '1' : 't0.*'
  const source: Source = { name: relation.name, relation, columns: null, from: returnedRows, alias: 't0' }
  // The conditions chose the rows to change, so the returned rows are not filtered again.
  const read = readSql(schema, parameters, source, { ...node, conditions: [] })
  return { source: `${statement} returning ${returned}`, read, locationColumns }
}

/** Columns that a node reads from its own relation: a data-changing statement must return them. Null for all. */
function columnsNeeded(schema: Schema, relation: Relation, node: QueryNode): string[] | null {
  const needed = new Set<string>()
  for (const item of node.select) {
    if (item.kind === 'all') return null
    if (item.kind === 'column') {
      if (item.field) needed.add(item.field.column)
      continue
    }
    const relationship = resolveRelationship(schema, relation.name, item.target, item.hint)
    // A function takes the whole row.
    if (relationship.fn) return null
    for (const [own] of relationship.pairs) needed.add(own)
  }
  for (const term of node.order) if (term.embed === null) needed.add(term.field.column)
  return [...needed]
}
