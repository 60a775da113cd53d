// The content of the schema cache, in the shapes that the rest of the service uses.

export type Column = {
  name: string
  /** With schema and modifier, e.g. `character varying(20)` or `public.mood`. */
  type: string
  /** SQL of the default, null when there is none. */
  default: string | null
}

export type Relation = {
  name: string
  columns: Map<string, Column>
  primaryKey: string[]
  /** Functions with this row as only argument: requests use them like columns. */
  computedColumns: Set<string>
}

export type Relationship = {
  from: string
  to: string
  /** Name of the foreign key, or of both of a many-to-many; none for a function. */
  constraints: string[]
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many' | 'computed'
  isToMany: boolean
  /** One end is a view: only its name identifies the relationship, not the key or column. */
  hasView: boolean
  /** Pairs of columns: [own, other's]. For a junction: own to junction, then junction to other. */
  pairs: [string, string][]
  junction: { name: string; pairs: [string, string][] } | null
  /** A function from a row of `from` to rows of `to`: requests use it like a relationship of its name. */
  fn: string | null
}

export type FunctionParameter = { name: string; type: string; isRequired: boolean; isVariadic: boolean }

export type SqlFunction = {
  name: string
  parameters: FunctionParameter[]
  isVolatile: boolean
  returnsSet: boolean
  returns: 'nothing' | 'value' | 'row'
  /** For a function that returns rows of a relation: that relation. */
  relation: string | null
  /** For a function that returns rows: their columns. Empty when only the call determines them. */
  columns: string[]
}

export type Schema = {
  relations: Map<string, Relation>
  relationships: Map<string, Relationship[]>
  functions: Map<string, SqlFunction[]>
  /** Off by default, as on hosted Supabase: `alter role authenticator set pgrst.db_aggregates_enabled = 'true'`. */
  allowsAggregates: boolean
  /** Off by default, as in PostgREST: `alter role authenticator set pgrst.db_tx_end = 'commit-allow-override'`. */
  allowsTransactionEnd: boolean
  /** A different number for each state that was read. */
  version: number
}

export type RawRelation = {
  oid: string
  schema: string
  name: string
  kind: string
  columns: { number: number; name: string; type: string; default: string | null; identity: string }[]
  uniques: { isPrimary: boolean; columns: number[] }[]
  rule: string | null
}
export type RawForeignKey = {
  name: string
  from: string
  fromColumns: number[]
  to: string
  toColumns: number[]
}
type RawFunction = {
  name: string
  argumentTypes: string[]
  argumentNames: string[]
  argumentModes: string[]
  defaultCount: number
  isVolatile: boolean
  returnsSet: boolean
  returnType: string
  returnKind: string
  returnRelation: string
  /** The planner's estimate of rows for a function that returns a set. */
  expectedRows: number
  firstArgumentRelation: string | null
}
export type RawFacts = {
  relations: RawRelation[]
  foreignKeys: RawForeignKey[]
  functions: RawFunction[]
  /** `name=value` of the settings of our login role. */
  settings: string[]
}

/** Turns catalogue rows into the shapes above. */
export function buildSchema(facts: RawFacts, version: number): Schema {
  const exposed = facts.relations.filter((relation) => relation.schema === 'public')
  const nameOfOid = new Map(exposed.map((relation) => [relation.oid, relation.name]))
  const computed = new Map<string, Set<string>>()
  for (const fn of facts.functions) {
    const owner = fn.firstArgumentRelation && nameOfOid.get(fn.firstArgumentRelation)
    if (owner && !nameOfOid.has(fn.returnRelation))
      computed.set(owner, (computed.get(owner) ?? new Set()).add(fn.name))
  }
  const relations = new Map(
    exposed.map((raw) => [raw.name, toRelation(raw, computed.get(raw.name) ?? new Set())]),
  )
  const functions = new Map<string, SqlFunction[]>()
  for (const raw of facts.functions) {
    const fn = toFunction(raw, nameOfOid.get(raw.returnRelation), relations)
    if (!isCallable(fn)) continue
    const overloads = functions.get(raw.name) ?? []
    functions.set(raw.name, [...overloads, fn])
  }
  const allowsAggregates = facts.settings.some((one) =>
    /^pgrst\.db_aggregates_enabled=(true|on|1)$/i.test(one),
  )
  const allowsTransactionEnd = facts.settings.includes('pgrst.db_tx_end=commit-allow-override')
  return {
    relations,
    relationships: new Map(),
    functions,
    allowsAggregates,
    allowsTransactionEnd,
    version,
  }
}

/** Arguments are given by name; a single unnamed one can be the whole body. */
function isCallable({ parameters }: SqlFunction): boolean {
  if (parameters.every(({ name }) => name !== '')) return true
  return parameters.length === 1 && /^(jsonb?|text|bytea|xml)$/.test(parameters[0]!.type)
}

function toRelation(raw: RawRelation, computedColumns: Set<string>): Relation {
  const columns = raw.columns.map(({ name, type, default: text, identity }): [string, Column] => {
    const sequence = `nextval(pg_get_serial_sequence('${`"public"."${raw.name}"`.replaceAll("'", "''")}', '${name.replaceAll("'", "''")}'))`
    return [name, { name, type, default: identity === 'd' ? sequence : text }]
  })
  const primary = raw.uniques.find((unique) => unique.isPrimary)?.columns ?? []
  return {
    name: raw.name,
    columns: new Map(columns),
    primaryKey: primary.flatMap(
      (number) => raw.columns.find((column) => column.number === number)?.name ?? [],
    ),
    computedColumns,
  }
}

function toFunction(
  raw: RawFunction,
  relation: string | undefined,
  relations: Map<string, Relation>,
): SqlFunction {
  const all = raw.argumentTypes.map((type, index) => ({
    type,
    name: raw.argumentNames[index] ?? '',
    mode: raw.argumentModes[index] ?? 'i',
  }))
  const inputs = all.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
  const outputs = all
    .filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't')
    .map(({ name }) => name)
  const isRow = raw.returnKind === 'c' || raw.returnType === 'record'
  const own = relation ? [...(relations.get(relation)?.columns.keys() ?? [])] : outputs
  return {
    name: raw.name,
    parameters: inputs.map(({ name, type, mode }, index) => ({
      name,
      type,
      isVariadic: mode === 'v',
      // A variadic argument is always optional.
      isRequired: mode !== 'v' && index < inputs.length - raw.defaultCount,
    })),
    isVolatile: raw.isVolatile,
    returnsSet: raw.returnsSet,
    returns: raw.returnType === 'void' ? 'nothing' : isRow ? 'row' : 'value',
    relation: relation ?? null,
    columns: isRow ? own : [],
  }
}
