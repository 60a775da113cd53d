// Finds the subscriptions that a change may concern. With a thousand members who each follow their own row, one lookup
// finds the one.
import type { ChangeFilter } from './change-filter.ts'
import type { Channel } from './channel.ts'
import type { RowChange } from './pgoutput.ts'
import { sees, type Snapshot } from './snapshot.ts'

export type ChangeSubscription = {
  /** The client's id of it; unique within its channel. */
  id: number
  channel: Channel
  event: 'INSERT' | 'UPDATE' | 'DELETE' | '*'
  /** Null means every schema, every table. */
  schema: string | null
  table: string | null
  filters: ChangeFilter[]
  /** For each filter its value in the WAL's format, when comparing text is enough; null when Postgres must compare. */
  equal: (string | null)[]
  /** The requested columns; null for all. */
  selected: string[] | null
  /** The client reads the rows of this snapshot itself; null when no snapshot is needed. */
  since: Snapshot | null
}

export type Subscriptions = {
  add(subscription: ChangeSubscription): void
  remove(subscription: ChangeSubscription): void
  /** The subscriptions whose event, table and simple filters match. */
  find(change: RowChange): ChangeSubscription[]
}

type Found = Set<ChangeSubscription>
type TableIndex = { plain: Found; equal: Map<string, Map<string, Found>> }

export function createSubscriptions(): Subscriptions {
  const tables = new Map<string, TableIndex>()
  const keyOf = (schema: string | null, table: string | null) => JSON.stringify([schema, table])

  function findSet({ schema, table, filters, equal }: ChangeSubscription): Found {
    const key = keyOf(schema, table)
    const index = tables.get(key) ?? { plain: new Set(), equal: new Map() }
    tables.set(key, index)
    const at = equal.findIndex((value) => value !== null)
    if (at < 0) return index.plain
    const { column } = filters[at]!
    const values = index.equal.get(column) ?? new Map<string, Found>()
    index.equal.set(column, values)
    const value = equal[at]!
    const found = values.get(value) ?? new Set()
    values.set(value, found)
    return found
  }

  function removeEmpty({ schema, table }: ChangeSubscription): void {
    const key = keyOf(schema, table)
    const index = tables.get(key)
    if (!index) return
    for (const [column, values] of index.equal) if (values.size === 0) index.equal.delete(column)
    if (index.plain.size === 0 && index.equal.size === 0) tables.delete(key)
  }

  return {
    add: (subscription) => void findSet(subscription).add(subscription),
    remove(subscription) {
      const found = findSet(subscription)
      found.delete(subscription)
      const at = subscription.equal.findIndex((value) => value !== null)
      if (found.size === 0 && at >= 0) {
        const index = tables.get(keyOf(subscription.schema, subscription.table))
        index?.equal.get(subscription.filters[at]!.column)?.delete(subscription.equal[at]!)
      }
      removeEmpty(subscription)
    },
    find(change) {
      const { schema, table } = change.relation
      const row = change.record ?? change.old ?? {}
      const found: ChangeSubscription[] = []
      for (const key of [keyOf(schema, table), keyOf(schema, null), keyOf(null, null), keyOf(null, table)]) {
        const index = tables.get(key)
        if (!index) continue
        found.push(...index.plain)
        for (const [column, values] of index.equal) found.push(...(values.get(row[column] ?? '') ?? []))
      }
      return found.filter((subscription) => fits(subscription, change, row))
    },
  }
}

function fits(
  { event, filters, equal, since }: ChangeSubscription,
  { type, xid }: RowChange,
  row: Record<string, string | null>,
): boolean {
  if ((event !== '*' && event !== type) || (since && sees(since, xid))) return false
  return filters.every(({ column }, at) => equal[at] === null || row[column] === equal[at])
}
