// What a run sends: numbered, in memory for whoever follows it in this process, and in batches for the rows that outlive it.

/** Events in a row: one JSON object a line, numbered from `firstId`. */
export type EventBatch = { firstId: number; lastId: number; lines: string }

/** Lines as a batch. */
const batchOfLines = (firstId: number, lines: string[]): EventBatch => ({
  firstId,
  lastId: firstId + lines.length - 1,
  lines: lines.join('\n'),
})
/** Events as a batch. */
export const batchOf = (firstId: number, events: readonly object[]): EventBatch =>
  batchOfLines(
    firstId,
    events.map((event) => JSON.stringify(event)),
  )

/** Takes batches in order. A promise is waited for before the next one comes: the reader is slower than the run. */
export type TellBatch = (batch: EventBatch) => void | Promise<void>
/** Tells a run's events until its last one, or until the signal is aborted. */
export type Follow = (signal: AbortSignal, tell: TellBatch) => Promise<void>

export class RunLog {
  readonly #saved: EventBatch[] = []
  #pendingFirstId: number
  #pending: string[] = []
  #followers = new Set<() => void>()
  #isWaking = false
  #hasEnded = false

  constructor(firstId: number) {
    this.#pendingFirstId = firstId
  }

  emit(...events: object[]): void {
    for (const event of events) this.#pending.push(JSON.stringify(event))
    this.#wake()
  }

  /** What is not stored yet, with `more` events behind it; null when there is nothing. */
  unsaved(...more: object[]): EventBatch | null {
    const lines = [...this.#pending, ...more.map((event) => JSON.stringify(event))]
    return lines.length === 0 ? null : batchOfLines(this.#pendingFirstId, lines)
  }

  /** Says that a batch from `unsaved` is stored. Events that came after it wait for the next one. */
  markSaved(batch: EventBatch): void {
    const isNew = batch.lastId >= this.#pendingFirstId
    if (!isNew) return
    this.#saved.push(batch)
    this.#pending = this.#pending.slice(batch.lastId - this.#pendingFirstId + 1)
    this.#pendingFirstId = batch.lastId + 1
    this.#wake()
  }

  /** No event will follow here. */
  end(): void {
    this.#hasEnded = true
    this.#wake()
  }

  /** Tells batches with events after `afterId` (and perhaps some before it): those that are there at once, and the others as they come. */
  async follow(afterId: number, signal: AbortSignal, tell: TellBatch): Promise<void> {
    const { promise: end, resolve, reject } = Promise.withResolvers<void>()
    let last = afterId
    let isTelling = false
    const tellNew = async () => {
      if (isTelling) return
      isTelling = true
      for (let batch = this.#next(last); batch && !signal.aborted; batch = this.#next(last)) {
        last = batch.lastId
        const taken = tell(batch)
        if (taken) await taken
      }
      isTelling = false
      if (this.#hasEnded || signal.aborted) resolve()
    }
    const wake = () => void tellNew().catch(reject)
    this.#followers.add(wake)
    signal.addEventListener('abort', wake, { once: true })
    wake()
    try {
      await end
    } finally {
      this.#followers.delete(wake)
      signal.removeEventListener('abort', wake)
    }
  }

  #next(afterId: number): EventBatch | null {
    const isBehind = afterId + 1 < this.#pendingFirstId
    const saved = isBehind && this.#saved.find(({ lastId }) => lastId > afterId)
    if (saved) return saved
    const firstId = Math.max(afterId + 1, this.#pendingFirstId)
    const lines = this.#pending.slice(firstId - this.#pendingFirstId)
    return lines.length === 0 ? null : batchOfLines(firstId, lines)
  }

  /** After the turn that emits: what comes at once is told at once. */
  #wake(): void {
    if (this.#isWaking) return
    this.#isWaking = true
    queueMicrotask(() => {
      this.#isWaking = false
      for (const wake of this.#followers) wake()
    })
  }
}

/** The events of a batch after an id, each with its own. */
export function eventsAfter(batch: EventBatch, afterId: number): { id: number; json: string }[] {
  return batch.lines
    .split('\n')
    .map((json, index) => ({ id: batch.firstId + index, json }))
    .filter(({ id }) => id > afterId)
}

/** Whether the batch holds the run's last event. */
export const isLast = (batch: EventBatch): boolean => /(?:^|\n)\{"type":"done"[^\n]*$/.test(batch.lines)
