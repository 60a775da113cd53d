type Fetch = typeof fetch

const networkAttempts = 3
const retriedStatuses = new Set([408, 409, 425, 429, 500, 502, 503, 504])
const safeMethods = new Set(['GET', 'HEAD'])

/**
 * A fetch that tries up to three times when the network itself fails (O11). An answer of any status ends it, and so does
 * an abort. A body that can be read only once is never sent again.
 */
export function retryNetwork(fetchOnce: Fetch): Fetch {
  return async (input, init) => {
    const isRepeatable = !(init?.body instanceof ReadableStream) && !(input instanceof Request && input.body)
    for (let attempt = 1; ; attempt++) {
      try {
        return await fetchOnce(input, init)
      } catch (error) {
        const isAborted = init?.signal?.aborted || (error instanceof Error && error.name === 'AbortError')
        if (isAborted || !isRepeatable || attempt === networkAttempts) throw error
      }
    }
  }
}

/** A fetch that repeats a GET or HEAD once when the answer's status asks for it; other methods never (O10, B29). */
export function retryStatus(fetchOnce: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetchOnce(input, init)
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase()
    if (!safeMethods.has(method) || !retriedStatuses.has(response.status) || init?.signal?.aborted)
      return response
    await response.body?.cancel()
    return fetchOnce(input, init)
  }
}

/**
 * A fetch whose deletions reach the server even if the page closes. Their bodies are small, as browsers require of such
 * requests.
 */
export function sendDeletionsWithKeepalive(fetchOnce: Fetch): Fetch {
  return (input, init) =>
    init?.method?.toUpperCase() === 'DELETE'
      ? fetchOnce(input, { ...init, keepalive: true })
      : fetchOnce(input, init)
}
