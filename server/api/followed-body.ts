import type { EventBatch, Follow } from '#server/runs/run-log.ts'

const encoder = new TextEncoder()

type Told = {
  follow: Follow
  /** What a batch says in this body; nothing for ''. */
  toText: (batch: EventBatch) => string
  /** Said whenever nothing was said for this long. */
  whenSilent?: { text: string; afterMs: number }
}

/** A body that is written while a run goes on. A reader that goes away only ends the following. */
export function followedBody({ follow, toText, whenSilent }: Told): ReadableStream<Uint8Array> {
  const left = new AbortController()
  let silence: NodeJS.Timeout | undefined
  let goOn = () => {}
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (text: string) => controller.enqueue(encoder.encode(text))
      if (whenSilent) silence = setInterval(() => say(whenSilent.text), whenSilent.afterMs)
      const tell = (batch: EventBatch) => {
        const text = toText(batch)
        if (!text) return
        say(text)
        silence?.refresh()
        const isFull = controller.desiredSize! <= 0
        if (isFull) return new Promise<void>((resolve) => (goOn = resolve))
      }
      // Not returned: what it tells could not be read before it ends.
      void follow(left.signal, tell)
        .then(
          () => left.signal.aborted || controller.close(),
          (error: unknown) => left.signal.aborted || controller.error(error),
        )
        .finally(() => clearInterval(silence))
    },
    pull: () => goOn(),
    cancel() {
      clearInterval(silence)
      left.abort()
      goOn()
    },
  })
}
