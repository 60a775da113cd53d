import { useInsertionEffect, useRef, useState } from 'react'

type Actions = Record<string, (...values: never[]) => unknown>

/**
 * Functions with a stable identity that run their newest versions, for memoised components.
 * Call them from events, not while rendering.
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
