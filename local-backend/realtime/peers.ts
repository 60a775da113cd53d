// Messages between processes on one database, through the WAL that every process reads anyway. Unlike NOTIFY they have
// no limit of 8,000 bytes, and they are in one order with the changes. A single process writes none.
import type pg from 'pg'
import { codeOf } from '#backend/database.ts'
import { isObject, parseJson } from '#backend/json.ts'
import type { LogicalMessage } from './pgoutput.ts'

export type Peers<Message extends object> = {
  /** Sends to the others, in the order of the calls. */
  send(message: Message): void
  take(message: LogicalMessage): void
  /** Sets our name to `slot`, or to none while the WAL is not read. */
  setName(slot: string | null): void
  /** Resolves when all sent messages have been written. */
  flush(): Promise<void>
  /** The given names whose process no longer reads the WAL. */
  findGone(names: Iterable<string>): Promise<string[]>
}

const prefix = 'local_backend_realtime'
const batchMax = 200
const waitingMax = 10_000

export function createPeers<Message extends object>(options: {
  pool: pg.Pool
  slotPrefix: string
  onMessage(from: string, message: Message): void
  log: (line: object) => void
}): Peers<Message> {
  const { pool, slotPrefix, onMessage, log } = options
  let name: string | null = null
  let waiting: string[] = []
  let writing: Promise<void> | null = null

  async function write(): Promise<void> {
    while (waiting.length > 0 && name !== null) {
      const batch = waiting.splice(0, batchMax)
      try {
        await pool.query(
          `select pg_logical_emit_message(true, $1, m) from unnest($2::text[]) with ordinality as said (m, at)
           where exists (select from pg_replication_slots
             where database = current_database() and starts_with(slot_name, $3) and slot_name <> $4)`,
          [prefix, batch, slotPrefix, name],
        )
      } catch (error) {
        log({ level: 'warn', event: 'realtime_peers_not_told', code: codeOf(error), count: batch.length })
      }
    }
    writing = null
  }

  return {
    send(message) {
      if (name === null || waiting.length >= waitingMax) return
      waiting.push(JSON.stringify({ from: name, message }))
      writing ??= write()
    },
    take(said) {
      if (said.prefix !== prefix) return
      const value = parseJson(said.content.toString('utf8'))
      if (!isObject(value) || typeof value.from !== 'string' || value.from === name) return
      onMessage(value.from, value.message as Message)
    },
    setName(slot) {
      name = slot
      waiting = []
    },
    async flush() {
      await writing
    },
    async findGone(names) {
      const known = [...names]
      if (known.length === 0) return []
      const { rows } = await pool.query<{ slot: string }>(
        'select slot_name as slot from pg_replication_slots where database = current_database()',
      )
      return known.filter((one) => !rows.some(({ slot }) => slot === one))
    },
  }
}
