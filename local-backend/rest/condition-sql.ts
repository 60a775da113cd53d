import { parseList } from './parse-filter.ts'
import type { Condition, Field, Filter, OrderTerm } from './query-tree.ts'
import { parseError } from './rest-error.ts'
import { identifier, literal, type Parameters } from './sql-text.ts'

/** Turns a field of the relation at hand into SQL, or throws when the relation has no such column. */
export type FieldSql = (field: Field) => string

/** What `embed=is.null` means where `embed` is an embedded relation: SQL that is true when it is empty; null when it is a column. */
export type EmbedIsEmpty = (name: string, isEmpty: boolean) => string | null

const comparisons: Record<string, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}

const searches: Record<string, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

/** SQL of conditions that all hold; empty when there are none. */
export function conditionsSql(
  conditions: Condition[],
  fieldSql: FieldSql,
  embedIsEmpty: EmbedIsEmpty,
  parameters: Parameters,
): string[] {
  return conditions.map((condition) => conditionSql(condition, fieldSql, embedIsEmpty, parameters))
}

function conditionSql(
  condition: Condition,
  fieldSql: FieldSql,
  embedIsEmpty: EmbedIsEmpty,
  parameters: Parameters,
): string {
  if (condition.kind === 'filter') {
    return (
      embedFilterSql(condition, embedIsEmpty) ?? filterSql(condition, fieldSql(condition.field), parameters)
    )
  }
  const terms = conditionsSql(condition.terms, fieldSql, embedIsEmpty, parameters)
  const joined = `(${terms.join(` ${condition.operator} `)})`
  return condition.isNegated ? `not ${joined}` : joined
}

function embedFilterSql(filter: Filter, embedIsEmpty: EmbedIsEmpty): string | null {
  if (filter.operator !== 'is' || filter.field.steps.length > 0) return null
  if (filter.value !== 'null' && filter.value !== 'not_null') return null
  return embedIsEmpty(filter.field.column, (filter.value === 'null') !== filter.isNegated)
}

function filterSql(filter: Filter, field: string, parameters: Parameters): string {
  const sql = `${field} ${operationSql(filter, field, parameters)}`
  return filter.isNegated ? `not (${sql})` : sql
}

function operationSql(filter: Filter, field: string, parameters: Parameters): string {
  const { operator, value } = filter
  if (operator === 'is') return `is ${isValue(value)}`
  if (operator === 'isdistinct') return `is distinct from ${parameters.add(value)}`
  if (operator === 'in') {
    return `= any(${parameters.add(parseList(value))})`
  }
  const search = searches[operator]
  if (search) {
    const language = filter.language ? `${literal(filter.language)}::regconfig, ` : ''
    return `@@ ${search}(${language}${parameters.add(value)})`
  }
  const sign = comparisons[operator]
  if (!sign) throw parseError('filter', `unknown operator ${operator} for ${field}`)
  const isPattern = operator === 'like' || operator === 'ilike'
  const pattern = isPattern ? value.replaceAll('*', '%') : value
  return `${sign} ${filter.quantifier ? `${filter.quantifier}(${parameters.add(pattern)})` : parameters.add(pattern)}`
}

function isValue(value: string): string {
  const word = { null: 'null', not_null: 'not null', true: 'true', false: 'false', unknown: 'unknown' }[
    value.toLowerCase()
  ]
  if (!word) throw parseError('filter', 'is takes null, not_null, true, false or unknown')
  return word
}

/** `base."column"->'a'->>0` */
export function stepsSql(base: string, steps: Field['steps']): string {
  return steps.reduce((sql, { isText, key }) => {
    const index = /^-?\d{1,9}$/.test(key) ? key : literal(key)
    return `${sql}${isText ? '->>' : '->'}${index}`
  }, base)
}

/** Order of a related to-one relation needs the column that its join exposes. */
export function orderSql(
  order: OrderTerm[],
  fieldSql: FieldSql,
  relatedSql: (term: OrderTerm) => string,
): string {
  if (order.length === 0) return ''
  const terms = order.map((term) => {
    const base = term.embed === null ? fieldSql(term.field) : relatedSql(term)
    return `${base}${term.isDescending ? ' desc' : ' asc'}${term.nulls ? ` nulls ${term.nulls}` : ''}`
  })
  return ` order by ${terms.join(', ')}`
}

/** Name that PostgREST gives a selected field: its alias, else the last key of its path, else the column. */
export function fieldName(field: Field, alias: string | null): string {
  const lastKey = field.steps.findLast(({ key }) => !/^-?\d+$/.test(key))?.key
  return alias ?? lastKey ?? field.column
}

export function aliasSql(name: string): string {
  return ` as ${identifier(name)}`
}
