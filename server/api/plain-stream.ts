// Streams the text of a run's answer and nothing else (P22).
import { eventsAfter, type EventBatch, type Follow } from '#server/runs/run-log.ts'
import { AppError, isErrorCode } from '#shared/errors.ts'
import { followedBody } from './followed-body.ts'

type PlainEvent = { type: string; delta?: string; code?: unknown }

/**
 * Starts the response with the first text. A failure before it is an ordinary error response. After it the connection
 * breaks, because plain text has no place for an error; the run's row has the result.
 * @param follow the events of a run with one answer
 */
export async function plainStream(follow: Follow): Promise<Response> {
  const begun = Promise.withResolvers<void>()
  const answer = readAnswer()
  const body = followedBody({
    async follow(signal, send) {
      try {
        await follow(signal, send)
        answer.end()
        begun.resolve()
      } catch (error) {
        begun.reject(error)
        throw error
      }
    },
    toText(batch) {
      const text = answer.read(batch)
      if (text) begun.resolve()
      return text
    },
  })
  await begun.promise
  return new Response(body, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    },
  })
}

/** `end` throws the error of a failed run. */
function readAnswer(): { read(batch: EventBatch): string; end(): void } {
  let isBegun = false
  let last = 0
  let failure: AppError | null = null
  return {
    read(batch) {
      const events = eventsAfter(batch, last).map(({ json }) => JSON.parse(json) as PlainEvent)
      last = batch.lastId
      // A recovery would send the whole text again, which cannot be appended.
      if (isBegun && events.some(({ type }) => type === 'started')) throw new AppError('stream_cut')
      const text = events.map((event) => (event.type === 'text' ? (event.delta ?? '') : '')).join('')
      isBegun ||= text !== ''
      const failed = events.find(({ type }) => type === 'error')
      if (failed) failure = new AppError(isErrorCode(failed.code) ? failed.code : 'prompt_use_create_failed')
      return text
    },
    end() {
      if (failure) throw failure
    },
  }
}
