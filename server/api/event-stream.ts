// Server-sent events (WHATWG HTML, section 9.2) out of a run's events.
import type { EventBatch } from '#server/metering/run-log.ts'

const heartbeatMs = 2_000
const encoder = new TextEncoder()

/**
 * Sends events as they come and a comment whenever two seconds were silent, so that neither people nor proxies take the run for dead.
 * A reader that goes away only ends the following.
 */
export function eventStream(
  follow: (signal: AbortSignal) => AsyncGenerator<EventBatch>,
  afterId = 0,
): Response {
  let last = afterId
  const left = new AbortController()
  let heartbeat: NodeJS.Timeout | undefined
  const events = follow(left.signal)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      heartbeat = setInterval(() => controller.enqueue(encoder.encode(':\n\n')), heartbeatMs)
    },
    async pull(controller) {
      try {
        const { value, done } = await events.next()
        if (!done) {
          controller.enqueue(encoder.encode(frames(value, last)))
          last = value.lastId
          heartbeat?.refresh()
          return
        }
        clearInterval(heartbeat)
        controller.close()
      } catch (error) {
        clearInterval(heartbeat)
        if (!left.signal.aborted) controller.error(error)
      }
    },
    cancel() {
      clearInterval(heartbeat)
      left.abort()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    },
  })
}

function frames(batch: EventBatch, afterId: number): string {
  let text = ''
  let id = batch.firstId
  for (const json of batch.lines.split('\n')) {
    if (id > afterId) text += `id: ${id}\ndata: ${json}\n\n`
    id++
  }
  return text
}
