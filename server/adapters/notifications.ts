// Listens to notifications of Postgres (https://www.postgresql.org/docs/18/sql-notify.html) and wakes the subscribers
// of a name.
import pg from 'pg'
import { logFailure } from '#server/log-failure.ts'

export type Subscription = {
  /**
   * Resolves when the name was notified since the last call, at once or later. Without a working connection it resolves
   * after a short time.
   */
  next(signal: AbortSignal): Promise<void>
  close(): void
}

export type Notifications = {
  subscribe(name: string): Subscription
  close(): Promise<void>
}

/** Covers a lost notification. */
const patienceMs = 5_000
/** A pooler with a connection per transaction delivers no notifications, so subscribers poll at this interval. */
const deafMs = 250
const reconnectMs = 1_000
const probe = 'probe'

/**
 * Listens on one dedicated connection from the first subscription on. The payload is a list of names, separated by
 * commas.
 */
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
      let isNotified = false
      let resolveNext = () => {}
      const wake = () => {
        isNotified = true
        resolveNext()
      }
      const own = waiting.get(name) ?? new Set()
      waiting.set(name, own.add(wake))
      return {
        async next(signal) {
          if (!isNotified && !signal.aborted) {
            const { promise, resolve } = Promise.withResolvers<void>()
            resolveNext = resolve
            const patience = setTimeout(resolve, isHearing ? patienceMs : deafMs)
            signal.addEventListener('abort', () => resolve(), { once: true })
            await promise
            clearTimeout(patience)
          }
          isNotified = false
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
