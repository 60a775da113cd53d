import { retryWithExponentialBackoff } from '@ai-sdk/provider-utils'
import { ModelError } from './models.ts'

/** Too many requests, unavailable, overloaded (Anthropic's 529). */
const retryStatuses = new Set([429, 503, 529])
const retryAfterMsMax = 5_000
const retryAfterMsDefault = 800

/**
 * Retries a provider once when it was busy and announces a short wait.
 * @param mayRepeat false once a part of the answer was passed on, since a second answer would differ
 * @throws the error of the last attempt; the signal's reason
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
