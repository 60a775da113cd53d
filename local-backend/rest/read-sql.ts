import { aliasSql, conditionsSql, fieldName, orderSql, stepsSql, type FieldSql } from './condition-sql.ts'
import { embedName, type Field, type OrderTerm, type QueryNode, type SelectEmbed } from './query-tree.ts'
import { resolveRelationship } from './relationships.ts'
import { RestError } from './rest-error.ts'
import type { Relation, Relationship, Schema } from './schema-facts.ts'
import { exposed, identifier, type Parameters } from './sql-text.ts'

export const rowsMax = 1_000

/** What a node is read from: a relation, or rows that a statement before it returned. */
export type Source = {
  /** Name in messages and, for a relation, in the schema cache. */
  name: string
  /** Null for rows of unknown columns: nothing is checked and nothing can be embedded. */
  relation: Relation | null
  /** Columns of rows that belong to no relation. */
  columns: string[] | null
  /** SQL after `from`, without alias. */
  from: string
  /** `t0` at the root: made-up names cannot clash with names of relations. */
  alias: string
}

export type ReadSql = {
  /** The rows as asked, with order and limits. */
  rows: string
  /** All rows that fit, without order and limits, one constant column. */
  all: string
  /** The rows without order and limits, for the planner's estimate: it has every parameter of `rows`. */
  unlimited: string
}

type Compiler = { schema: Schema; parameters: Parameters; aliasCount: number }
type Join = {
  sql: string
  isInner: boolean
  alias: string
  isToMany: boolean
  embed: SelectEmbed
  relatedColumns: string[]
}

/** The statement of one read, embeds included. Throws RestError for what the schema does not have. */
export function readSql(schema: Schema, parameters: Parameters, source: Source, node: QueryNode): ReadSql {
  const compiler = { schema, parameters, aliasCount: 0 }
  return compile(compiler, source, node, [], [])
}

function compile(
  compiler: Compiler,
  source: Source,
  node: QueryNode,
  joinConditions: string[],
  extraColumns: string[],
): ReadSql {
  const fieldSql = fieldSqlOf(source)
  const columns: string[] = []
  const joins: Join[] = []
  for (const item of node.select) {
    if (item.kind === 'all') columns.push(`${source.alias}.*`)
    else if (item.kind === 'column') {
      const value = fieldSql(item.field)
      const cast = item.cast ? `cast(${value} as ${item.cast})` : value
      columns.push(`${cast}${aliasSql(fieldName(item.field, item.alias))}`)
    } else joins.push(compileEmbed(compiler, source, node, item, columns))
  }
  const needed = new Set(joins.filter(({ isInner }) => isInner))
  const embedIsEmpty = (name: string, isEmpty: boolean): string | null => {
    const join = joins.find(({ embed }) => embedName(embed) === name)
    if (!join) return null
    needed.add(join)
    return join.isToMany
      ? `${join.alias}.rows is ${isEmpty ? '' : 'not '}null`
      : `${join.alias} is ${isEmpty ? 'not ' : ''}distinct from null`
  }
  columns.push(...extraColumns)
  const conditions = [
    ...joinConditions,
    ...conditionsSql(node.conditions, fieldSql, embedIsEmpty, compiler.parameters),
  ]
  const from = ` from ${source.from} as ${source.alias}`
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
  const order = orderSql(node.order, fieldSql, (term) => relatedOrderSql(joins, term))
  const limit = Math.min(node.limit ?? rowsMax, rowsMax)
  const offset = node.offset > 0 ? ` offset ${node.offset}` : ''
  const unlimited = `select ${columns.join(', ')}${from}${joins.map(({ sql }) => sql).join('')}${where}`
  return {
    rows: `${unlimited}${order} limit ${limit}${offset}`,
    all: `select 1${from}${[...needed].map(({ sql }) => sql).join('')}${where}`,
    unlimited,
  }
}

/** Columns are known from the cache; what is not there answers like Postgres would, and never reaches it. */
export function fieldSqlOf(source: Source): FieldSql {
  return (field) => {
    const { relation } = source
    const isKnown = relation
      ? relation.columns.has(field.column) || relation.computedColumns.has(field.column)
      : (source.columns?.includes(field.column) ?? true)
    if (!isKnown) throw unknownColumn(source.name, field.column)
    const column = `${source.alias}.${identifier(field.column)}`
    if (field.steps.length === 0) return column
    const isJson = /^jsonb?$/.test(relation?.columns.get(field.column)?.type ?? 'json')
    return `(${stepsSql(isJson ? column : `to_jsonb(${column})`, field.steps)})`
  }
}

function unknownColumn(relation: string, column: string): RestError {
  return new RestError(400, '42703', `column ${relation}.${column} does not exist`)
}

