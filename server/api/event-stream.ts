// Server-sent events (WHATWG HTML, section 9.2) from a run's events.
import { eventsAfter, type EventBatch, type Follow } from '#server/runs/run-log.ts'
import { followedBody } from './followed-body.ts'

/** A comment frame, so that neither people nor proxies take a silent run for a dead one. */
const heartbeat = { text: ':\n\n', afterMs: 2_000 }

/** Sends the events after an id as they arrive. */
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

/**
 * A reader cannot resume from half a snapshot. So only its last event has an id, and the others repeat the reader's id.
 */
function frames(batch: EventBatch, afterId: number): string {
  const events = eventsAfter(batch, afterId)
  return events
    .map(({ id, json }, index) => {
      const isNamed = !batch.isSnapshot || index === events.length - 1
      return `${isNamed ? `id: ${id}\n` : ''}data: ${json}\n\n`
    })
    .join('')
}
