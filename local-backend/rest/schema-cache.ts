import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { codeOf } from '#backend/database.ts'
import { findRelationships } from './relationships.ts'
import { buildSchema, type RawFacts, type Schema } from './schema-facts.ts'

export type SchemaCache = {
  /** The current schema; after a lost connection or an announced reload it waits for the new one. */
  current(): Promise<Schema>
  stop(): Promise<void>
}

const reconnectMilliseconds = 1_000

/**
 * Loads the schema and reloads it on `notify pgrst` (reload schema, reload config), over its own connection. Throws
 * when the database is unreachable at the start; it reconnects in the background after later losses.
 */
export async function createSchemaCache(
  connectionString: string,
  log: (line: object) => void,
): Promise<SchemaCache> {
  const sql = await readFile(new URL('../sql/schema-cache.sql', import.meta.url), 'utf8')
  let isStopped = false
  let client: pg.Client
  let schema: Schema
  let version = 0
  let reloading: Promise<void> | null = null
  let isStale = false
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    client = new pg.Client({ connectionString, application_name: 'local-backend schema cache' })
    client.on('error', (error) =>
      log({ level: 'warn', event: 'schema_cache_disconnected', code: codeOf(error) }),
    )
    client.on('end', reconnect)
    client.on('notification', reload)
    await client.connect()
    await client.query(`set search_path = ''; listen pgrst`)
    await load()
  }

  async function load(): Promise<void> {
    const { rows } = await client.query<{ facts: RawFacts }>(sql)
    const facts = rows[0]?.facts
    if (!facts) throw new Error('The catalogue answered nothing.')
    schema = { ...buildSchema(facts, ++version), relationships: findRelationships(facts) }
  }

  /** One load at a time; announcements during a load cause one more afterwards. */
  function reload(): void {
    if (reloading) {
      isStale = true
      return
    }
    reloading = load()
      .catch((error: unknown) =>
        log({ level: 'error', event: 'schema_cache_not_loaded', code: codeOf(error) }),
      )
      .finally(() => {
        reloading = null
        if (isStale) {
          isStale = false
          reload()
        }
      })
  }

  function reconnect(): void {
    if (isStopped || timer) return
    timer = setTimeout(() => {
      timer = undefined
      if (isStopped) return
      connect().catch((error: unknown) => {
        log({ level: 'warn', event: 'schema_cache_not_connected', code: codeOf(error) })
        reconnect()
      })
    }, reconnectMilliseconds).unref()
  }

  try {
    await connect()
  } catch (error) {
    isStopped = true
    throw error
  }
  return {
    async current() {
      while (reloading) await reloading
      return schema
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await client.end()
    },
  }
}
