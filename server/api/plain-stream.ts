// The text of a run's answer and nothing else, as it is written (P22).
import { eventsAfter, type EventBatch, type Follow } from '#server/runs/run-log.ts'
import { AppError, isErrorCode } from '#shared/errors.ts'
import { followedBody } from './followed-body.ts'

type PlainEvent = { type: string; delta?: string; code?: unknown }

/**
 * Answers with the first words. What fails before them is an answer like any other error; after them the connection breaks off,
 * because plain text has no room for an error: the row of the run tells what became of it.
 * @param follow the events of a run with one answer
 */
export async function plainStream(follow: Follow): Promise<Response> {
  const begun = Promise.withResolvers<void>()
  const answer = readAnswer()
  const body = followedBody({
    async follow(signal, tell) {
      try {
        await follow(signal, tell)
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

/** `end` throws what the run failed with. */
function readAnswer(): { read(batch: EventBatch): string; end(): void } {
  let isBegun = false
  let last = 0
  let failure: AppError | null = null
  return {
    read(batch) {
      const events = eventsAfter(batch, last).map(({ json }) => JSON.parse(json) as PlainEvent)
      last = batch.lastId
      // Everything would be told anew, after a crash: that is no text to append.
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
