// The numbered events of a run: in memory for followers in this process, and in batches for the rows that outlive it.

/** Events in order: one JSON object a line. */
export type EventBatch = {
  /**
   * The id of the first line. In a snapshot all lines have the last line's id, because a reader cannot resume from half
   * of one.
   */
  firstId: number
  lastId: number
  lines: string
  isSnapshot?: true
}

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
/** A snapshot of everything up to an event. */
export const snapshotOf = (lastId: number, events: readonly object[]): EventBatch => ({
  ...batchOf(lastId, events),
  lastId,
  isSnapshot: true,
})

/** Receives batches in order. The next batch waits for its promise, because a reader may be slower than the run. */
export type SendBatch = (batch: EventBatch) => void | Promise<void>
/** Sends a run's events until its last one, or until the signal is aborted. */
export type Follow = (signal: AbortSignal, send: SendBatch) => Promise<void>

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

  /** The id of the newest event; one below the first when there is none. */
  get lastId(): number {
    return this.#pendingFirstId + this.#pending.length - 1
  }

  /** Whether a reader follows in this process. */
  get isFollowed(): boolean {
    return this.#followers.size > 0
  }

  emit(...events: object[]): void {
    for (const event of events) this.#pending.push(JSON.stringify(event))
    this.#wake()
  }

  /** The events that are not stored yet, followed by `more`; null when there are none. */
  unsaved(...more: object[]): EventBatch | null {
    const lines = [...this.#pending, ...more.map((event) => JSON.stringify(event))]
    return lines.length === 0 ? null : batchOfLines(this.#pendingFirstId, lines)
  }

  /** Marks a batch of `unsaved` as stored. Later events wait for the next batch. */
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

  /**
   * Sends batches with events after `afterId` (and perhaps some before it): existing ones at once, the others as they
   * arrive.
   */
  async follow(afterId: number, signal: AbortSignal, send: SendBatch): Promise<void> {
    const { promise: end, resolve, reject } = Promise.withResolvers<void>()
    let last = afterId
    let isSending = false
    const sendNew = async () => {
      if (isSending) return
      isSending = true
      for (let batch = this.#next(last); batch && !signal.aborted; batch = this.#next(last)) {
        last = batch.lastId
        const taken = send(batch)
        if (taken) await taken
      }
      isSending = false
      if (this.#hasEnded || signal.aborted) resolve()
    }
    const wake = () => void sendNew().catch(reject)
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

  /** Wakes followers after the current microtask, so that events of one turn are sent together. */
  #wake(): void {
    if (this.#isWaking) return
    this.#isWaking = true
    queueMicrotask(() => {
      this.#isWaking = false
      for (const wake of this.#followers) wake()
    })
  }
}

/** The events of a batch after an id, each with its own id. */
export function eventsAfter(batch: EventBatch, afterId: number): { id: number; json: string }[] {
  const { firstId, lastId, isSnapshot } = batch
  return batch.lines
    .split('\n')
    .map((json, index) => ({ id: isSnapshot ? lastId : firstId + index, json }))
    .filter(({ id }) => isSnapshot || id > afterId)
}

/** Whether the batch holds the run's last event. */
export const isLast = (batch: EventBatch): boolean => /(?:^|\n)\{"type":"done"[^\n]*$/.test(batch.lines)
