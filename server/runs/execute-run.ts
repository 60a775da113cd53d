// Executes a run from its hold to its settlement. It depends on no connection: it ends by itself, by a cancel, by a
// failure or by recovery.
import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { logFailure } from '#server/log-failure.ts'
import { countRunOfDay } from '#server/metering/ledger.ts'
import { createMeter, type Meter } from '#server/metering/meter.ts'
import {
  createPictureMeter,
  type PictureMeter,
  type PictureMeterOptions,
} from '#server/metering/picture-meter.ts'
import { isPassingFailure, translateDatabaseError } from '#server/adapters/database.ts'
import type { Tables } from '#server/adapters/tables.ts'
import type { Model } from '#server/adapters/models.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import { storableEvent } from './storable-event.ts'
import { cancelRequested, handedOver, StoppedShort, type LiveRun, type RunRegistry } from './run-registry.ts'
import type { Outcome, RunEvent, RunKind } from './run-kind.ts'
import {
  completeRun,
  firstEventId,
  handOverRun,
  markQueued,
  nothingSpent,
  openRun,
  settleRun,
  type Run,
  type Spent,
} from './run-row.ts'
import { batchOf, RunLog } from './run-log.ts'
import { waitInQueue } from './run-queue.ts'
import { storeEvents } from './stored-events.ts'

/** The tools of a run's work. */
type RunTools<Event> = {
  meter: Meter
  /** The meters of the additional models, in their order. */
  others: Meter[]
  pictures: PictureMeter
  emit: (event: Event) => void
  signal: AbortSignal
}

export type RunPlan<Event extends RunEvent, State, Input extends object, Made> = {
  kind: RunKind<Event, State, Input, Made>
  memberId: string
  /** The hold while it runs, which is its maximum cost, in the member's tokens. */
  ceiling: number
  /** Additional models that work in the same run, each below its own ceiling; `ceiling` includes theirs. */
  parallel?: { model: Model; ceiling: number }[]
  /** Charged at the end in addition to the models' cost. */
  price?: number
  /** Pictures that the run may make; it holds as many image credits. */
  images?: PictureMeterOptions | null
  input: Input
  /** Another process can continue the run from its state: see `resumeRun`. */
  canResume?: boolean
  work(tools: RunTools<Event>): Promise<Made>
}

type NewRunPlan<Event extends RunEvent, State, Input extends object, Made> = RunPlan<
  Event,
  State,
  Input,
  Made
> & {
  /** Creates the run's own row, or reopens it, in the transaction of the hold. */
  open(trx: Transaction<Tables>): Promise<{ subjectId: number; attempt: number; started: Event }>
  /** A final check after the member's other runs have ended. @throws to roll back the run and its hold */
  check?(trx: Transaction<Tables>): Promise<void>
}

/** Points at which tests can interrupt a run. */
export type RunStep = 'reserved' | 'working' | 'settling' | 'settled'

type RunSettings = {
  registry: RunRegistry
  /** Null for kinds without a model. */
  model: Model | null
  /** Concurrent runs on the whole site. */
  capacity: number
  timeoutMs: number
  /** A public site never charges for the output of a development fallback. */
  isPublic: boolean
  runStepHook?: (step: RunStep) => void | Promise<void>
}

/** The settings of this process. @param model the run's model */
export const runSettings = (deps: Dependencies, model: Model | null): RunSettings => ({
  registry: deps.runs,
  model,
  capacity: deps.config.runs.capacity,
  timeoutMs: deps.config.models.timeoutSeconds * 1000,
  isPublic: deps.config.isPublic,
  ...(deps.runStepHook ? { runStepHook: deps.runStepHook } : {}),
})

const settleAttemptsMax = 6

/**
 * Opens the run, then works in the background.
 * @returns as soon as the run exists
 * @throws AppError service_closed, request_in_progress, no_tokens, no_image_credits, daily_limit, site_limit,
 * user_or_usage_failed; then nothing was written
 */
