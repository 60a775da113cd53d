import type { Field } from './query-tree.ts'
import { RestError } from './rest-error.ts'
import type { Relation } from './schema-facts.ts'
import { exposed, identifier, literal } from './sql-text.ts'

/** The source of a node's rows: a relation, or the rows that an earlier statement returned. */
export type Source = {
  /** Name in messages and, for a relation, in the schema cache. */
  name: string
  /** Null for rows of unknown columns: no name is checked and nothing can be embedded. */
  relation: Relation | null
  /** Columns of rows that are of no relation. */
  columns: string[] | null
  /** SQL after `from`, without alias. */
  from: string
  /** `t0` at the root: generated names cannot clash with names of relations. */
  alias: string
}

/** The SQL of a node's fields. Throws 42703 for names that its relation lacks. */
export type Fields = {
  sql(field: Field): string
  /** Type of the column, or null when it is unknown or the field is only a part of it. */
  typeOf(field: Field): string | null
}

/** The CTE with the rows that a data-changing statement or a function returned. */
export const returnedRows = 'source'

/** Columns are known from the cache; a missing one gets Postgres's error without a query. */
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

/** A whole row as the relation's own type, for functions over rows. */
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
