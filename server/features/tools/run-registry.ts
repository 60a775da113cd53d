// The runs of this process: their events, for everybody who follows them, and the handle that stops them.
import type { StartedRun } from '#server/metering/metered-run.ts'
import type { ToolEvent } from '#shared/tools.ts'

export type NumberedEvent = { id: number; event: ToolEvent }

export type LiveRun = {
  runId: number
  memberId: string
  emit(event: ToolEvent): void
  /** Events after `lastId`, those that are there at once and the others as they come, until the last. */
  follow(lastId: number, signal: AbortSignal): AsyncGenerator<NumberedEvent>
}

/** A tab that was asleep for a moment still finds the end of its run here; later it finds the saved text. */
const keptMs = 60_000

export class RunRegistry {
  readonly #runs = new Map<number, { live: LiveRun; started: StartedRun | null }>()

  open(runId: number, memberId: string): LiveRun {
    const live = createLiveRun(runId, memberId)
    this.#runs.set(runId, { live, started: null })
    return live
  }

  attach(runId: number, started: StartedRun): void {
    const entry = this.#runs.get(runId)
    if (entry) entry.started = started
  }

  find(runId: number): { live: LiveRun; started: StartedRun | null } | null {
    return this.#runs.get(runId) ?? null
  }

  /** Forgets the run: at once when it never started, else after a while. */
  close(runId: number, options: { isNow: boolean }): void {
    if (options.isNow) this.#runs.delete(runId)
    else setTimeout(() => this.#runs.delete(runId), keptMs).unref()
  }

  /** Fails and refunds every run that is going, because the process is about to end. */
  async cancelAll(): Promise<void> {
    const started = [...this.#runs.values()].flatMap((entry) => entry.started ?? [])
    for (const run of started) run.cancel()
    await Promise.all(started.map((run) => run.finished))
    this.#runs.clear()
  }
}

/** All events are kept while the run lives: their text is bounded by what the run may spend. */
function createLiveRun(runId: number, memberId: string): LiveRun {
  const events: NumberedEvent[] = []
  const followers = new Set<() => void>()
  let isEnded = false
  return {
    runId,
    memberId,
    emit(event) {
      events.push({ id: events.length + 1, event })
      if (event.type === 'done') isEnded = true
      for (const wake of followers) wake()
    },
    async *follow(lastId, signal) {
      let resolve = () => {}
      const wake = () => resolve()
      followers.add(wake)
      signal.addEventListener('abort', wake, { once: true })
      try {
        for (let next = Math.max(0, lastId); !signal.aborted;) {
          while (next < events.length) yield events[next++]!
          if (isEnded) return
          await new Promise<void>((wakeUp) => (resolve = wakeUp))
        }
      } finally {
        followers.delete(wake)
        signal.removeEventListener('abort', wake)
      }
    },
  }
}
