// A generation from its reservation to its settlement. It belongs to nobody's connection: it ends by itself, by a stop, by a failure or by a sweep.
import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { logFailure } from '#server/log-failure.ts'
import { translateDatabaseError, type Database } from '#server/outside/database.ts'
import type { Tables } from '#server/outside/tables.ts'
import type { Model } from '#server/outside/models.ts'
import type { Queue } from '#server/outside/queue.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import { countRunOfDay, holdUsage, settleUsage } from './ledger.ts'
import { createMeter, type Meter, type Usage } from './meter.ts'
import { createPictureMeter, type PictureMeter, type PictureMeterOptions } from './picture-meter.ts'
import { stopRequested, type LiveRun, type RunKeeper } from './run-keeper.ts'
import { idempotencyKeyOf, firstEventId, type RunKey } from './run-key.ts'
import { RunLog } from './run-log.ts'
import { storeLastEvents } from './stored-events.ts'
import { waitForTurn } from './waiting-line.ts'

export type Outcome = {
  status: 'done' | 'stopped' | 'failed'
  /** Why it failed. */
  error: AppError | null
  /** Charged, in the member's tokens: nothing for a failed run. */
  token: number
  /** Image credits charged: nothing for a failed run, and nothing on plans without a limit. */
  image: number
  usage: Usage
  durationMs: number
}

/** `Event` is what the run sends; its last one has the type `done`. */
export type RunPlan<Event extends object> = {
  spender: string
  /** Held while it runs, and the most it can cost, in the member's tokens. */
  ceiling: number
  /** More models that work in the same run, each under a ceiling of its own; `ceiling` holds theirs too. */
  beside?: { model: Model; ceiling: number }[]
  /** Pictures that the run may make: so many image credits are held. */
  images?: PictureMeterOptions | null
  /** Makes the run's own row, or takes it up again, in the transaction of the hold. */
  open(trx: Transaction<Tables>): Promise<{ key: RunKey; events: Event[] }>
  /** Called when the run has to wait: with its place in line (1: next), and with 0 when its turn has come. */
  onWaiting(db: Database, key: RunKey, position: number): Promise<Event[]>
  /** @param beside the meters of the models beside the first, in their order */
  work(
    meter: Meter,
    emit: (event: Event) => void,
    signal: AbortSignal,
    beside: Meter[],
    pictures: PictureMeter,
  ): Promise<void>
  /** Writes the end, in the transaction that settles. @returns the last events */
  close(trx: Transaction<Tables>, key: RunKey, outcome: Outcome): Promise<Event[]>
}

/** Where a run can be interrupted, for tests that do so. */
export type RunStep = 'reserved' | 'working' | 'settling' | 'settled'

type RunSettings = {
  keeper: RunKeeper
  queue: Queue
  model: Model
  /** Runs at a time on the whole site. */
  capacity: number
  timeoutMs: number
  /** A public site charges nobody for what a stand-in makes. */
  isPublic: boolean
  atStep?: (step: RunStep) => void | Promise<void>
}

/** As this process is set up. @param model what the run writes with */
export const runSettings = (parts: Parts, model: Model): RunSettings => ({
  keeper: parts.runs,
  queue: parts.queue,
  model,
  capacity: parts.config.runs.capacity,
  timeoutMs: parts.config.models.timeoutSeconds * 1000,
  isPublic: parts.config.isPublic,
  ...(parts.atStep ? { atStep: parts.atStep } : {}),
})

const settleAttemptsMax = 6

/**
 * Reserves, then works in the background.
 * @returns as soon as the run exists
 * @throws AppError service_closed, request_in_progress, no_tokens, no_image_credits, daily_limit, site_limit, user_or_usage_failed; then nothing was written
 */
export async function startRun<Event extends object>(
  settings: RunSettings,
  plan: RunPlan<Event>,
): Promise<LiveRun> {
  const { keeper } = settings
  const images = plan.images?.count ?? 0
  if (settings.isPublic && usesSamples(settings, plan)) throw new AppError('service_closed')
  const { key, events } = await keeper.database.transaction().execute(async (trx) => {
    const opened = await plan.open(trx)
    await holdUsage(trx, {
      spender: plan.spender,
      tokens: plan.ceiling,
      images,
      idempotencyKey: idempotencyKeyOf(opened.key),
      leaseSeconds: keeper.leaseSeconds,
    })
    await countRunOfDay(trx, { spender: plan.spender, ceiling: plan.ceiling, images })
    return opened
  })
  const log = new RunLog(firstEventId(key.attempt))
  log.emit(...events)
  const finished = Promise.withResolvers<Outcome>()
  const run: LiveRun = {
    key,
    spender: plan.spender,
    log,
    abort: new AbortController(),
    finished: finished.promise,
  }
  keeper.add(run)
  void drive(settings, plan, run).then(finished.resolve)
  return run
}

