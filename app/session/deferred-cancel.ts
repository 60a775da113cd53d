import type { AppError } from '#shared/errors.ts'

type SendStop = (id: number) => Promise<AppError | null>

/**
 * The wish to stop what has been asked for. It may be told before the id is known by which it is stopped: then it is carried out
 * as soon as it is.
 */
export function createDeferredCancel() {
  let id: number | null = null
  let waiting: { send: SendStop; resolve: (error: AppError | null) => void } | null = null
  const forget = () => {
    waiting?.resolve(null)
    waiting = null
  }
  return {
    /** Something else is asked for, or what was asked for is refused: what was wanted before counts no more. */
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
