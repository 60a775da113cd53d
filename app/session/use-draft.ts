import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Draft } from './draft.ts'
import { useMember } from './root-data.ts'

type Options<Value> = {
  /** Tells several drafts of one kind apart. */
  id?: string | number
  /** Whether a stored draft replaces the first value; false where the page shows something else. */
  isWanted?: boolean
  /** What a stored draft makes of the form; null leaves the form as it is. */
  restore?: (stored: Value, now: Value) => Value | null
}

/**
 * The value of a form, stored while it is changed. After hydration, because the server cannot know it, a stored draft is
 * restored; later it follows another tab until it is changed here.
 */
export function useDraft<Value>(
  draft: Draft<Value>,
  initial: Value | (() => Value),
  { id = '', isWanted = true, restore }: Options<Value> = {},
) {
  const memberId = useMember()?.id ?? null
  const stored = useMemo(() => draft.of(memberId, id), [draft, memberId, id])
  const [value, setValue] = useState(initial)
  const [isRestored, setIsRestored] = useState(false)
  // The next change may arrive before this one renders.
  const latest = useRef(value)
  const isChanged = useRef(false)

  const set = (next: Value) => {
    latest.current = next
    setValue(next)
  }
  const take = useEffectEvent((found: Value | null) => {
    const taken = found === null || !isWanted ? null : restore ? restore(found, latest.current) : found
    if (taken === null) return
    set(taken)
    setIsRestored(true)
  })
  useEffect(() => {
    take(stored.load())
    return stored.listen((found) => {
      if (!isChanged.current) take(found)
    })
  }, [stored])

  const change = (next: (now: Value) => Value) => {
    isChanged.current = true
    set(next(latest.current))
    stored.save(latest.current)
  }
  const show = (next: Value) => {
    isChanged.current = false
    setIsRestored(false)
    set(next)
  }
  const forget = (isSent: (found: Value) => boolean = () => true) => {
    const found = stored.load()
    if (found !== null && isSent(found)) stored.save(null)
  }
  return {
    value,
    /** Whether the value on screen is a draft of an earlier visit or of another tab. */
    isRestored,
    /** The newest value, also before it renders. */
    read: () => latest.current,
    /** Changes the form, and stores it. */
    change,
    /** Fills or clears the form. @returns the undo */
    replace(next: Value): () => void {
      const before = latest.current
      change(() => next)
      return () => change(() => before)
    },
    /** Shows what is stored elsewhere, for example after a save. */
    show,
    /** Deletes the stored draft. @param isSent whether it is what was sent: the other draft of another tab stays */
    forget,
    /** Deletes the stored draft, and shows this instead. @returns the undo */
    discard(next: Value): () => void {
      const before = latest.current
      forget()
      show(next)
      return () => {
        change(() => before)
        setIsRestored(isRestored)
      }
    },
  }
}
