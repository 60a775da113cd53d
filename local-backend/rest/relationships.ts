import { closestName } from './closest-name.ts'
import { RestError } from './rest-error.ts'
import type { RawFacts, RawForeignKey, RawRelation, Relationship, Schema } from './schema-facts.ts'
import { readViewColumns } from './view-columns.ts'

/** A relation that shows some columns of a table: the table itself, or a view over it. */
type RelationShape = { name: string; isView: boolean; columnOf: Map<number, string> }

/**
 * Every path from one exposed relation to another: along foreign keys in both directions, through junction tables, and
 * by functions.
 */
export function findRelationships(facts: RawFacts): Schema['relationships'] {
  const shapes = findRelationShapes(facts.relations)
  const direct = facts.foreignKeys.flatMap((key) => alongKey(key, facts.relations, shapes))
  const junctions = findJunctions(facts, shapes)
  const byOrigin = new Map<string, Relationship[]>()
  for (const relationship of [...direct, ...junctions, ...findComputed(facts)]) {
    byOrigin.set(relationship.from, [...(byOrigin.get(relationship.from) ?? []), relationship])
  }
  return byOrigin
}

function findRelationShapes(relations: RawRelation[]): Map<string, RelationShape[]> {
  const shapes = new Map<string, RelationShape[]>()
  const add = (oid: string, shape: RelationShape) => shapes.set(oid, [...(shapes.get(oid) ?? []), shape])
  for (const relation of relations.filter(({ schema }) => schema === 'public')) {
    if (relation.kind !== 'v' && relation.kind !== 'm') {
      add(relation.oid, {
        name: relation.name,
        isView: false,
        columnOf: new Map(relation.columns.map((c) => [c.number, c.name])),
      })
      continue
    }
    const byTable = new Map<string, Map<number, string>>()
    for (const { table, tableColumn, viewColumn } of readViewColumns(relation, relations)) {
      const columnOf = byTable.get(table) ?? new Map<number, string>()
      if (!columnOf.has(tableColumn)) columnOf.set(tableColumn, viewColumn)
      byTable.set(table, columnOf)
    }
    for (const [table, columnOf] of byTable) add(table, { name: relation.name, isView: true, columnOf })
  }
  return shapes
}

function alongKey(
  key: RawForeignKey,
  relations: RawRelation[],
  shapes: Map<string, RelationShape[]>,
): Relationship[] {
  const isUnique = relations
    .find(({ oid }) => oid === key.from)
    ?.uniques.some(
      ({ columns }) =>
        columns.length === key.fromColumns.length && columns.every((n) => key.fromColumns.includes(n)),
    )
  const found: Relationship[] = []
  for (const from of shapes.get(key.from) ?? []) {
    for (const to of shapes.get(key.to) ?? []) {
      const pairs = pairColumns(from, key.fromColumns, to, key.toColumns)
      if (!pairs) continue
      const hasView = from.isView || to.isView
      const shared = { constraints: [key.name], hasView, junction: null, fn: null }
      found.push({
        ...shared,
        from: from.name,
        to: to.name,
        cardinality: isUnique ? 'one-to-one' : 'many-to-one',
        isToMany: false,
        pairs,
      })
      found.push({
        ...shared,
        from: to.name,
        to: from.name,
        cardinality: isUnique ? 'one-to-one' : 'one-to-many',
        isToMany: !isUnique,
        pairs: pairs.map(([own, other]) => [other, own]),
      })
    }
  }
  return found
}

/** A table whose primary key contains two foreign keys joins their tables, in both directions. */
function findJunctions(facts: RawFacts, shapes: Map<string, RelationShape[]>): Relationship[] {
  const found: Relationship[] = []
  for (const table of facts.relations.filter(({ schema }) => schema === 'public')) {
    const primary = table.uniques.find(({ isPrimary }) => isPrimary)?.columns ?? []
    const keys = facts.foreignKeys.filter(
      (key) => key.from === table.oid && key.fromColumns.every((number) => primary.includes(number)),
    )
    const junction = (shapes.get(table.oid) ?? []).find(({ name }) => name === table.name)
    if (!junction) continue
    for (const first of keys) {
      for (const second of keys) {
        if (first === second) continue
        for (const from of shapes.get(first.to) ?? []) {
          for (const to of shapes.get(second.to) ?? []) {
            const pairs = pairColumns(from, first.toColumns, junction, first.fromColumns)
            const onward = pairColumns(junction, second.fromColumns, to, second.toColumns)
            if (!pairs || !onward) continue
            found.push({
              from: from.name,
              to: to.name,
              constraints: [first.name, second.name],
              cardinality: 'many-to-many',
              isToMany: true,
              fn: null,
              hasView: from.isView || to.isView,
              pairs,
              junction: { name: table.name, pairs: onward },
            })
          }
        }
      }
    }
  }
  return found
}

