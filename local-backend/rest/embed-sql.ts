import type { Compiler, NodeInput, ReadSql } from './compiler.ts'
import { spreadColumn, type OutputColumn } from './output-column.ts'
import { embedName, type Field, type SelectEmbed } from './query-tree.ts'
import { resolveRelationship } from './relationships.ts'
import { RestError } from './rest-error.ts'
import type { Relationship } from './schema-facts.ts'
import { rowSql, type Source } from './source.ts'
import { exposed, identifier } from './sql-text.ts'

export type Join = {
  sql: string
  isInner: boolean
  embed: SelectEmbed
  /** SQL that is true when the embed has no rows, or some. */
  isEmptySql(isEmpty: boolean): string
  /** SQL of a field of a to-one embed; null for to-many. */
  orderSql: ((field: Field) => string) | null
}

type Parent = Pick<NodeInput, 'source' | 'node' | 'path'>

type Embedded = { join: Join; columns: OutputColumn[] }

/** Joins one embedded relation, and returns the columns that it adds to its parent. */
export function compileEmbed(
  compiler: Compiler,
  { source: parent, node: parentNode, path }: Parent,
  embed: SelectEmbed,
  isGrouped: boolean,
): Embedded {
  const from = parent.relation?.name ?? parent.name
  const relationship = resolveRelationship(compiler.schema, from, embed.target, embed.hint)
  const relation = compiler.schema.relations.get(relationship.to)
  if (!relation)
    throw new RestError(400, 'PGRST200', `Could not find '${relationship.to}' in the schema cache`)
  requireNew(path, relation.name)
  const number = ++compiler.aliasCount
  const source: Source = {
    name: relation.name,
    relation,
    columns: null,
    from: relationship.fn ? `${exposed(relationship.fn)}(${rowSql(parent)})` : exposed(relation.name),
    alias: `t${number}`,
  }
  const names = [embedName(embed), embed.target]
  const hidden = relationship.isToMany
    ? []
    : parentNode.order.filter((term) => names.includes(term.embed ?? '')).map(({ field }) => field)
  const spread = embed.isSpread ? (relationship.isToMany ? 'to-many' : 'to-one') : null
  const child = compiler.compile({
    source,
    node: embed.node,
    path: [...path, relation.name],
    joinConditions: joinConditionsOf(source, parent, relationship, number),
    hidden,
    spread,
    isGrouped,
  })
  const on = `j${number}`
  return relationship.isToMany
    ? joinMany(embed, child, on, isGrouped)
    : joinOne(embed, child, on, isGrouped, hidden)
}

/**
 * Throws RestError PGRST127 for a relation that the path already contains, because a way back multiplies rows without
 * end. A table that references itself may follow itself.
 */
function requireNew(path: string[], name: string): void {
  if (path.at(-1) === name || !path.includes(name)) return
  throw new RestError(
    400,
    'PGRST127',
    'Feature not implemented',
    `'${name}' is embedded in itself by way of another relation.`,
  )
}

function joinMany(embed: SelectEmbed, child: ReadSql, on: string, isGrouped: boolean): Embedded {
  const list = isGrouped ? 'jsonb_agg' : 'json_agg'
  const isSpread = embed.isSpread
  const values = isSpread
    ? child.columns.map((_, index) => `${list}(r.${spreadColumn(index)}) as ${spreadColumn(index)}`)
    : [`${list}(r) as rows`]
  // Lists of values cannot distinguish "no rows" from "no columns".
  const found = isSpread ? 'found' : 'rows'
  if (isSpread) values.push('bool_or(true) as found')
  const columns = isSpread
    ? child.columns.map(({ name }, index) => column(name, `coalesce(${on}.${spreadColumn(index)}, '[]')`))
    : [column(embedName(embed), `coalesce(${on}.rows, '[]')`)]
  const kind = embed.isInner ? 'inner' : 'left'
  const condition = embed.isInner ? `${on}.${found} is not null` : 'true'
  return {
    columns: embed.node.select.length > 0 ? columns : [],
    join: {
      sql: ` ${kind} join lateral (select ${values.join(', ')} from (${child.rows}) as r) as ${on} on ${condition}`,
      isInner: embed.isInner,
      embed,
      isEmptySql: (isEmpty) => `${on}.${found} is ${isEmpty ? '' : 'not '}null`,
      orderSql: null,
    },
  }
}

function joinOne(
  embed: SelectEmbed,
  child: ReadSql,
  on: string,
  isGrouped: boolean,
  hidden: Field[],
): Embedded {
  const kind = embed.isInner ? 'inner' : 'left'
  const join: Join = {
    sql: ` ${kind} join lateral (${child.rows}) as ${on} on true`,
    isInner: embed.isInner,
    embed,
    isEmptySql: (isEmpty) => `${on} is ${isEmpty ? 'not ' : ''}distinct from null`,
    orderSql: (field) => `${on}.order_${hidden.findIndex((one) => isSameField(one, field))}`,
  }
  if (embed.node.select.length === 0) return { join, columns: [] }
  if (embed.isSpread) {
    const columns = child.columns.map(({ name, aggregate }, index) => ({
      name,
      value: `${on}.${spreadColumn(index)}`,
      aggregate,
    }))
    return { join, columns }
  }
  const withoutOrder = hidden.map((_, index) => ` - 'order_${index}'`).join('')
  const isJsonb = isGrouped || hidden.length > 0
  const json = isJsonb ? `(to_jsonb(${on}.*)${withoutOrder})` : `row_to_json(${on}.*)`
  return { join, columns: [column(embedName(embed), json)] }
}

const column = (name: string | null, value: string): OutputColumn => ({ name, value, aggregate: null })

const isSameField = (one: Field, other: Field): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The join conditions between a child and its parent, through a junction where there is one. */
function joinConditionsOf(
  source: Source,
  parent: Source,
  { pairs, junction }: Relationship,
  number: number,
): string[] {
  const equal = (one: string, oneColumn: string, other: string, otherColumn: string) =>
    `${one}.${identifier(oneColumn)} = ${other}.${identifier(otherColumn)}`
  if (!junction) return pairs.map(([own, other]) => equal(parent.alias, own, source.alias, other))
  const between = `k${number}`
  const joinConditions = [
    ...pairs.map(([own, other]) => equal(parent.alias, own, between, other)),
    ...junction.pairs.map(([own, other]) => equal(between, own, source.alias, other)),
  ]
  return [
    `exists (select from ${exposed(junction.name)} as ${between} where ${joinConditions.join(' and ')})`,
  ]
}
