// Follows the WAL. pg-logical-replication, the library for this, cannot create a temporary slot on the connection that
// reads it. A slot that outlives its process retains the WAL until the disk is full.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { codeOf } from '#backend/database.ts'
import { keepStreaming, type OpenStream, type StreamEnd } from './keep-streaming.ts'
import { createPgoutputReader, type LogicalMessage, type RowChange } from './pgoutput.ts'
import { textSettings } from './text-settings.ts'

export type ChangeStreamOptions = {
  /** Login role with REPLICATION. */
  replicationUrl: string
  /** Publications whose tables are followed; missing ones are left out. */
  publications: string[]
  /** The prefix of all our slots in this database, by which processes find each other. */
  slotPrefix: string
  onChange(change: RowChange): void
  onMessage(message: LogicalMessage): void
  /** Every commit arrives from now on. `slot` is this process's name among its peers. */
  onReady(slot: string): void
  /** Later commits may be missing until onReady is called again. */
  onLost(): void
  /** The WAL cannot be read, and waiting does not help. It is retried from time to time. */
  onImpossible(why: string): void
  log: (line: object) => void
}

export type ChangeStream = {
  /** While paused nothing is read; Postgres retains the WAL for us, up to max_slot_wal_keep_size. */
  setPaused(isPaused: boolean): void
  stop(): Promise<void>
}

/** The replication functions of pg's undocumented connection (pg/lib/connection.js). */
type ReplicationConnection = {
  on(event: 'replicationStart', listener: () => void): void
  on(event: 'copyData', listener: (message: { chunk: Buffer }) => void): void
  sendCopyFromChunk(chunk: Buffer): void
  stream: { pause(): void; resume(): void }
}

const statusMs = 10_000

/** Opens a temporary slot and reads it until stopped; reopens it after a failure, with onLost in between. */
export function startChangeStream(options: ChangeStreamOptions): ChangeStream {
  const streaming = keepStreaming(
    () => openStream(options, `${options.slotPrefix}${randomBytes(6).toString('hex')}`),
    { ...options, explainImpossible },
  )
  return {
    setPaused: (isPaused) => streaming.current()?.setPaused(isPaused),
    stop: streaming.stop,
  }
}

/** A message for problems that waiting does not solve; null for all others. */
function explainImpossible(error: unknown): string | null {
  const code = codeOf(error)
  if (code === '55000')
    return 'The database offers no logical decoding: set wal_level=logical and restart it. Until then no change of a table arrives.'
  if (code === '42501' || code === '28P01' || code === '28000')
    return 'The replication role may not follow the log: it needs LOGIN, REPLICATION and its password. Until then no change of a table arrives.'
  return null
}

function openStream(
  options: ChangeStreamOptions,
  slot: string,
): OpenStream & { setPaused(isPaused: boolean): void } {
  const client = new pg.Client({
    connectionString: options.replicationUrl,
    // A walsender of a database also accepts SQL; pg passes the parameter on, but its types lack it.
    ...({ replication: 'database' } as object),
    options: textSettings,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  const connection = (client as unknown as { connection: ReplicationConnection }).connection
  const reader = createPgoutputReader()
  let received = 0n
  let wasReady = false
  let isEnding = false

  const sendStatus = () => {
    if (wasReady && !isEnding) connection.sendCopyFromChunk(statusUpdate(received))
  }
  const timer = setInterval(sendStatus, statusMs)
  timer.unref()

  const take = (chunk: Buffer) => {
    const kind = String.fromCharCode(chunk.readUInt8(0))
    if (kind === 'k') {
      const reached = chunk.readBigUInt64BE(1)
      if (reached > received) received = reached
      if (chunk.readUInt8(17) === 1) sendStatus()
      return
    }
    if (kind !== 'w') return
    const reached = chunk.readBigUInt64BE(9)
    const said = reader.read(chunk.subarray(25))
    if (said && 'change' in said) options.onChange(said.change)
    if (said && 'message' in said) options.onMessage(said.message)
    if (reached > received) received = reached
  }

  async function follow(): Promise<void> {
    await client.connect()
    const { rows } = await client.query<{ pubname: string }>('select pubname from pg_publication')
    const existing = options.publications.filter((name) => rows.some(({ pubname }) => pubname === name))
    if (existing.length === 0) throw new Error('There is no publication to follow.')
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput (SNAPSHOT 'nothing')`)
    connection.on('replicationStart', () => {
      wasReady = true
      options.onReady(slot)
    })
    const names = existing.map((name) => pg.escapeIdentifier(name)).join(',')
    // Ends only with the connection.
    await client.query(
      `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names ${pg.escapeLiteral(names)}, messages 'true')`,
    )
  }

  const ended = new Promise<StreamEnd>((resolve) => {
    let error: unknown = null
    const settle = () => {
      clearInterval(timer)
      isEnding = true
      resolve({ wasReady, error })
    }
    const finish = (cause: unknown) => {
      error ??= cause
      isEnding = true
      client.end().then(settle, settle)
    }
    client.on('error', finish)
    client.on('end', settle)
    connection.on('copyData', ({ chunk }) => {
      try {
        take(chunk)
      } catch (cause) {
        finish(cause)
      }
    })
    follow().then(() => finish(null), finish)
  })

  return {
    ended,
    setPaused(isPaused) {
      if (isPaused) connection.stream.pause()
      else connection.stream.resume()
    },
    // Resolves `ended` when Postgres has closed the connection and so dropped the slot.
    end() {
      isEnding = true
      void client.end()
    },
  }
}

/** "Standby status update": everything up to here was read, so Postgres may remove it. */
function statusUpdate(received: bigint): Buffer {
  const message = Buffer.alloc(34)
  message.write('r')
  for (const offset of [1, 9, 17]) message.writeBigUInt64BE(received, offset)
  message.writeBigInt64BE(BigInt(Date.now() - 946_684_800_000) * 1000n, 25)
  return message
}
