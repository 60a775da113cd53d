import { useRef, useState } from 'react'

export type Saved = { isSaved: boolean; count: number }

/**
 * Saving with an optimistic update, which is reverted on failure. Presses during a call are not sent one by one. When
 * the call returns, the last wanted state is sent.
 */
export function useSave(
  first: Saved,
  send: (isSaved: boolean) => Promise<Saved>,
  onFail: (error: unknown) => void,
) {
  const [shown, setShown] = useState(first)
  const confirmed = useRef(first)
  const wanted = useRef(first.isSaved)
  const isBusy = useRef(false)

  async function toggle(): Promise<void> {
    wanted.current = !wanted.current
    setShown((now) => ({
      isSaved: wanted.current,
      count: Math.max(0, now.count + (wanted.current ? 1 : -1)),
    }))
    if (isBusy.current) return
    isBusy.current = true
    try {
      do {
        confirmed.current = await send(wanted.current)
      } while (confirmed.current.isSaved !== wanted.current)
    } catch (error) {
      wanted.current = confirmed.current.isSaved
      onFail(error)
    }
    isBusy.current = false
    setShown(confirmed.current)
  }
  return { ...shown, toggle }
}
