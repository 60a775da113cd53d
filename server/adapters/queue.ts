// The client of pg-boss. Jobs are rows in schema `pgboss` of our own database, so sending one is part of the
// transaction that causes it.
import { CompiledQuery } from 'kysely'
import { PgBoss, type ConnectionOptions } from 'pg-boss'
import { jobMap, jobTries, type JobHandlers, type JobName, type JobPayload } from '#server/job-map.ts'
import { logFailure } from '#server/log-failure.ts'
import { siteZone } from '#shared/site.ts'
import type { Querier } from './database.ts'

export type Queue = {
  /** Sends a job in the transaction of `db`: without its commit there is no job. */
  send<Name extends JobName>(
    db: Querier,
    name: Name,
    payload: JobPayload<Name>,
    options?: { startAfterSeconds?: number },
  ): Promise<void>
  /** Starts the worker here. One of the working processes sends the scheduled jobs. */
  work(handlers: JobHandlers): Promise<void>
  /** Jobs that failed for good, newest first, with their last error. */
  listDead(): Promise<DeadJob[]>
  /** Retries every dead letter. @returns their number */
  retryDead(): Promise<number>
  /** Waits up to ten seconds for running jobs. */
  close(): Promise<void>
}

type DeadJob = { id: string; name: string; payload: unknown; error: unknown; diedAt: string }

const deadLetters = 'dead-letters'
/** Retries follow after about 30 s, 1, 2, 4 and 8 minutes. */
const retries = { retryLimit: jobTries - 1, retryDelay: 30, retryBackoff: true }
const pollingIntervalSeconds = 2
/** Jobs of a batch are fetched and run together. The next fetch follows a full batch at once. */
const batchSize = 5
const stopMs = 10_000
const deadLetterSeconds = 90 * 24 * 3600

/**
 * Creates missing schema and queues; several processes may do so at once.
 * @param options.isWorker false for a process that only sends
 */
export async function openQueue(databaseUrl: string, options: { isWorker: boolean }): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'munjang-jobs',
    max: options.isWorker ? 3 : 1,
    supervise: options.isWorker,
    schedule: options.isWorker,
  })
  boss.on('error', (error) => logFailure('jobs: the queue had a failure', error))
  await boss.start()
  await makeQueues(boss)

  return {
    async send(db, name, payload, { startAfterSeconds } = {}) {
      await boss.send(name, jobMap[name].payload.parse(payload), {
        db: asBossDatabase(db),
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
      })
    },
    async work(handlers) {
      for (const name of retired) await boss.unschedule(name)
      for (const name of jobNames) await workOn(boss, name, handlers)
    },
    async listDead() {
      const letters = await boss.findJobs(deadLetters, { queued: true })
      return letters
        .map(({ id, sourceName, data, output, createdOn }) => ({
          id,
          name: sourceName ?? deadLetters,
          payload: data,
          error: output,
          diedAt: createdOn.toISOString(),
        }))
        .toSorted((a, b) => b.diedAt.localeCompare(a.diedAt))
    },
    retryDead: () => boss.redrive(deadLetters),
    close: () => boss.stop({ graceful: options.isWorker, timeout: stopMs }),
  }
}

const jobNames = Object.keys(jobMap) as JobName[]
/** Schedules of earlier versions, whose jobs have no handler. */
const retired = ['audit-balances']

async function makeQueues(boss: PgBoss): Promise<void> {
  const existing = new Set((await boss.getQueues()).map(({ name }) => name))
  if (!existing.has(deadLetters)) await boss.createQueue(deadLetters, { retentionSeconds: deadLetterSeconds })
  for (const name of jobNames) {
    if (!existing.has(name)) await boss.createQueue(name, { ...retries, deadLetter: deadLetters })
  }
}

async function workOn<Name extends JobName>(boss: PgBoss, name: Name, handlers: JobHandlers): Promise<void> {
  const { payload, schedule } = jobMap[name]
  const settle = async ({ id, data }: { id: string; data: unknown }) => {
    try {
      await handlers[name](payload.parse(data) as JobPayload<Name>)
      return { id, status: 'completed' as const }
    } catch (error) {
      logFailure(`job ${name}: failed and is tried again`, error)
      return { id, status: 'failed' as const, output: { message: (error as Error).message } }
    }
  }
  await boss.work(
    name,
    { pollingIntervalSeconds, batchSize, burstWhenBatchFull: true, perJobResults: true },
    (jobs) => Promise.all(jobs.map(settle)),
  )
  if (schedule) await boss.schedule(name, schedule, {}, { tz: siteZone })
}

/** Adapts a transaction of ours for pg-boss's statements. */
function asBossDatabase(db: Querier): NonNullable<ConnectionOptions['db']> {
  return {
    async executeSql(text, values = []) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
      return { rows }
    },
  }
}
