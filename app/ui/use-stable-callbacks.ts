import { useInsertionEffect, useRef, useState } from 'react'

type Actions = Record<string, (...values: never[]) => unknown>

/**
 * Functions that stay the same and do what their newest versions do: for parts of a page that are drawn only when what they show
 * changes. To be called by events, not while drawing.
 */
export function useStableCallbacks<Named extends Actions>(actions: Named): Named {
  const latest = useRef(actions)
  useInsertionEffect(() => {
    latest.current = actions
  })
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(actions).map((name) => [name, (...values: never[]) => latest.current[name]!(...values)]),
      ) as Named,
  )
  return stable
}
