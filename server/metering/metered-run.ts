// A generation from its reservation to its settlement. It belongs to nobody's connection: it ends by itself, by a stop, by a failure or by a sweep.
import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { logFailure } from '#server/log-failure.ts'
import { translateDatabaseError, type Database, type Tables } from '#server/outside/database.ts'
import type { Model } from '#server/outside/models.ts'
import { AppError } from '#shared/errors.ts'
import { holdUsage, renewHold, settleUsage } from './ledger.ts'
import { createMeter, type Meter, type Usage } from './meter.ts'

export type Outcome = {
  status: 'done' | 'stopped' | 'failed'
  /** Why it failed. */
  error: AppError | null
  /** Charged, in the member's tokens: nothing for a failed run. */
  token: number
  usage: Usage
  durationMs: number
}

/** `cause` is unique to this run; the history row points at the run's row. */
type RunOrigin = { cause: string; toolUseId: number }

export type RunPlan = {
  spender: string
  /** Held while it runs, and the most it can cost, in the member's tokens. */
  ceiling: number
  /** Makes the run's own row in the transaction of the hold. */
  open(trx: Transaction<Tables>): Promise<RunOrigin>
  work(meter: Meter, signal: AbortSignal): Promise<void>
  /** Writes progress. @returns whether somebody asked to stop */
  save(db: Database): Promise<boolean>
  /** Writes the end, in the transaction that settles. */
  close(trx: Transaction<Tables>, outcome: Outcome): Promise<void>
}

export type RunSettings = { database: Database; model: Model; leaseSeconds: number; timeoutMs: number }

export type StartedRun = {
  finished: Promise<Outcome>
  stop(): void
  /** Fails and refunds it: the process is about to end. */
  cancel(): void
}

/** Progress is written this often, never per piece of text. */
const saveMs = 400
const settleAttemptsMax = 6

const stopRequested = Symbol('stop requested')

/**
 * Reserves, then works in the background.
 * @returns as soon as the run exists
 * @throws AppError request_in_progress, no_tokens, user_or_usage_failed; then nothing was written
 */
export async function startRun(settings: RunSettings, plan: RunPlan): Promise<StartedRun> {
  const origin = await settings.database.transaction().execute(async (trx) => {
    const opened = await plan.open(trx)
    await holdUsage(trx, {
      spender: plan.spender,
      tokens: plan.ceiling,
      images: 0,
      cause: opened.cause,
      leaseSeconds: settings.leaseSeconds,
    })
    return opened
  })
  const abort = new AbortController()
  return {
    finished: drive(settings, plan, origin, abort),
    stop: () => abort.abort(stopRequested),
    cancel: () => abort.abort(new AppError('stream_cut')),
  }
}

async function drive(
  settings: RunSettings,
  plan: RunPlan,
  origin: RunOrigin,
  abort: AbortController,
): Promise<Outcome> {
  const startedAt = performance.now()
  const meter = createMeter(settings.model, {
    ceiling: plan.ceiling,
    signal: abort.signal,
    timeoutMs: settings.timeoutMs,
  })
  const keeper = keepAlive(settings, plan, origin.cause, abort)
  let problem: unknown = null
  try {
    await plan.work(meter, abort.signal)
  } catch (error) {
    problem = abort.signal.aborted ? abort.signal.reason : error
  }
  await keeper.end()
  const usage = meter.usage()
  const end = (status: Outcome['status'], error: AppError | null): Outcome => ({
    status,
    error,
    token: status === 'failed' ? 0 : Math.min(meter.price(), plan.ceiling),
    usage,
    durationMs: Math.round(performance.now() - startedAt),
  })
  if (problem === null) return settle(settings.database, plan, origin, end('done', null))
  if (problem === stopRequested) return settle(settings.database, plan, origin, end('stopped', null))
  return settle(settings.database, plan, origin, end('failed', toRunError(problem)))
}

function toRunError(problem: unknown): AppError {
  const translated = translateDatabaseError(problem)
  if (translated instanceof AppError) {
    if (translated.cause !== undefined) logFailure(`run: ${translated.code}`, translated.cause)
    return translated
  }
  logFailure('run: unexpected', problem)
  return new AppError('tool_create_failed', { cause: problem })
}

/** One transaction for balance, history and the run's row. A database that is gone for a moment is waited for; after that a sweep refunds. */
async function settle(db: Database, plan: RunPlan, origin: RunOrigin, outcome: Outcome): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (trx) => {
        const charged = await settleUsage(trx, { ...origin, tokens: outcome.token, images: 0 })
        // A sweep was first: it has refunded and closed the row, and nothing may be charged on top.
        if (!charged)
          return {
            ...outcome,
            status: 'failed',
            token: 0,
            error: outcome.error ?? new AppError('stream_cut'),
          }
        const settled = { ...outcome, token: charged.token }
        await plan.close(trx, settled)
        return settled
      })
    } catch (error) {
      const translated = translateDatabaseError(error)
      const isPassing = translated instanceof AppError && translated.code === 'unavailable'
      if (!isPassing || attempt === settleAttemptsMax) {
        logFailure('run: could not be settled', error)
        return {
          ...outcome,
          status: 'failed',
          token: 0,
          error: new AppError('tool_update_failed', { cause: error }),
        }
      }
      await wait(100 * 2 ** attempt)
    }
  }
}

/** Saves progress, renews the lease and hears a stop that another process wrote down. */
function keepAlive(settings: RunSettings, plan: RunPlan, cause: string, abort: AbortController) {
  const renewMs = (settings.leaseSeconds * 1000) / 4
  let renewedAt = performance.now()
  let going: Promise<void> | null = null

  const beat = async () => {
    if (await plan.save(settings.database)) abort.abort(stopRequested)
    if (performance.now() - renewedAt < renewMs) return
    if (!(await renewHold(settings.database, { cause, leaseSeconds: settings.leaseSeconds })))
      abort.abort(new AppError('stream_cut'))
    renewedAt = performance.now()
  }
  const timer = setInterval(
    () => {
      going ??= beat()
        // The next beat tries again; a lease that runs out meanwhile is the sweep's business.
        .catch((error: unknown) => logFailure('run: progress was not saved', error))
        .finally(() => (going = null))
    },
    Math.min(saveMs, renewMs),
  )

  return {
    async end() {
      clearInterval(timer)
      await going
    },
  }
}
