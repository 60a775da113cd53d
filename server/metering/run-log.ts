// What a run sends: numbered, in memory for whoever follows it in this process, and in batches for the rows that outlive it.

/** Events in a row: one JSON object a line, numbered from `firstId`. */
export type EventBatch = { firstId: number; lastId: number; lines: string }

export class RunLog {
  readonly #saved: EventBatch[] = []
  #pendingFirstId: number
  #pending: string[] = []
  #followers = new Set<() => void>()
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
    if (lines.length === 0) return null
    return {
      firstId: this.#pendingFirstId,
      lastId: this.#pendingFirstId + lines.length - 1,
      lines: lines.join('\n'),
    }
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

  /** Batches with events after `afterId` (and perhaps some before it), those that are there at once and the others as they come, until the last. */
  async *follow(afterId: number, signal: AbortSignal): AsyncGenerator<EventBatch> {
    let resolve = () => {}
    const wake = () => resolve()
    this.#followers.add(wake)
    signal.addEventListener('abort', wake, { once: true })
    try {
      for (let last = afterId; !signal.aborted;) {
        const batch = this.#next(last)
        if (batch) {
          last = batch.lastId
          yield batch
        } else {
          if (this.#hasEnded) return
          await new Promise<void>((wakeUp) => (resolve = wakeUp))
        }
      }
    } finally {
      this.#followers.delete(wake)
      signal.removeEventListener('abort', wake)
    }
  }

  #next(afterId: number): EventBatch | null {
    const saved = this.#saved.find(({ lastId }) => lastId > afterId)
    if (saved) return saved
    const firstId = Math.max(afterId + 1, this.#pendingFirstId)
    const lines = this.#pending.slice(firstId - this.#pendingFirstId)
    return lines.length === 0
      ? null
      : { firstId, lastId: firstId + lines.length - 1, lines: lines.join('\n') }
  }

  #wake(): void {
    for (const wake of this.#followers) wake()
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
