// The parsed request, not yet checked against the database.

/** `data->address->>city`: a column and a path into its JSON. */
export type Field = { column: string; steps: { isText: boolean; key: string }[] }

export type Aggregate = {
  name: 'count' | 'sum' | 'avg' | 'min' | 'max'
  /** The cast of the aggregated value. */
  cast: string | null
}

type SelectColumn = {
  kind: 'column'
  /** Null in `count()`, which counts rows. */
  field: Field | null
  alias: string | null
  /** The cast of the field before its aggregation. */
  cast: string | null
  aggregate: Aggregate | null
}
type SelectAll = { kind: 'all' }
export type SelectEmbed = {
  kind: 'embed'
  target: string
  hint: string | null
  isInner: boolean
  isSpread: boolean
  alias: string | null
  node: QueryNode
}
export type SelectItem = SelectAll | SelectColumn | SelectEmbed

export type Filter = {
  kind: 'filter'
  field: Field
  operator: string
  /** `any` or `all`: the value is a list. */
  quantifier: 'any' | 'all' | null
  /** Configuration of a full-text search. */
  language: string | null
  isNegated: boolean
  value: string
}
export type Logic = { kind: 'logic'; operator: 'and' | 'or'; isNegated: boolean; terms: Condition[] }
export type Condition = Filter | Logic

export type OrderTerm = {
  /** Name of a to-one embed with the column; null for an own column. */
  embed: string | null
  field: Field
  isDescending: boolean
  nulls: 'first' | 'last' | null
}

/** One relation of a request with all of its parameters; embeds are nodes again. */
export type QueryNode = {
  select: SelectItem[]
  conditions: Condition[]
  order: OrderTerm[]
  limit: number | null
  offset: number
}

export function emptyNode(): QueryNode {
  return { select: [], conditions: [], order: [], limit: null, offset: 0 }
}

/** The name of an embed in the response and in filter keys. */
export function embedName(embed: SelectEmbed): string {
  return embed.alias ?? embed.target
}
