// Compiles the nodes of a request to SQL: read-sql.ts compiles one node, embed-sql.ts joins another one to it.
import type { OutputColumn, Spread } from './output-column.ts'
import type { Field, QueryNode } from './query-tree.ts'
import type { Schema } from './schema-facts.ts'
import type { Source } from './source.ts'
import type { Parameters } from './sql-text.ts'

/** One node to compile, with its parent's additions. */
export type NodeInput = {
  source: Source
  node: QueryNode
  /** Names of the relations from the root to this one. */
  path: string[]
  /** Join conditions with its parent. */
  joinConditions: string[]
  /** Fields for the parent's order, as columns order_0, order_1, ... */
  hidden: Field[]
  spread: Spread
  /** The parent groups by this node's output: json has no equality, jsonb has. */
  isGrouped: boolean
}

export type Compiler = {
  schema: Schema
  parameters: Parameters
  aliasCount: number
  compile(input: NodeInput): ReadSql
}

export type ReadSql = {
  /** The requested rows, with order and limits. */
  rows: string
  /** All matching rows, without order and limits, with one constant column. */
  all: string
  /** The rows without order and limits, for the planner's estimate: it has every parameter of `rows`. */
  unlimited: string
  columns: OutputColumn[]
}