/** Joins one embedded relation and adds its column (or, spread, its columns) to those of the parent. */
function compileEmbed(
  compiler: Compiler,
  parent: Source,
  parentNode: QueryNode,
  embed: SelectEmbed,
  columns: string[],
): Join {
  const relationship = resolveRelationship(
    compiler.schema,
    parent.relation?.name ?? parent.name,
    embed.target,
    embed.hint,
  )
  const relation = compiler.schema.relations.get(relationship.to)
  if (!relation)
    throw new RestError(400, 'PGRST200', `Could not find '${relationship.to}' in the schema cache`)
  const number = ++compiler.aliasCount
  const on = `j${number}`
  const source = {
    name: relation.name,
    relation,
    columns: null,
    from: exposed(relation.name),
    alias: `t${number}`,
  }
  const related = relationship.isToMany
    ? []
    : parentNode.order.filter(({ embed: name }) => name === embedName(embed) || name === embed.target)
  const extra = related.map((term, index) => `${fieldSqlOf(source)(term.field)} as order_${index}`)
  const ties = tieToParent(source, parent, relationship, number)
  const child = compile(compiler, source, embed.node, ties, extra)
  const join = {
    isInner: embed.isInner,
    alias: on,
    isToMany: relationship.isToMany,
    embed,
    relatedColumns: related.map((term) => JSON.stringify(term.field)),
  }
  const kind = embed.isInner ? 'inner' : 'left'
  if (relationship.isToMany) {
    if (embed.isSpread)
      throw notToOne('PGRST119', `A spread operation on '${embed.target}' is not possible`, parent, embed)
    if (embed.node.select.length > 0) columns.push(`coalesce(${on}.rows, '[]')${aliasSql(embedName(embed))}`)
    const condition = embed.isInner ? `${on}.rows is not null` : 'true'
    return {
      ...join,
      sql: ` ${kind} join lateral (select json_agg(r) as rows from (${child.rows}) as r) as ${on} on ${condition}`,
    }
  }
  pushToOneColumns(columns, embed, relation, on, related.length)
  return { ...join, sql: ` ${kind} join lateral (${child.rows}) as ${on} on true` }
}

/** The conditions that tie a child to its parent, through a junction where there is one. */
function tieToParent(
  source: Source,
  parent: Source,
  { pairs, junction }: Relationship,
  number: number,
): string[] {
  const equal = (one: string, oneColumn: string, other: string, otherColumn: string) =>
    `${one}.${identifier(oneColumn)} = ${other}.${identifier(otherColumn)}`
  if (!junction) return pairs.map(([own, other]) => equal(parent.alias, own, source.alias, other))
  const between = `k${number}`
  const ties = [
    ...pairs.map(([own, other]) => equal(parent.alias, own, between, other)),
    ...junction.pairs.map(([own, other]) => equal(between, own, source.alias, other)),
  ]
  return [`exists (select from ${exposed(junction.name)} as ${between} where ${ties.join(' and ')})`]
}

function pushToOneColumns(
  columns: string[],
  embed: SelectEmbed,
  relation: Relation,
  on: string,
  orderCount: number,
): void {
  if (embed.isSpread) {
    for (const name of spreadNames(embed.node, relation))
      columns.push(`${on}.${identifier(name)}${aliasSql(name)}`)
    return
  }
  if (embed.node.select.length === 0) return
  const hidden = Array.from({ length: orderCount }, (_, index) => ` - 'order_${index}'`).join('')
  const json = hidden ? `(to_jsonb(${on}.*)${hidden})` : `row_to_json(${on}.*)`
  columns.push(`${json}${aliasSql(embedName(embed))}`)
}

function spreadNames(node: QueryNode, relation: Relation): string[] {
  return node.select.flatMap((item) => {
    if (item.kind === 'all') return [...relation.columns.keys()]
    if (item.kind === 'column') return [fieldName(item.field, item.alias)]
    if (item.isSpread)
      throw new RestError(400, 'PGRST119', `A spread inside a spread ('${item.target}') is not possible`)
    return item.node.select.length > 0 ? [embedName(item)] : []
  })
}

function relatedOrderSql(joins: Join[], term: OrderTerm): string {
  const join = joins.find(({ embed }) => embedName(embed) === term.embed || embed.target === term.embed)
  if (!join) {
    throw new RestError(
      400,
      'PGRST108',
      `'${term.embed}' is not an embedded resource in this request`,
      null,
      `Verify that '${term.embed}' is included in the 'select' query parameter.`,
    )
  }
  if (join.isToMany) {
    throw new RestError(400, 'PGRST118', `A related order on '${term.embed}' is not possible`)
  }
  const index = join.relatedColumns.indexOf(JSON.stringify(term.field))
  return `${join.alias}.order_${index}`
}

function notToOne(code: string, message: string, parent: Source, embed: SelectEmbed): RestError {
  return new RestError(
    400,
    code,
    message,
    `'${parent.name}' and '${embed.target}' do not form a many-to-one or one-to-one relationship`,
  )
}

/** Columns a node reads from its own relation: what a data-changing statement has to return for it. Null for all. */
export function columnsNeeded(schema: Schema, relation: Relation, node: QueryNode): string[] | null {
  const needed = new Set<string>()
  const addField = (field: Field) => needed.add(field.column)
  for (const item of node.select) {
    if (item.kind === 'all') return null
    if (item.kind === 'column') addField(item.field)
    else {
      const relationship = resolveRelationship(schema, relation.name, item.target, item.hint)
      for (const [own] of relationship.pairs) needed.add(own)
    }
  }
  for (const term of node.order) if (term.embed === null) addField(term.field)
  return [...needed]
}
