import type { EventBatch, Follow } from '#server/runs/run-log.ts'

const encoder = new TextEncoder()

type FollowedBodyOptions = {
  follow: Follow
  /** The text of a batch in this body; '' sends nothing. */
  toText: (batch: EventBatch) => string
  /** Sent after each silence of this length. */
  whenSilent?: { text: string; afterMs: number }
}

/** A body that streams a live run. When the reader disconnects, only the following ends. */
export function followedBody({
  follow,
  toText,
  whenSilent,
}: FollowedBodyOptions): ReadableStream<Uint8Array> {
  const left = new AbortController()
  let silence: NodeJS.Timeout | undefined
  let goOn = () => {}
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text))
      if (whenSilent) silence = setInterval(() => write(whenSilent.text), whenSilent.afterMs)
      const send = (batch: EventBatch) => {
        const text = toText(batch)
        if (!text) return
        write(text)
        silence?.refresh()
        const isFull = controller.desiredSize! <= 0
        if (isFull) return new Promise<void>((resolve) => (goOn = resolve))
      }
      // Not returned: the stream would deliver nothing before `start` resolves.
      void follow(left.signal, send)
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