/** Functions from a row to rows of a relation; without a set, or with one expected row, the relationship is to-one. */
function findComputed(facts: RawFacts): Relationship[] {
  const names = new Map(
    facts.relations.filter(({ schema }) => schema === 'public').map(({ oid, name }) => [oid, name]),
  )
  return facts.functions.flatMap((fn): Relationship[] => {
    const from = names.get(fn.firstArgumentRelation ?? '')
    const to = names.get(fn.returnRelation)
    if (from === undefined || to === undefined) return []
    const shared = {
      constraints: [],
      cardinality: 'computed',
      hasView: false,
      pairs: [],
      junction: null,
    } as const
    return [
      {
        ...shared,
        constraints: [],
        pairs: [],
        from,
        to,
        isToMany: fn.returnsSet && fn.expectedRows !== 1,
        fn: fn.name,
      },
    ]
  })
}

function pairColumns(
  from: RelationShape,
  fromColumns: number[],
  to: RelationShape,
  toColumns: number[],
): [string, string][] | null {
  const pairs: [string, string][] = []
  for (const [index, number] of fromColumns.entries()) {
    const own = from.columnOf.get(number)
    const other = to.columnOf.get(toColumns[index] ?? 0)
    if (own === undefined || other === undefined) return null
    pairs.push([own, other])
  }
  return pairs
}

/**
 * The relationship of an embed. `target` may be a function, a relation, a foreign key or, for to-one, the column of the
 * key; `hint` a foreign key, a column or a junction. Throws RestError PGRST200 (none) or PGRST201 (several).
 */
export function resolveRelationship(
  schema: Schema,
  from: string,
  target: string,
  hint: string | null,
): Relationship {
  const all = schema.relationships.get(from) ?? []
  const computed = all.find(({ fn }) => fn === target)
  if (computed) return computed
  const matching = all.filter(
    (one) =>
      one.fn === null && (isOfItself(one) ? isMeantOfItself(one, target, hint) : isMeant(one, target, hint)),
  )
  const [only, ...others] = matching
  if (only && others.length === 0) return only
  throw only ? ambiguous(from, target, matching) : notFound(schema, from, target, hint)
}

function isMeant(one: Relationship, target: string, hint: string | null): boolean {
  if (hint !== null) return isTarget(one, target) && isHinted(one, hint)
  return isTarget(one, target)
}

const isOfItself = (one: Relationship) => one.from === one.to && one.junction === null

/**
 * One key gives two relationships of a relation with itself: to-one by the column, `parent_id(*)`, and to-many by the
 * relation's name, `children:comment(*)`, with the column as hint when there are several keys. PostgREST does the same.
 */
function isMeantOfItself(one: Relationship, target: string, hint: string | null): boolean {
  const pair = one.pairs.length === 1 ? one.pairs[0] : undefined
  if (one.isToMany)
    return one.to === target && (hint === null || pair?.[1] === hint || one.constraints[0] === hint)
  return hint === null && pair?.[0] === target
}

function isTarget(one: Relationship, target: string): boolean {
  if (one.to === target) return true
  if (one.junction || one.hasView) return false
  return (
    one.constraints[0] === target || (!one.isToMany && one.pairs.length === 1 && one.pairs[0]?.[0] === target)
  )
}

function isHinted(one: Relationship, hint: string): boolean {
  if (one.constraints.includes(hint)) return true
  if (one.junction) return one.junction.name === hint
  return one.pairs.length === 1 && one.pairs[0]?.includes(hint) === true
}

function notFound(schema: Schema, from: string, target: string, hint: string | null): RestError {
  const targets = schema.relationships.get(from)?.map(({ to }) => to)
  const meant = targets ? closestName(target, targets) : closestName(from, schema.relationships.keys())
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${from}' and '${target}' in the schema cache`,
    `Searched for a foreign key relationship between '${from}' and '${target}'${hint ? ` using the hint '${hint}'` : ''} in the schema 'public', but no matches were found.`,
    meant && `Perhaps you meant '${meant}' instead of '${targets ? target : from}'.`,
  )
}

function ambiguous(from: string, target: string, matching: Relationship[]): RestError {
  const hints = matching.map((one) => `'${one.to}!${one.junction?.name ?? one.constraints[0]}'`)
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${from}' and '${target}'`,
    matching.map((one) => ({
      cardinality: one.cardinality,
      embedding: `${one.from} with ${one.to}`,
      relationship: describeKeys(one),
    })),
    `Try changing '${target}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
  )
}

/** `book_author_id_fkey using book(author_id) and person(id)`. */
function describeKeys({ from, to, constraints, pairs, junction }: Relationship): string {
  const list = (names: string[]) => `(${names.join(', ')})`
  const own = list(pairs.map(([name]) => name))
  const other = list(pairs.map(([, name]) => name))
  if (!junction) return `${constraints[0]} using ${from}${own} and ${to}${other}`
  return `${junction.name} using ${constraints[0]}${other} and ${constraints[1]}${list(junction.pairs.map(([name]) => name))}`
}
