import { setTimeout as wait } from 'node:timers/promises'
import { ModelError } from '#server/outside/models.ts'

/** Worth one more try: too many requests, unavailable, overloaded (Anthropic's 529). */
const retryStatuses = new Set([429, 503, 529])
const retryAfterMsMax = 5_000
const retryAfterMsDefault = 800

/**
 * Asks a provider once more when it was busy and says that it will not be for long.
 * @param mayRepeat false once something of the answer was told
 * @throws what the last attempt threw; the signal's reason
 */
export async function tryTwice<Answer>(
  attempt: () => Promise<Answer>,
  mayRepeat: () => boolean,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    return await attempt()
  } catch (error) {
    if (!mayRepeat() || !isWorthRetrying(error)) throw error
    await wait(Math.min(error.retryAfterMs ?? retryAfterMsDefault, retryAfterMsMax), undefined, {
      signal,
    }).catch(() => signal.throwIfAborted())
    return attempt()
  }
}

function isWorthRetrying(error: unknown): error is ModelError {
  if (!(error instanceof ModelError) || !retryStatuses.has(error.statusCode ?? 0)) return false
  return (error.retryAfterMs ?? 0) <= retryAfterMsMax
}
