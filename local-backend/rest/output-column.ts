import type { Aggregate, QueryNode } from './query-tree.ts'
import { identifier } from './sql-text.ts'

export type OutputColumn = {
  /** Null for all columns of a relation, `t0.*`. */
  name: string | null
  /** SQL before aggregation. */
  value: string
  aggregate: Aggregate | null
}

/** `to-one` and `to-many`: the columns belong to the parent, which reads them by position (spreadColumn). */
export type Spread = 'to-one' | 'to-many' | null

/** One column of a select list. A spread column is aggregated in its parent, over the parent's rows. */
export function columnSql({ name, value, aggregate }: OutputColumn, index: number, spread: Spread): string {
  if (name === null) return value
  if (spread !== null) return `${value} as ${spreadColumn(index)}`
  return `${aggregate ? aggregateSql(value, aggregate) : value} as ${identifier(name)}`
}

/** Position instead of name, because a spread may return the same name twice. */
export const spreadColumn = (index: number): string => `c${index}`

function aggregateSql(value: string, { name, cast }: Aggregate): string {
  const sql = `${name}(${value})`
  return cast ? `cast(${sql} as ${cast})` : sql
}

/** ` group by` all columns without aggregation, and the order of the rows. */
export function groupSql(columns: OutputColumn[], alsoBy: string[]): string {
  const values = columns.filter(({ aggregate }) => !aggregate).map(({ value }) => value)
  const groups = [...new Set([...values, ...alsoBy])]
  return groups.length > 0 ? ` group by ${groups.join(', ')}` : ''
}

/** Whether a node's rows are groups: it or a spread of it aggregates. */
export function hasAggregates(node: QueryNode): boolean {
  return node.select.some(
    (item) =>
      (item.kind === 'column' && item.aggregate !== null) ||
      (item.kind === 'embed' && item.isSpread && hasAggregates(item.node)),
  )
}
