// Delivers changes of the WAL to the subscribers who may see them: in order and in batches. One query lets Postgres
// authorize each batch.
import type pg from 'pg'
import { codeOf } from '#backend/database.ts'
import type { Channel } from './channel.ts'
import type { Identity } from './identify.ts'
import type { RowChange, Values } from './pgoutput.ts'
import { createSubscriptions, type ChangeSubscription } from './subscriptions.ts'

export type ChangeFeed = {
  add(subscription: ChangeSubscription): void
  remove(subscription: ChangeSubscription): void
  /** Adds one change of the WAL, in order. */
  take(change: RowChange): void
  /** Drops waiting changes; the channels have been informed of the gap. */
  clear(): void
}

export type ChangeFeedOptions = {
  pool: pg.Pool
  /** Called to pause reading the WAL while many changes wait. */
  setPaused(isPaused: boolean): void
  log: (line: object) => void
}

/** The result of realtime.check_change (sql/realtime-schema.sql). */
type CheckResult = {
  roles: Record<string, RoleView | undefined>
  seen: (Record<string, unknown> | null)[]
}
type RoleView = {
  columns: { name: string; type: string }[]
  record: Record<string, unknown> | null
  old_record: Record<string, unknown>
  filters: (boolean | null)[]
}

const batchMax = 100
const batchViewersMax = 2_000
const batchMaxBytes = 8_388_608
/** Above either limit, Postgres stores later changes until the queue is shorter. */
const waitingMax = 2_000
const waitingMaxBytes = 33_554_432
const recentMax = 100
const recentMaxBytes = 1_048_576
/** As at Supabase: larger rows arrive as an error with the small columns only. */
const changeMaxBytes = 1_048_576
const jsonTypes = new Set([114, 3802])

/** A change that waits until Postgres has authorized it for its candidates. */
type PendingChange = { change: RowChange; candidates: ChangeSubscription[]; bytes: number }
/** Delivers an authorized change, or says why Postgres could not authorize it. */
type Outcome = (() => void) | { failure: string }

export function createChangeFeed({ pool, setPaused, log }: ChangeFeedOptions): ChangeFeed {
  const subscriptions = createSubscriptions()
  let waiting: PendingChange[] = []
  let waitingBytes = 0
  const recent = createRecentChanges()
  let isPumping = false
  let isPaused = false

  async function pump(): Promise<void> {
    if (isPumping) return
    isPumping = true
    while (waiting.length > 0) {
      const batch = takeBatch(waiting)
      await authorizeAndDispatch(batch)
      waitingBytes -= batch.reduce((sum, { bytes }) => sum + bytes, 0)
      if (waiting.length < waitingMax / 4 && waitingBytes < waitingMaxBytes / 4) setPause(false)
    }
    isPumping = false
  }

  async function authorizeAndDispatch(batch: PendingChange[]): Promise<void> {
    const outcomes = await authorize(pool, batch).catch((error: unknown) => ({ error }))
    if (Array.isArray(outcomes)) {
      outcomes.forEach((outcome, at) => dispatch(batch[at]!, outcome))
      return
    }
    // One slow policy must not cost the others their changes, so each change is retried alone.
    if (batch.length > 1) for (const pending of batch) await authorizeAndDispatch([pending])
    else dispatch(batch[0]!, { failure: codeOf(outcomes.error) ?? 'unknown' })
  }

  function wait(change: RowChange, candidates: ChangeSubscription[]): void {
    if (candidates.length === 0) return
    const bytes = sizeOf(change)
    waiting.push({ change, candidates, bytes })
    waitingBytes += bytes
    if (waiting.length >= waitingMax || waitingBytes >= waitingMaxBytes) setPause(true)
    void pump()
  }

  function dispatch(pending: PendingChange, outcome: Outcome): void {
    if (typeof outcome === 'function') return outcome()
    log({ level: 'error', event: 'realtime_change_check_failed', code: outcome.failure })
    dropCandidates(pending)
  }

  function setPause(value: boolean): void {
    if (value === isPaused) return
    isPaused = value
    setPaused(value)
  }

  return {
    add(subscription) {
      subscriptions.add(subscription)
      // The WAL may have contained it already, before any query could see it.
      for (const change of subscription.since ? recent.all() : [])
        if (subscriptions.find(change).includes(subscription)) wait(change, [subscription])
    },
    remove: subscriptions.remove,
    take(change) {
      recent.add(change)
      wait(change, subscriptions.find(change))
    },
    clear() {
      waitingBytes -= waiting.reduce((sum, { bytes }) => sum + bytes, 0)
      waiting = []
      isPaused = false
    },
  }
}

