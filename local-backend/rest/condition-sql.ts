import { parseList } from './parse-filter.ts'
import type { Condition, Field, Filter, OrderTerm } from './query-tree.ts'
import { parseError, RestError } from './rest-error.ts'
import type { Fields } from './source.ts'
import { arrayLiteral, literal, type Parameters } from './sql-text.ts'

/** An embed of this name, for `embed=is.null`: whether it has rows. Null when there is none. */
export type FindEmbed = (
  name: string,
) => { isColumnToo: boolean; isEmptySql(isEmpty: boolean): string } | null

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
  fields: Fields,
  findEmbed: FindEmbed,
  parameters: Parameters,
): string[] {
  return conditions.map((condition) => conditionSql(condition, fields, findEmbed, parameters))
}

function conditionSql(
  condition: Condition,
  fields: Fields,
  findEmbed: FindEmbed,
  parameters: Parameters,
): string {
  if (condition.kind === 'filter')
    return embedFilterSql(condition, findEmbed) ?? filterSql(condition, fields, parameters)
  const terms = conditionsSql(condition.terms, fields, findEmbed, parameters)
  const joined = `(${terms.join(` ${condition.operator} `)})`
  return condition.isNegated ? `not ${joined}` : joined
}

function embedFilterSql(filter: Filter, findEmbed: FindEmbed): string | null {
  if (filter.field.steps.length > 0) return null
  const embed = findEmbed(filter.field.column)
  if (!embed) return null
  if (filter.operator === 'is' && (filter.value === 'null' || filter.value === 'not_null'))
    return embed.isEmptySql((filter.value === 'null') !== filter.isNegated)
  if (embed.isColumnToo) return null
  throw new RestError(
    400,
    'PGRST120',
    `Bad operator on the '${filter.field.column}' embedded resource`,
    'Only is null or not is null filters are allowed on embedded resources',
  )
}

function filterSql(filter: Filter, fields: Fields, parameters: Parameters): string {
  const field = fields.sql(filter.field)
  const sql =
    filter.operator in searches
      ? searchSql(filter, field, fields.typeOf(filter.field), parameters)
      : `${field} ${operationSql(filter, field, parameters)}`
  return filter.isNegated ? `not (${sql})` : sql
}

/** Full-text search; other types are converted to a tsvector in the language of the search. */
function searchSql(filter: Filter, field: string, type: string | null, parameters: Parameters): string {
  const language = filter.language ? `${literal(filter.language)}::regconfig, ` : ''
  const isText = filter.field.steps.length > 0 || (type !== null && /^(text|character|jsonb?$)/.test(type))
  const document = isText ? `to_tsvector(${language}${field})` : field
  return `${document} @@ ${searches[filter.operator]}(${language}${parameters.add(filter.value)})`
}

function operationSql(filter: Filter, field: string, parameters: Parameters): string {
  const { operator, value } = filter
  if (operator === 'is') return `is ${isValue(value)}`
  if (operator === 'isdistinct') return `is distinct from ${parameters.add(value)}`
  if (operator === 'in') return `= any(${parameters.add(arrayLiteral(parseList(value)))})`
  const sign = comparisons[operator]
  if (!sign) throw parseError('filter', `unknown operator ${operator} for ${field}`)
  const isPattern = operator === 'like' || operator === 'ilike'
  const pattern = isPattern ? value.replaceAll('*', '%') : value
  return `${sign} ${filter.quantifier ? `${filter.quantifier}(${parameters.add(pattern)})` : parameters.add(pattern)}`
}

const isValues = new Map([
  ['null', 'null'],
  ['not_null', 'not null'],
  ['true', 'true'],
  ['false', 'false'],
  ['unknown', 'unknown'],
])

function isValue(value: string): string {
  const word = isValues.get(value.toLowerCase())
  if (!word) throw parseError('filter', 'is takes null, not_null, true, false or unknown')
  return word
}

/** The order by a related to-one relation needs the column that its join exposes. */
export function orderSql(
  order: OrderTerm[],
  fields: Fields,
  relatedSql: (term: OrderTerm) => string,
): string {
  if (order.length === 0) return ''
  const terms = order.map((term) => {
    const base = term.embed === null ? fields.sql(term.field) : relatedSql(term)
    return `${base}${term.isDescending ? ' desc' : ' asc'}${term.nulls ? ` nulls ${term.nulls}` : ''}`
  })
  return ` order by ${terms.join(', ')}`
}

/** PostgREST's name of a selected field: the last key of its path, else the column. */
export function fieldName(field: Field): string {
  return field.steps.findLast(({ key }) => !/^-?\d+$/.test(key))?.key ?? field.column
}
