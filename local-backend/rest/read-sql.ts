import { conditionsSql, fieldName, orderSql } from './condition-sql.ts'
import type { Compiler, NodeInput, ReadSql } from './compiler.ts'
import { compileEmbed, type Join } from './embed-sql.ts'
import { columnSql, groupSql, hasAggregates, type OutputColumn, type Spread } from './output-column.ts'
import { embedName, type OrderTerm, type QueryNode, type SelectItem } from './query-tree.ts'
import { notEmbedded, RestError } from './rest-error.ts'
import type { Schema } from './schema-facts.ts'
import { fieldsOf, type Fields, type Source } from './source.ts'
import { identifier, type Parameters } from './sql-text.ts'

export const rowsMax = 1_000

/** The statement of one read, embeds included. Throws RestError for names that the schema lacks. */
export function readSql(schema: Schema, parameters: Parameters, source: Source, node: QueryNode): ReadSql {
  const compiler: Compiler = {
    schema,
    parameters,
    aliasCount: 0,
    compile: (input) => compile(compiler, input),
  }
  return compiler.compile({
    source,
    node,
    path: [source.relation?.name ?? source.name],
    joinConditions: [],
    hidden: [],
    spread: null,
    isGrouped: false,
  })
}

function compile(compiler: Compiler, asked: NodeInput): ReadSql {
  const input = { ...asked, node: readBareCount(asked) ?? asked.node }
  const { source, node, spread } = input
  const fields = fieldsOf(source)
  const isAggregated = hasAggregates(node)
  if (isAggregated && node === asked.node) requireAggregates(compiler.schema, spread)
  const isGrouped = isAggregated && spread === null
  const { columns, joins } = compileSelect(compiler, input, fields, isAggregated)
  const { conditions, needed } = compileConditions(compiler, input, fields, joins)
  const from = ` from ${source.from} as ${source.alias}`
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
  const relatedOrder = (term: OrderTerm) => relatedOrderSql(joins, source, term)
  const group = isGrouped
    ? groupSql(columns, node.order.filter(({ embed }) => embed !== null).map(relatedOrder))
    : ''
  const hidden = input.hidden.map((field, index) => `${fields.sql(field)} as order_${index}`)
  const selected = [...columns.map((column, index) => columnSql(column, index, spread)), ...hidden]
  const joined = joins.map(({ sql }) => sql).join('')
  const unlimited = `select ${selected.join(', ')}${from}${joined}${where}${group}`
  const limit = Math.min(node.limit ?? rowsMax, rowsMax)
  const offset = node.offset > 0 ? ` offset ${node.offset}` : ''
  return {
    rows: `${unlimited}${orderSql(node.order, fields, relatedOrder)} limit ${limit}${offset}`,
    all: isGrouped
      ? `select 1 from (${unlimited}) as grouped`
      : `select 1${from}${needed.map(({ sql }) => sql).join('')}${where}`,
    unlimited,
    columns,
  }
}

/**
 * `select=count` of a relation without such a column counts its rows, as Postgres reads `t.count`. PostgREST allows it
 * even when aggregates are disabled. Null for everything else.
 */
function readBareCount({ node, source: { relation } }: NodeInput): QueryNode | null {
  const [item, ...others] = node.select
  if (item?.kind !== 'column' || others.length > 0 || item.aggregate || item.field?.column !== 'count')
    return null
  const isColumn = !relation || relation.columns.has('count') || relation.computedColumns.has('count')
  if (isColumn || item.field.steps.length > 0) return null
  const count = { ...item, field: null, cast: null, aggregate: { name: 'count' as const, cast: item.cast } }
  return { ...node, select: [count] }
}

function compileSelect(
  compiler: Compiler,
  { source, node, path, spread, isGrouped }: NodeInput,
  fields: Fields,
  isAggregated: boolean,
): { columns: OutputColumn[]; joins: Join[] } {
  const joins: Join[] = []
  const columns = node.select.flatMap((item): OutputColumn[] => {
    if (item.kind === 'all') return allColumns(source, spread !== null || isAggregated)
    if (item.kind === 'column') return [selectedColumn(item, fields)]
    const isInGroup = isAggregated || (spread !== null && isGrouped)
    const embedded = compileEmbed(compiler, { source, node, path }, item, isInGroup)
    joins.push(embedded.join)
    return embedded.columns
  })
  return { columns, joins }
}

/** Groups and spreads must name each column. */
function allColumns({ relation, columns, alias }: Source, isNamed: boolean): OutputColumn[] {
  const names = relation ? [...relation.columns.keys()] : columns
  if (!isNamed || !names) return [{ name: null, value: `${alias}.*`, aggregate: null }]
  return names.map((name) => ({ name, value: `${alias}.${identifier(name)}`, aggregate: null }))
}

function selectedColumn(
  { field, alias, cast, aggregate }: Extract<SelectItem, { kind: 'column' }>,
  fields: Fields,
): OutputColumn {
  if (!field) return { name: alias ?? 'count', value: '1', aggregate }
  const value = fields.sql(field)
  return {
    name: alias ?? aggregate?.name ?? fieldName(field),
    value: cast ? `cast(${value} as ${cast})` : value,
    aggregate,
  }
}

/** All conditions of a node, and the joins that they need. */
function compileConditions(
  compiler: Compiler,
  { node, joinConditions, source }: NodeInput,
  fields: Fields,
  joins: Join[],
): { conditions: string[]; needed: Join[] } {
  const needed = new Set(joins.filter(({ isInner }) => isInner))
  const findEmbed = (name: string) => {
    const join = joins.find(({ embed }) => embedName(embed) === name)
    if (!join) return null
    return {
      isColumnToo: source.relation?.columns.has(name) ?? false,
      isEmptySql(isEmpty: boolean) {
        needed.add(join)
        return join.isEmptySql(isEmpty)
      },
    }
  }
  const conditions = [
    ...joinConditions,
    ...conditionsSql(node.conditions, fields, findEmbed, compiler.parameters),
  ]
  return { conditions, needed: [...needed] }
}

function relatedOrderSql(joins: Join[], source: Source, term: OrderTerm): string {
  const join = joins.find(({ embed }) => embedName(embed) === term.embed || embed.target === term.embed)
  if (!join) throw notEmbedded(term.embed ?? '')
  if (join.orderSql) return join.orderSql(term.field)
  throw new RestError(
    400,
    'PGRST118',
    `A related order on '${term.embed}' is not possible`,
    `'${source.name}' and '${term.embed}' do not form a many-to-one or one-to-one relationship`,
  )
}

function requireAggregates(schema: Schema, spread: Spread): void {
  if (!schema.allowsAggregates)
    throw new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
  if (spread !== 'to-many') return
  throw new RestError(
    400,
    'PGRST127',
    'Feature not implemented',
    'Aggregates are not implemented for one-to-many or many-to-many spreads.',
  )
}