/** Covers the time between a commit's arrival from the WAL and its visibility to queries. */
function createRecentChanges() {
  const changes: RowChange[] = []
  let bytes = 0
  return {
    all: () => changes,
    add(change: RowChange) {
      changes.push(change)
      bytes += sizeOf(change)
      while (changes.length > recentMax || bytes > recentMaxBytes) bytes -= sizeOf(changes.shift()!)
    },
  }
}

function sizeOf({ record, old }: RowChange): number {
  return [record, old].reduce(
    (sum, row) => sum + Object.values(row ?? {}).reduce((length, value) => length + (value?.length ?? 0), 0),
    0,
  )
}

/** Subscribers of a change that cannot be authorized join again and read the rows. */
function dropCandidates({ candidates }: PendingChange): void {
  for (const channel of new Set(candidates.map((candidate) => candidate.channel)))
    channel.fail('The change could not be checked')
}

function takeBatch(waiting: PendingChange[]): PendingChange[] {
  let viewers = 0
  let bytes = 0
  let count = 0
  while (count < Math.min(waiting.length, batchMax)) {
    viewers += waiting[count]!.candidates.length
    bytes += waiting[count]!.bytes
    if (count > 0 && (viewers > batchViewersMax || bytes > batchMaxBytes)) break
    count++
  }
  return waiting.splice(0, count)
}

/** Authorizes a batch with one query. @returns the outcome of each change */
async function authorize(pool: pg.Pool, batch: PendingChange[]): Promise<Outcome[]> {
  const viewers = new Interner<Identity>((identity) => identity.role + identity.claimsText)
  const checks = batch.map((pending) => describeCheck(pending, viewers))
  const { rows } = await pool.query<{ results: (CheckResult | { failure: string })[] }>(
    'select realtime.check_changes($1, $2) as results',
    [
      `[${viewers.all.map(({ role, claimsText }) => JSON.stringify({ role, claims: claimsText })).join(',')}]`,
      `[${checks.map(({ text }) => text).join(',')}]`,
    ],
  )
  const results = rows[0]?.results ?? []
  return checks.map((check, at) => {
    const result = results[at]
    if (!result || 'failure' in result) return result ?? { failure: 'no answer' }
    return () => deliver(check, result)
  })
}

/** A change as realtime.check_change expects it, and the subscriptions that may receive it. */
type ChangeCheck = {
  text: string
  change: RowChange
  isTooLarge: boolean
  listeners: {
    subscription: ChangeSubscription
    identity: Identity
    /** Indexes into `seen` and `filters` of the result. */
    seenAt: number
    filtersAt: number[]
  }[]
}

function describeCheck({ change, candidates }: PendingChange, viewers: Interner<Identity>): ChangeCheck {
  const filters = new Interner<ChangeSubscription['filters'][number]>((filter) => JSON.stringify(filter))
  const asked = new Interner<number>(String)
  const listeners = candidates.map((subscription) => ({
    subscription,
    identity: subscription.channel.identity,
    seenAt: asked.at(viewers.at(subscription.channel.identity)),
    filtersAt: subscription.filters
      .filter((_, at) => subscription.equal[at] === null)
      .map((filter) => filters.at(filter)),
  }))
  const record = change.record && describeRow(change.record, change)
  const old = change.old && describeRow(change.old, change)
  const isTooLarge = (record?.length ?? 0) + (old?.length ?? 0) > changeMaxBytes
  const text = `{"relation":${change.relation.oid},"xid":${change.xid},"type":"${change.type}","record":${record},"old":${old},"missing":${JSON.stringify(change.missing)},"filters":[${filters.all.map((filter) => JSON.stringify(filter)).join(',')}],"viewers":${JSON.stringify(asked.all)},"isTooLarge":${isTooLarge}}`
  return { text, change, isTooLarge, listeners }
}

