// What Postgres tells its listeners (https://www.postgresql.org/docs/18/sql-notify.html): wakes whoever waits for a name.
import pg from 'pg'
import { logFailure } from '#server/log-failure.ts'

export type Subscription = {
  /** Resolves when the name was told since the last call, at once or later; where nothing can be heard, after a short time all the same. */
  next(signal: AbortSignal): Promise<void>
  close(): void
}

export type Notifications = {
  subscribe(name: string): Subscription
  close(): Promise<void>
}

/** In case that a notification was lost. */
const patienceMs = 5_000
/** Behind a pooler that hands out another connection for each transaction nothing is heard: then whoever waits looks for itself. */
const deafMs = 250
const reconnectMs = 1_000
const probe = 'probe'

/** Listens on one connection of its own, from the first subscription on. Names come as the payload, with commas between them. */
export function createNotifications(databaseUrl: string, channel: string): Notifications {
  const waiting = new Map<string, Set<() => void>>()
  let client: pg.Client | null = null
  let isHearing = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const connect = () => {
    const own = new pg.Client({ connectionString: databaseUrl })
    client = own
    const lose = (error?: unknown) => {
      if (client !== own) return
      client = null
      isHearing = false
      if (error) logFailure('notifications: the connection was lost', error)
      own.end().catch(() => undefined)
      if (!isClosed) timer = setTimeout(connect, reconnectMs)
    }
    own.on('error', lose)
    own.on('end', () => lose())
    own.on('notification', ({ payload = '' }) => {
      if (payload === probe) isHearing = true
      for (const name of payload.split(',')) for (const wake of waiting.get(name) ?? []) wake()
    })
    own
      .connect()
      .then(() => own.query(`listen ${channel}`))
      .then(() => own.query('select pg_notify($1, $2)', [channel, probe]))
      .catch(lose)
  }

  return {
    subscribe(name) {
      if (client === null && timer === undefined && !isClosed) connect()
      let isTold = false
      let resolveNext = () => {}
      const wake = () => {
        isTold = true
        resolveNext()
      }
      const own = waiting.get(name) ?? new Set()
      waiting.set(name, own.add(wake))
      return {
        async next(signal) {
          if (!isTold && !signal.aborted) {
            const { promise, resolve } = Promise.withResolvers<void>()
            resolveNext = resolve
            const patience = setTimeout(resolve, isHearing ? patienceMs : deafMs)
            signal.addEventListener('abort', () => resolve(), { once: true })
            await promise
            clearTimeout(patience)
          }
          isTold = false
        },
        close() {
          own.delete(wake)
          if (own.size === 0) waiting.delete(name)
        },
      }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      const own = client
      client = null
      await own?.end()
    },
  }
}
