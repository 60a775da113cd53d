import { useEffect, useEffectEvent, useState } from 'react'
import type { Supabase } from './supabase.ts'
import { useSupabase } from './use-api.ts'

/** The polling interval of unfinished work, which grows with its duration. */
const againMs = { first: 2_000, growth: 1.3, max: 30_000 }

/**
 * The data of the page load, reloaded automatically while something in them is unfinished. A failed reload changes
 * nothing, because it must not break a visible page.
 */
export function usePolling<Value>(
  loaded: Value,
  isUnderWay: (value: Value) => boolean,
  read: (supabase: Supabase) => Promise<Value>,
): Value {
  const getSupabase = useSupabase()
  const [reread, setReread] = useState<{ of: Value; value: Value } | null>(null)
  // A later page load is newer.
  const value = reread?.of === loaded ? reread.value : loaded
  const isOpen = isUnderWay(value)

  const look = useEffectEvent(async (isGone: () => boolean) => {
    if (document.visibilityState === 'hidden') return
    try {
      const now = await read(await getSupabase())
      if (!isGone()) setReread({ of: loaded, value: now })
    } catch (error) {
      console.warn('What is under way could not be read again.', error)
    }
  })

  useEffect(() => {
    if (!isOpen) return
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = (ms: number) => {
      timer = setTimeout(
        () =>
          void look(() => isGone).then(() => {
            if (!isGone) wait(Math.min(ms * againMs.growth, againMs.max))
          }),
        ms,
      )
    }
    wait(againMs.first)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [isOpen, loaded])

  return value
}