export async function startRun<Event extends RunEvent, State, Input extends object, Made>(
  settings: RunSettings,
  plan: NewRunPlan<Event, State, Input, Made>,
): Promise<LiveRun> {
  const { registry } = settings
  const images = plan.images?.count ?? 0
  if (registry.isClosed) throw new AppError('unavailable')
  if (settings.isPublic && usesSamples(settings, plan)) throw new AppError('service_closed')
  const { row, first } = await registry.database.transaction().execute(async (trx) => {
    const opened = await plan.open(trx)
    const run = await openRun(trx, {
      ...opened,
      kind: plan.kind.name,
      memberId: plan.memberId,
      tokens: plan.ceiling,
      images,
      model: settings.model?.name ?? '',
      input: plan.input,
      leaseSeconds: registry.leaseSeconds,
    })
    await plan.check?.(trx)
    await countRunOfDay(trx, { spender: plan.memberId, ceiling: plan.ceiling, images })
    // Followers can read this event even of a run whose process dies at once.
    const batch = batchOf(firstEventId(run.attempt), [storableEvent(opened.started)])
    await storeEvents(trx, run.id, batch)
    return { row: run, first: { event: opened.started, batch } }
  })
  const state = plan.kind.apply(plan.kind.empty(), storableEvent(first.event))
  const log = new RunLog(firstEventId(row.attempt))
  log.emit(storableEvent(first.event))
  log.markSaved(first.batch)
  return execute(settings, plan, { row, state, log, spent: nothingSpent() })
}

/** The stored form of a run that another process handed over. */
export type HandedOverRun<Input, State> = { row: Run<Input>; state: State; lastId: number; spent: Spent }

/** Continues a run that was handed over and claimed (`takeOverRun`). Earlier usage counts towards its price. */
export function resumeRun<Event extends RunEvent, State, Input extends object, Made>(
  settings: RunSettings,
  plan: RunPlan<Event, State, Input, Made>,
  { row, state, lastId, spent }: HandedOverRun<Input, State>,
): LiveRun {
  return execute(settings, plan, { row, state, log: new RunLog(lastId + 1), spent })
}

type Begun<Input, State> = { row: Run<Input>; state: State; log: RunLog; spent: Spent }

function execute<Event extends RunEvent, State, Input extends object, Made>(
  settings: RunSettings,
  plan: RunPlan<Event, State, Input, Made>,
  { row, state, log, spent }: Begun<Input, State>,
): LiveRun {
  const finished = Promise.withResolvers<void>()
  const run: LiveRun = {
    row,
    state,
    stage: () => plan.kind.stageOf?.(run.state as State) ?? null,
    log,
    abort: new AbortController(),
    canResume: plan.canResume ?? false,
    error: null,
    finished: finished.promise,
  }
  settings.registry.add(run)
  void new Execution(settings, plan, run, { row, spent }).run().then(finished.resolve)
  return run
}

/** Whether any output of the run comes from a development fallback. */
const usesSamples = (
  { model }: RunSettings,
  { parallel, images }: { parallel?: { model: Model }[]; images?: PictureMeterOptions | null },
): boolean =>
  model?.isDemo === true ||
  (parallel ?? []).some((other) => other.model.isDemo) ||
  (images != null && images.count > 0 && images.model.isDemo)

class Execution<Event extends RunEvent, State, Input extends object, Made> {
  readonly #settings: RunSettings
  readonly #plan: RunPlan<Event, State, Input, Made>
  readonly #live: LiveRun
  readonly #row: Run<Input>
  /** Usage in the processes that handed it over. */
  readonly #spent: Spent
  readonly #startedAt = performance.now()

  constructor(
    settings: RunSettings,
    plan: RunPlan<Event, State, Input, Made>,
    live: LiveRun,
    { row, spent }: { row: Run<Input>; spent: Spent },
  ) {
    this.#settings = settings
    this.#plan = plan
    this.#live = live
    this.#row = row
    this.#spent = spent
  }

  emit(event: Event): void {
    const storable = storableEvent(event)
    this.#live.state = this.#plan.kind.apply(this.#live.state as State, storable)
    this.#live.log.emit(storable)
  }

