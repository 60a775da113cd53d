// The text of a run's answer and nothing else, as it is written (P22).
import { eventsAfter, type EventBatch } from '#server/metering/run-log.ts'
import { AppError, isErrorCode } from '#shared/errors.ts'

type PlainEvent = { type: string; delta?: string; code?: unknown }

/**
 * Answers with the first words. What fails before them is an answer like any other error; after them the connection breaks off,
 * because plain text has no room for an error: the row of the run tells what became of it.
 * @param follow the events of a run with one answer
 */
export async function plainStream(
  follow: (signal: AbortSignal) => AsyncGenerator<EventBatch>,
): Promise<Response> {
  const left = new AbortController()
  const pieces = textOf(follow(left.signal))
  const first = await pieces.next()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (first.done) controller.close()
      else controller.enqueue(encoder.encode(first.value))
    },
    async pull(controller) {
      try {
        const { value, done } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        if (!left.signal.aborted) controller.error(error)
      }
    },
    cancel: () => left.abort(),
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    },
  })
}

/** @throws AppError when the run failed */
async function* textOf(batches: AsyncGenerator<EventBatch>): AsyncGenerator<string> {
  let isBegun = false
  let last = 0
  for await (const batch of batches) {
    const events = eventsAfter(batch, last).map(({ json }) => JSON.parse(json) as PlainEvent)
    last = batch.lastId
    const text = events.map((event) => (event.type === 'text' ? (event.delta ?? '') : '')).join('')
    // Everything would be told anew, after a crash: that is no text to append.
    if (isBegun && events.some(({ type }) => type === 'started')) throw new AppError('stream_cut')
    isBegun ||= text !== ''
    if (text) yield text
    const failure = events.find(({ type }) => type === 'error')
    if (failure) throw new AppError(isErrorCode(failure.code) ? failure.code : 'prompt_use_create_failed')
  }
}
