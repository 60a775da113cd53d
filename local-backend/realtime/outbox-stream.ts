// Follows changes that triggers recorded (sql/realtime-outbox.sql), for databases whose WAL cannot be read.
import pg from 'pg'
import type { ChangeStream } from './change-stream.ts'
import { keepStreaming, type OpenStream, type StreamEnd } from './keep-streaming.ts'
import type { RowChange } from './pgoutput.ts'
import { toXid } from './snapshot.ts'
import { textSettings } from './text-settings.ts'

export type OutboxStreamOptions = {
  authenticatorUrl: string
  onChange(change: RowChange): void
  /** Every commit arrives from now on. */
  onReady(): void
  /** Later commits may be missing until onReady is called again. */
  onLost(): void
  log: (line: object) => void
}

/**
 * The polling interval without notifications. A notification is lost only with its connection, which ends the stream.
 */
const lookMs = 5_000
const pruneMs = 10_000

/** Listens and reads until stopped; restarts after a failure, with onLost in between. */
export function startOutboxStream(options: OutboxStreamOptions): ChangeStream {
  let isPaused = false
  const streaming = keepStreaming(() => openReader(options, () => isPaused), options)
  return {
    setPaused(value) {
      isPaused = value
      if (!value) streaming.current()?.look()
    },
    stop: streaming.stop,
  }
}

type Outbox = { horizon: string; changes: NotedChange[] }
type NotedChange = Omit<RowChange, 'missing' | 'xid'> & { id: number; xid: string }

function openReader(options: OutboxStreamOptions, isPaused: () => boolean): OpenStream & { look(): void } {
  const client = new pg.Client({
    connectionString: options.authenticatorUrl,
    options: textSettings,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  let wasReady = false
  let horizon = ''
  /** Changes of transactions that were still running at the last read, but were read already. */
  let seen = new Set<number>()
  let looking: Promise<void> | null = null
  let isCalled = false
  let finish: (error: unknown) => void = () => undefined

  async function read(): Promise<void> {
    const { rows } = await client.query<{ outbox: Outbox }>(
      'select realtime.read_outbox($1::xid8) as outbox',
      [horizon],
    )
    const { outbox } = rows[0]!
    for (const { id, xid, ...change } of outbox.changes) {
      if (!seen.has(id)) options.onChange({ ...change, missing: [], xid: toXid(xid) })
    }
    const next = BigInt(outbox.horizon)
    seen = new Set(outbox.changes.filter(({ xid }) => BigInt(xid) >= next).map(({ id }) => id))
    horizon = outbox.horizon
  }

  async function lookWhileCalled(): Promise<void> {
    while (isCalled && !isPaused()) {
      isCalled = false
      await read()
    }
  }
  const look = () => {
    isCalled = true
    if (!wasReady) return
    looking ??= lookWhileCalled()
      .catch((error: unknown) => finish(error))
      .finally(() => (looking = null))
  }
  const timer = setInterval(look, lookMs)
  const pruning = setInterval(() => {
    client.query('select realtime.prune_outbox()').catch((error: unknown) => finish(error))
  }, pruneMs)
  timer.unref()
  pruning.unref()

  async function begin(): Promise<void> {
    await client.connect()
    client.on('notification', look)
    await client.query('listen local_backend_changes')
    // Earlier changes are not sent: a client that joins reads the rows itself.
    const { rows } = await client.query<{ horizon: string; ids: number[] }>(
      `select o.outbox ->> 'horizon' as horizon, array(select (c ->> 'id')::int8 from jsonb_array_elements(o.outbox -> 'changes') c)::text[] as ids
       from (select realtime.read_outbox(pg_snapshot_xmin(pg_current_snapshot())) as outbox) o`,
    )
    horizon = rows[0]!.horizon
    seen = new Set(rows[0]!.ids.map(Number))
    wasReady = true
    options.onReady()
  }

  const ended = new Promise<StreamEnd>((resolve) => {
    let isFinished = false
    finish = (error) => {
      if (isFinished) return
      isFinished = true
      clearInterval(timer)
      clearInterval(pruning)
      const settle = () => resolve({ wasReady, error })
      client.end().then(settle, settle)
    }
    client.on('error', finish)
    client.on('end', () => finish(null))
    begin().catch((error: unknown) => finish(error))
  })
  return { ended, look, end: () => finish(null) }
}
