// Server-sent events (WHATWG HTML, section 9.2) out of a run's events.
import { eventsAfter, type EventBatch, type Follow } from '#server/runs/run-log.ts'
import { followedBody } from './followed-body.ts'

/** A comment, so that neither people nor proxies take a silent run for dead. */
const heartbeat = { text: ':\n\n', afterMs: 2_000 }

/** Sends the events after an id as they come. */
export function eventStream(follow: Follow, afterId = 0): Response {
  let last = afterId
  const toText = (batch: EventBatch) => {
    const text = frames(batch, last)
    last = batch.lastId
    return text
  }
  return new Response(followedBody({ follow, toText, whenSilent: heartbeat }), {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    },
  })
}

/** Half a snapshot is nothing to go on from: only its last event has an id, and the others keep the one that the reader has. */
function frames(batch: EventBatch, afterId: number): string {
  const events = eventsAfter(batch, afterId)
  return events
    .map(({ id, json }, index) => {
      const isNamed = !batch.isSnapshot || index === events.length - 1
      return `${isNamed ? `id: ${id}\n` : ''}data: ${json}\n\n`
    })
    .join('')
}
