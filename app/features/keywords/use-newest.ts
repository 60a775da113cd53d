import { useCallback, useEffect, useRef } from 'react'

/**
 * For requests of which only the newest counts: answers that cross show what was asked for last, and none comes after the page is left.
 * @returns begins a request: gives its signal, and aborts the one before
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
