// Server-sent events (WHATWG HTML, section 9.2) out of a run's events.
import type { EventBatch, Follow } from '#server/metering/run-log.ts'
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

function frames(batch: EventBatch, afterId: number): string {
  let text = ''
  let id = batch.firstId
  for (const json of batch.lines.split('\n')) {
    if (id > afterId) text += `id: ${id}\ndata: ${json}\n\n`
    id++
  }
  return text
}