/** Whether any of what the run makes comes from a stand-in. */
const usesSamples = <Event extends object>(
  { model }: RunSettings,
  { beside, images }: RunPlan<Event>,
): boolean =>
  model.isDemo ||
  (beside ?? []).some((other) => other.model.isDemo) ||
  (images != null && images.count > 0 && images.model.isDemo)

async function drive<Event extends object>(
  settings: RunSettings,
  plan: RunPlan<Event>,
  run: LiveRun,
): Promise<Outcome> {
  const startedAt = performance.now()
  const { signal } = run.abort
  const { timeoutMs } = settings
  const others = plan.beside ?? []
  const own = others.reduce((rest, { ceiling }) => rest - ceiling, plan.ceiling)
  const meter = createMeter(settings.model, { ceiling: own, signal, timeoutMs })
  const beside = others.map(({ model, ceiling }) => createMeter(model, { ceiling, signal, timeoutMs }))
  const pictures = createPictureMeter(plan.images ?? null, signal)
  let problem: unknown = null
  try {
    await settings.atStep?.('reserved')
    await takeTurn(settings, plan, run)
    await settings.atStep?.('working')
    await plan.work(meter, (event) => run.log.emit(event), signal, beside, pictures)
    await settings.atStep?.('settling')
  } catch (error) {
    problem = signal.aborted ? signal.reason : error
  }
  await settings.keeper.release(run)
  const usage = sumUsage([meter, ...beside])
  const price = [meter, ...beside].reduce((sum, each) => sum + each.price(), 0)
  const end = (status: Outcome['status'], error: AppError | null): Outcome => ({
    status,
    error,
    token: status === 'failed' ? 0 : price,
    image: status === 'failed' ? 0 : pictures.made(),
    usage,
    durationMs: Math.round(performance.now() - startedAt),
  })
  const outcome = await settle(settings, plan, run, describe())
  await settings.atStep?.('settled')
  run.log.end()
  return outcome

  function describe(): Outcome {
    if (problem === null) return end('done', null)
    if (problem === stopRequested) return end('stopped', null)
    return end('failed', toRunError(problem))
  }
}

function sumUsage(meters: Meter[]): Usage {
  const usages = meters.map((meter) => meter.usage())
  return {
    input: usages.reduce((sum, { input }) => sum + input, 0),
    output: usages.reduce((sum, { output }) => sum + output, 0),
  }
}

async function takeTurn<Event extends object>(
  { keeper, capacity }: RunSettings,
  plan: RunPlan<Event>,
  { key, log, abort }: LiveRun,
): Promise<void> {
  const { database } = keeper
  let hasWaited = false
  await waitForTurn(database, {
    idempotencyKey: idempotencyKeyOf(key),
    capacity,
    signal: abort.signal,
    async onPosition(position) {
      hasWaited = true
      log.emit(...(await plan.onWaiting(database, key, position)))
    },
  })
  if (hasWaited) log.emit(...(await plan.onWaiting(database, key, 0)))
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

/**
 * One transaction for balance, history, the run's row and its last events, so that whoever reads one reads all. A database that is
 * gone for a moment is waited for; after that a sweep refunds. Whoever follows hears the end only when it is stored.
 */
async function settle<Event extends object>(
  { keeper, queue }: RunSettings,
  plan: RunPlan<Event>,
  { key, log }: LiveRun,
  outcome: Outcome,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      const settled = await keeper.database.transaction().execute(async (trx) => {
        const charged = await settleUsage(trx, {
          idempotencyKey: idempotencyKeyOf(key),
          tokens: outcome.token,
          images: outcome.image,
          ...(key.table === 'tool_use' ? { toolUseId: key.id } : {}),
          ...(key.table === 'prompt_use' ? { promptUseId: key.id } : {}),
        })
        // A sweep was first: it has refunded, closed the row and said so. Or it was us, and the answer was lost.
        if (!charged) return null
        const end = { ...outcome, token: charged.token, image: charged.image }
        const batch = log.unsaved(...(await plan.close(trx, key, end)))
        if (batch) await storeLastEvents(trx, queue, key, batch)
        return { end, batch }
      })
      if (!settled) return lost(outcome, new AppError('stream_cut'))
      if (settled.batch) log.markSaved(settled.batch)
      return settled.end
    } catch (error) {
      const translated = translateDatabaseError(error)
      const isPassing = translated instanceof AppError && translated.code === 'unavailable'
      if (!isPassing || attempt === settleAttemptsMax) {
        logFailure('run: could not be settled', error)
        return lost(outcome, new AppError('tool_update_failed', { cause: error }))
      }
      await wait(100 * 2 ** attempt)
    }
  }
}

const lost = (outcome: Outcome, error: AppError): Outcome => ({
  ...outcome,
  status: 'failed',
  token: 0,
  image: 0,
  error: outcome.error ?? error,
})
