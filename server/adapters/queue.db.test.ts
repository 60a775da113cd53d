import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JobHandlers } from '#server/job-map.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import type { Database } from './database.ts'
import { openQueue, type Queue } from './queue.ts'

let test: TestProduct
let db: Database
let queues: Queue[]
beforeEach(async () => {
  test = await createTestProduct()
  db = test.database
  queues = []
})
afterEach(async () => {
  await Promise.all(queues.map((queue) => queue.close()))
  await test.close()
})

/** The nightly job of an earlier version; its name has no handler any more. */
async function scheduleAsBefore(): Promise<void> {
  const earlier = new PgBoss({ connectionString: test.config.databaseUrl, max: 1 })
  await earlier.start()
  await earlier.createQueue('audit-balances')
  await earlier.schedule('audit-balances', '0 4 * * *')
  await earlier.stop({ graceful: false })
}
async function open(): Promise<Queue> {
  const queue = await openQueue(test.config.databaseUrl, { isWorker: true })
  queues.push(queue)
  return queue
}
const handlers = (erase: JobHandlers['erase-files']): JobHandlers => ({
  'erase-files': erase,
  'check-rules': () => Promise.resolve(),
  'renew-subscriptions': () => Promise.resolve(),
  'run-subscription-cycle': () => Promise.resolve(),
  'settle-payments': () => Promise.resolve(),
  'remove-billing-keys': () => Promise.resolve(),
  'send-emails': () => Promise.resolve(),
  'refresh-trend-scores': () => Promise.resolve(),
  'forget-prompt-engagement': () => Promise.resolve(),
  'sum-up-statistics': () => Promise.resolve(),
  'purge-rows': () => Promise.resolve(),
  'remove-due-factors': () => Promise.resolve(),
  'mark-dormant': () => Promise.resolve(),
  'forget-idempotency-keys': () => Promise.resolve(),
  'forget-keyword-reports': () => Promise.resolve(),
  'check-ranks': () => Promise.resolve(),
  'watch-keywords': () => Promise.resolve(),
  'remind-news-consents': () => Promise.resolve(),
  'sweep-texts': () => Promise.resolve(),
  'announce-notices': () => Promise.resolve(),
  'forget-deletions': () => Promise.resolve(),
})
const until = async (isTrue: () => Promise<boolean>) => {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20))
}
const openJobs = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pgboss.job where name = 'erase-files' and state < 'completed'`.execute(db)
  return rows[0]!.count
}

it('reliability 10: a job is sent with its transaction, runs once with two workers, and never runs after a rollback', async () => {
  await scheduleAsBefore()
  const [first, second] = [await open(), await open()]
  const users = Array.from({ length: 8 }, () => randomUUID())
  const send = (userId: string) =>
    db.transaction().execute((trx) => first.send(trx, 'erase-files', { userId }))
  await Promise.all(users.map(send))
  const lost = db.transaction().execute(async (trx) => {
    await first.send(trx, 'erase-files', { userId: randomUUID() })
    throw new Error('something else went wrong')
  })
  await expect(lost).rejects.toThrow('something else')
  const done: string[] = []
  const note = handlers(({ userId }) => Promise.resolve(void done.push(userId)))
  await Promise.all([first.work(note), second.work(note)])
  await until(async () => (await openJobs()) === 0)
  expect(done.toSorted()).toEqual(users.toSorted())
  const { rows } = await sql<{ name: string }>`select name from pgboss.schedule`.execute(db)
  expect(rows.map((row) => row.name).toSorted()).toEqual([
    'announce-notices',
    'check-ranks',
    'check-rules',
    'forget-deletions',
    'forget-idempotency-keys',
    'forget-keyword-reports',
    'forget-prompt-engagement',
    'mark-dormant',
    'purge-rows',
    'refresh-trend-scores',
    'remind-news-consents',
    'remove-billing-keys',
    'remove-due-factors',
    'renew-subscriptions',
    'run-subscription-cycle',
    'send-emails',
    'settle-payments',
    'sum-up-statistics',
    'sweep-texts',
    'watch-keywords',
  ])
})

it('a job that failed for good is a dead letter that can be listed and retried', async () => {
  const queue = await open()
  const userId = randomUUID()
  await queue.send(db, 'erase-files', { userId })
  await sql`update pgboss.job set retry_limit = 0 where name = 'erase-files'`.execute(db)
  let isBroken = true
  await queue.work(
    handlers(() => (isBroken ? Promise.reject(new Error('the disk is full')) : Promise.resolve())),
  )
  await until(async () => (await queue.listDead()).length > 0)
  expect(await queue.listDead()).toMatchObject([
    {
      name: 'erase-files',
      payload: { userId },
      error: { message: 'the disk is full' },
    },
  ])
  isBroken = false
  expect(await queue.retryDead()).toBe(1)
  await until(async () => (await openJobs()) === 0)
  expect(await queue.listDead()).toEqual([])
})

it('a payload that does not match its job’s schema is refused before it is sent', async () => {
  const queue = await open()
  // @ts-expect-error the types forbid this payload
  await expect(queue.send(db, 'erase-files', { run: 1 })).rejects.toThrow('expected string')
  expect(await openJobs()).toBe(0)
})