/** A row as JSON with text values. Values of type JSON are embedded, because they would otherwise become strings. */
function describeRow(values: Values, { relation }: RowChange): string {
  const parts: string[] = []
  for (const { name, typeOid } of relation.columns) {
    const value = values[name]
    if (value === undefined) continue
    const isRaw = value !== null && jsonTypes.has(typeOid)
    parts.push(`${JSON.stringify(name)}:${isRaw ? value : JSON.stringify(value)}`)
  }
  return `{${parts.join(',')}}`
}

function deliver({ change, isTooLarge, listeners }: ChangeCheck, { roles, seen }: CheckResult): void {
  const payloads = new Map<RoleView, string>()
  const idsByChannel = new Map<Channel, { payload: string; ids: number[] }[]>()
  for (const { subscription, identity, seenAt, filtersAt } of listeners) {
    const { channel } = subscription
    const view = roles[identity.role]
    const fill = seen[seenAt]
    if (!view || !fill || !channel.isOpen || !channel.has(subscription)) continue
    // Another user has taken over the socket since: the result was for the previous one.
    if (channel.identity.userId !== identity.userId || channel.identity.role !== identity.role) continue
    if (!mayFilter(subscription, view) || !filtersAt.every((at) => view.filters[at] === true)) continue
    // The values that were read again may have grown since.
    const isFillTooLarge = isTooLarge || JSON.stringify(fill).length > changeMaxBytes
    const payload = payloadFor(subscription, change, isTooLarge, view, isFillTooLarge ? {} : fill, payloads)
    const groups = idsByChannel.get(channel) ?? []
    idsByChannel.set(channel, groups)
    const group = groups.find((known) => known.payload === payload)
    if (group) group.ids.push(subscription.id)
    else groups.push({ payload, ids: [subscription.id] })
  }
  for (const [channel, groups] of idsByChannel) {
    for (const { payload, ids } of groups)
      channel.push('postgres_changes', `{"ids":${JSON.stringify(ids)},"data":${payload}}`)
  }
}

/** A column whose right was revoked since must not be probed by a filter either. */
function mayFilter({ filters }: ChangeSubscription, { columns }: RoleView): boolean {
  return filters.every(({ column }) => columns.some(({ name }) => name === column))
}

function payloadFor(
  { selected }: ChangeSubscription,
  change: RowChange,
  isTooLarge: boolean,
  view: RoleView,
  fill: Record<string, unknown>,
  payloads: Map<RoleView, string>,
): string {
  const isShared = selected === null && Object.keys(fill).length === 0
  const known = isShared ? payloads.get(view) : undefined
  if (known !== undefined) return known
  const isChosen = (name: string) => selected === null || selected.includes(name)
  const choose = (row: Record<string, unknown>) =>
    selected === null ? row : Object.fromEntries(Object.entries(row).filter(([name]) => isChosen(name)))
  const payload = JSON.stringify({
    schema: change.relation.schema,
    table: change.relation.table,
    commit_timestamp: new Date(change.committedAt).toISOString(),
    type: change.type,
    columns: view.columns.filter(({ name }) => isChosen(name)),
    ...(change.type === 'DELETE' ? {} : { record: choose({ ...view.record, ...fill }) }),
    ...(change.type === 'INSERT' ? {} : { old_record: choose(view.old_record) }),
    errors: isTooLarge ? ['Error 413: Payload Too Large'] : null,
  })
  if (isShared) payloads.set(view, payload)
  return payload
}

/** Gives equal values the same number. */
class Interner<T> {
  readonly all: T[] = []
  readonly #positions = new Map<string, number>()
  readonly #keyOf: (value: T) => string
  constructor(keyOf: (value: T) => string) {
    this.#keyOf = keyOf
  }
  at(value: T): number {
    const key = this.#keyOf(value)
    const known = this.#positions.get(key)
    if (known !== undefined) return known
    this.#positions.set(key, this.all.length)
    return this.all.push(value) - 1
  }
}
