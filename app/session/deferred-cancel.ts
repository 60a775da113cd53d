import type { AppError } from '#shared/errors.ts'

type SendStop = (id: number) => Promise<AppError | null>

/**
 * A cancel request for a run that has started. It may arrive before the run's id is known, and is then sent as soon as
 * the id is known.
 */
export function createDeferredCancel() {
  let id: number | null = null
  let waiting: { send: SendStop; resolve: (error: AppError | null) => void } | null = null
  const forget = () => {
    waiting?.resolve(null)
    waiting = null
  }
  return {
    /** Another run starts, or the run is refused: an earlier cancel request no longer counts. */
    begin(known: number | null): void {
      forget()
      id = known
    },
    know(known: number): void {
      id = known
      const wanted = waiting
      waiting = null
      if (wanted) void wanted.send(known).then(wanted.resolve)
    },
    /** @param send must not throw @returns what `send` answers, when it has been sent; null when there was nothing to stop any more */
    want(send: SendStop): Promise<AppError | null> {
      if (id !== null) return send(id)
      forget()
      return new Promise((resolve) => {
        waiting = { send, resolve }
      })
    },
  }
}
