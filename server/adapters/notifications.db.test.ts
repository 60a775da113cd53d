import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { createNotifications, type Notifications } from './notifications.ts'

let test: TestProduct
let client: pg.Client
let notifications: Notifications
beforeAll(async () => {
  test = await createTestProduct()
  client = new pg.Client(test.config.databaseUrl)
  await client.connect()
  notifications = createNotifications(test.config.databaseUrl, 'test_channel')
})
afterAll(async () => {
  await notifications.close()
  await client.end()
  await test.close()
})
const { signal } = new AbortController()
const notify = (names: string) => client.query('select pg_notify($1, $2)', ['test_channel', names])

it('a subscriber to a name is woken by its notification, also by one that was sent before it waited; others are not', async () => {
  const [seven, eight] = [notifications.subscribe('7'), notifications.subscribe('8')]
  const woken: string[] = []
  // Until the connection is ready, the subscriber polls.
  await vi.waitFor(async () => {
    const ended = new AbortController()
    const waited = seven.next(ended.signal).then(() => woken.push('7'))
    await notify('5,7,9')
    await waited
  })
  expect(woken.at(-1)).toBe('7')
  await notify('7')
  await seven.next(signal)
  const ended = new AbortController()
  const other = eight.next(ended.signal).then(() => woken.push('8'))
  await notify('7')
  await seven.next(signal)
  ended.abort()
  await other
  seven.close()
  eight.close()
})

it('a lost connection is opened again', async () => {
  const waiting = notifications.subscribe('9')
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'select pg_notify($1%' and pid <> pg_backend_pid()`,
  )
  await vi.waitFor(
    async () => {
      const { rows } = await client.query(
        `select count(*)::int as count from pg_stat_activity where query like 'select pg_notify($1%' and pid <> pg_backend_pid()`,
      )
      expect(rows).toEqual([{ count: 1 }])
    },
    { timeout: 10_000 },
  )
  const woken = waiting.next(signal)
  await notify('9')
  await woken
  waiting.close()
})