  async run(): Promise<void> {
    const { runStepHook, registry } = this.#settings
    const { signal } = this.#live.abort
    const meters = this.#createMeters()
    const [meter, ...others] = meters
    const pictures = createPictureMeter(this.#plan.images ?? null, signal)
    let problem: unknown = null
    let made: Made | null = null
    try {
      await runStepHook?.('reserved')
      await this.#waitInQueue()
      await runStepHook?.('working')
      const emit = (event: Event) => this.emit(event)
      made = await this.#plan.work({ meter: meter!, others, pictures, emit, signal })
      await runStepHook?.('settling')
    } catch (error) {
      problem = signal.aborted ? signal.reason : error
    }
    await registry.release(this.#live)
    const outcome = this.#describe(problem, { meters, pictures, made })
    this.#live.error = outcome.error
    if (problem === handedOver) await this.#handOver(outcome)
    else await this.#settle(outcome)
    await runStepHook?.('settled')
    this.#live.log.end()
  }

  /** When it cannot be stored, the lease expires and recovery releases the hold. */
  async #handOver(spent: Outcome<Made>): Promise<void> {
    const { id } = this.#row
    const { log } = this.#live
    const batch = log.unsaved()
    try {
      await this.#settings.registry.database.transaction().execute(async (trx) => {
        if (batch) await storeEvents(trx, id, batch)
        await handOverRun(trx, id, spent)
      })
      if (batch) log.markSaved(batch)
    } catch (error) {
      logFailure('run: could not be handed over', error)
    }
  }

  #createMeters(): Meter[] {
    const { timeoutMs, model } = this.#settings
    const { signal } = this.#live.abort
    const others = this.#plan.parallel ?? []
    const own = others.reduce((rest, { ceiling }) => rest - ceiling, this.#plan.ceiling)
    return [...(model ? [{ model, ceiling: own }] : []), ...others].map((each) =>
      createMeter(each.model, { ceiling: each.ceiling, signal, timeoutMs }),
    )
  }

  #describe(
    problem: unknown,
    used: { meters: Meter[]; pictures: PictureMeter; made: Made | null },
  ): Outcome<Made> {
    const { meters, pictures, made } = used
    const before = this.#spent
    const shortOf = problem instanceof StoppedShort ? problem.problem : null
    const isStopped = shortOf || problem === cancelRequested || problem === handedOver
    const status = problem === null ? 'done' : isStopped ? 'stopped' : 'failed'
    const sum = (read: (meter: Meter) => number) => meters.reduce((total, meter) => total + read(meter), 0)
    return {
      status,
      error: status === 'failed' ? toRunError(problem) : shortOf,
      token:
        status === 'failed'
          ? 0
          : before.token + sum((meter) => meter.price()) + (status === 'done' ? (this.#plan.price ?? 0) : 0),
      image: status === 'failed' ? 0 : before.image + pictures.made(),
      usage: {
        input: before.usage.input + sum((meter) => meter.usage().input),
        output: before.usage.output + sum((meter) => meter.usage().output),
      },
      durationMs: before.durationMs + Math.round(performance.now() - this.#startedAt),
      isWatched: this.#live.log.isFollowed,
      meters,
      made: status === 'done' ? made : null,
    }
  }

  async #waitInQueue(): Promise<void> {
    const { registry, capacity } = this.#settings
    const { kind } = this.#plan
    const { database } = registry
    const show = async (position: number) => {
      const status = position > 0 ? 'queued' : 'running'
      await markQueued(database, this.#row.id, status)
      await kind.setStatus?.(database, this.#row, status)
      // Every kind of run reports its queue position by the same event.
      this.emit({ type: 'queued', position } as unknown as Event)
    }
    let hasWaited = this.#row.status === 'queued'
    await waitInQueue(database, {
      runId: this.#row.id,
      capacity,
      signal: this.#live.abort.signal,
      async onPosition(position) {
        hasWaited = true
        await show(position)
      },
    })
    if (hasWaited) await show(0)
  }

  /**
   * One transaction writes balance, history, the run's rows and its last events, so that a reader of one can read all.
   * It waits for a database that is gone or busy for a moment; after that recovery releases the hold. Followers receive the end
   * only when it is stored.
   */
  async #settle(outcome: Outcome<Made>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#writeEnd(outcome)
      } catch (error) {
        if (!isPassingFailure(error) || attempt === settleAttemptsMax)
          return logFailure('run: could not be settled', error)
        await wait(100 * 2 ** attempt)
      }
    }
  }

  /**
   * Writes nothing when recovery was first, which has then released the hold, closed the rows and stored the end. Or this
   * process wrote it, and the response was lost.
   */
  async #writeEnd(outcome: Outcome<Made>): Promise<void> {
    const { id } = this.#row
    const { kind } = this.#plan
    const state = structuredClone(this.#live.state) as State
    const settled = await this.#settings.registry.database.transaction().execute(async (trx) => {
      const { status, token, image } = outcome
      const charged = await settleRun(trx, { id, status, tokens: token, images: image })
      if (!charged) return null
      const end = { ...outcome, ...charged }
      const events = (await kind.save(trx, this.#row, state, end)).map(storableEvent)
      const batch = this.#live.log.unsaved(...events)
      if (batch) await storeEvents(trx, id, batch)
      const final = events.reduce(kind.apply, state)
      const stage = kind.stageOf?.(final) ?? null
      await completeRun(trx, id, { ...end, state: final, stage, errorCode: end.error?.code ?? null })
      return { batch, final }
    })
    if (!settled) return
    this.#live.state = settled.final
    if (settled.batch) this.#live.log.markSaved(settled.batch)
  }
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
