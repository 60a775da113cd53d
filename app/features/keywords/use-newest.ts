import { useCallback, useEffect, useRef } from 'react'

/**
 * For requests of which only the newest counts. Answers out of order show the last request, and none applies after the
 * page is left.
 * @returns a function that begins a request: it returns its signal and aborts the previous one
 */
export function useNewest(): () => AbortSignal {
  const newest = useRef<AbortController>(undefined)
  useEffect(() => () => newest.current?.abort(), [])
  return useCallback(() => {
    newest.current?.abort()
    newest.current = new AbortController()
    return newest.current.signal
  }, [])
}
