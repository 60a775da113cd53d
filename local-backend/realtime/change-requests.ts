// The `postgres_changes` part of a join, checked against Postgres before the client is told that it is subscribed.
import type pg from 'pg'
import { codeOf } from '#backend/database.ts'
import { isObject } from '#backend/json.ts'
import { parseChangeFilters } from './change-filter.ts'
import type { Identity } from './identify.ts'
import { runInQueue, type Questions } from './realtime-context.ts'
import { RealtimeError } from './realtime-error.ts'
import { readSnapshot } from './snapshot.ts'
import type { ChangeSubscription } from './subscriptions.ts'

/** The client's own request; it compares our echo with it. */
export type ChangeRequest = {
  event: string
  schema?: string
  table?: string
  filter?: string
  select?: string[]
}

const requestsMax = 30
const events = new Set(['*', 'INSERT', 'UPDATE', 'DELETE'])

/** Throws RealtimeError for an invalid list of requests. */
export function readChangeRequests(config: unknown): ChangeRequest[] {
  const list = isObject(config) ? config.postgres_changes : undefined
  if (list === undefined || list === null) return []
  if (!Array.isArray(list) || list.length > requestsMax) throw refuseAll(list)
  return list
    .filter((entry) => entry !== null)
    .map((entry: unknown) => {
      if (!isObject(entry) || typeof entry.event !== 'string' || !events.has(entry.event))
        throw refuseAll(entry)
      const { schema, table, filter, select } = entry
      const isText = (value: unknown) => value === undefined || value === null || typeof value === 'string'
      if (![schema, table, filter].every(isText)) throw refuseAll(entry)
      const isList = Array.isArray(select) && select.every((name) => typeof name === 'string')
      if (select !== undefined && select !== null && !isList) throw refuseAll(entry)
      return entry as ChangeRequest
    })
}

function refuseAll(value: unknown): RealtimeError {
  return new RealtimeError(
    'RealtimeDisabledForConfiguration',
    `Unable to parse the postgres_changes params: ${(JSON.stringify(value) ?? '').slice(0, 200)}`,
  )
}

/**
 * Resolves a request for this caller. Throws RealtimeError when the table is not published, the caller may read nothing
 * of it, or a filter does not fit it.
 */
export async function resolveChangeRequest(
  questions: Questions,
  identity: Identity,
  request: ChangeRequest,
): Promise<Omit<ChangeSubscription, 'id' | 'channel'>> {
  const event = request.event as ChangeSubscription['event']
  const schema = request.schema && request.schema !== '*' ? request.schema : null
  const table = request.table && request.table !== '*' ? request.table : null
  const filters = request.filter ? parseChangeFilters(request.filter) : []
  const selected = request.select ?? null
  if (schema === null || table === null) {
    if (filters.length > 0 || selected) throw refuseTable(request)
    return { event, schema, table, filters, equal: [], selected: null, since: null }
  }
  const found = await runInQueue(questions, identity.userId, () =>
    askDatabase(questions.pool, identity, request, [schema, table, filters, selected ?? []]),
  )
  if (!found) throw refuseTable(request)
  return { event, schema, table, filters, equal: found.equal, selected, since: readSnapshot(found.since) }
}

type Found = { equal: (string | null)[]; since: string }

async function askDatabase(
  pool: pg.Pool,
  { role }: Identity,
  request: ChangeRequest,
  [schema, table, filters, selected]: [string, string, unknown[], string[]],
): Promise<Found | null> {
  try {
    const { rows } = await pool.query<{ found: Found | null }>(
      'select realtime.check_subscription($1, $2, $3, $4, $5) as found',
      [role, schema, table, JSON.stringify(filters), JSON.stringify(selected)],
    )
    return rows[0]?.found ?? null
  } catch (error) {
    // Class 22 and 42: the filter does not fit its column. Any other class is our failure.
    if (!/^(22|42)/.test(codeOf(error) ?? '')) throw error
    throw refuseTable(request, (error as Error).message)
  }
}

function refuseTable(request: ChangeRequest, detail?: string): RealtimeError {
  const { event, schema, table, filter } = request
  return new RealtimeError(
    'RealtimeDisabledForConfiguration',
    `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [event: ${event}, schema: ${schema ?? '*'}, table: ${table ?? '*'}, filters: [${filter ?? ''}]]${detail ? `. ${detail}` : ''}`,
  )
}
