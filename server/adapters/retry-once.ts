import { retryWithExponentialBackoff } from '@ai-sdk/provider-utils'
import { ModelError } from './models.ts'

/** Too many requests, unavailable, overloaded (Anthropic's 529). */
const retryStatuses = new Set([429, 503, 529])
const retryAfterMsMax = 5_000
const retryAfterMsDefault = 800

/**
 * Asks a provider once more when it was busy and says that it will not be for long.
 * @param mayRepeat false once something of the answer was passed on: a second answer would be another one
 * @throws what the last attempt threw; the signal's reason
 */
export async function retryOnce<Answer>(
  attempt: () => Promise<Answer>,
  signal: AbortSignal,
  mayRepeat: () => boolean = () => true,
): Promise<Answer> {
  const retry = retryWithExponentialBackoff({
    maxRetries: 1,
    abortSignal: signal,
    shouldRetry: (error) => mayRepeat() && isPassing(error),
    getDelayInMs: ({ error }) => (error as ModelError).retryAfterMs ?? retryAfterMsDefault,
    createRetryError: ({ errors }) => errors.at(-1),
  })
  try {
    return await retry(attempt)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof ModelError) || !retryStatuses.has(error.statusCode ?? 0)) return false
  return (error.retryAfterMs ?? 0) <= retryAfterMsMax
}
