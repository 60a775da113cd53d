import type { Field } from './query-tree.ts'
import { RestError } from './rest-error.ts'
import type { Relation } from './schema-facts.ts'
import { exposed, identifier, literal } from './sql-text.ts'

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

/** How a node's fields are written in SQL. Throws 42703 for what its relation does not have. */
export type Fields = {
  sql(field: Field): string
  /** Type of the column, or null when it is not known or only part of it is meant. */
  typeOf(field: Field): string | null
}

/** The CTE that holds what a data-changing statement or a function returned. */
export const returnedRows = 'source'

/** Columns are known from the cache; what is not there answers like Postgres would, and never reaches it. */
export function fieldsOf(source: Source): Fields {
  const { relation } = source
  const typeOf = (field: Field) => (field.steps.length > 0 ? null : columnType(field))
  const columnType = (field: Field) => relation?.columns.get(field.column)?.type ?? null
  return {
    typeOf,
    sql(field) {
      const isKnown = relation
        ? relation.columns.has(field.column) || relation.computedColumns.has(field.column)
        : (source.columns?.includes(field.column) ?? true)
      if (!isKnown) throw unknownColumn(source.name, field.column)
      const column = `${source.alias}.${identifier(field.column)}`
      if (field.steps.length === 0) return column
      const isJson = /^jsonb?$/.test(columnType(field) ?? 'json')
      return `(${stepsSql(isJson ? column : `to_jsonb(${column})`, field.steps)})`
    },
  }
}

/** A whole row as the relation's own type, as functions over rows take it. */
export function rowSql(source: Source): string {
  if (source.from !== returnedRows || !source.relation) return source.alias
  return `row(${source.alias}.*)::${exposed(source.relation.name)}`
}

export function unknownColumn(relation: string, column: string): RestError {
  return new RestError(400, '42703', `column ${relation}.${column} does not exist`)
}

/** `base."column"->'a'->>0` */
function stepsSql(base: string, steps: Field['steps']): string {
  return steps.reduce((sql, { isText, key }) => {
    const index = /^-?\d{1,9}$/.test(key) ? key : literal(key)
    return `${sql}${isText ? '->>' : '->'}${index}`
  }, base)
}
