// How nodes of a request become SQL: read-sql.ts compiles one node, embed-sql.ts joins another one to it.
import type { OutputColumn, Spread } from './output-column.ts'
import type { Field, QueryNode } from './query-tree.ts'
import type { Schema } from './schema-facts.ts'
import type { Source } from './source.ts'
import type { Parameters } from './sql-text.ts'

/** One node to be compiled, with what its parent adds. */
export type NodeInput = {
  source: Source
  node: QueryNode
  /** Names of the relations from the root to this one. */
  path: string[]
  /** Conditions that tie it to its parent. */
  ties: string[]
  /** Fields that the parent orders by, given to it as order_0, order_1, ... */
  hidden: Field[]
  spread: Spread
  /** The parent groups by what it gets: json has no equality, jsonb has. */
  isGrouped: boolean
}

export type Compiler = {
  schema: Schema
  parameters: Parameters
  aliasCount: number
  compile(input: NodeInput): ReadSql
}

export type ReadSql = {
  /** The rows as asked, with order and limits. */
  rows: string
  /** All rows that fit, without order and limits, one constant column. */
  all: string
  /** The rows without order and limits, for the planner's estimate: it has every parameter of `rows`. */
  unlimited: string
  columns: OutputColumn[]
}
