// Holds which finished text the page shows. The tool's page sets it and the bell in the header reads it, without
// knowing each other.
import { useEffect, useSyncExternalStore } from 'react'

let openText: number | null = null
const listeners = new Set<() => void>()

function change(id: number | null): void {
  openText = id
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets the open text while the component is mounted. @param id null while it is written, and without one */
export function useShowsText(id: number | null): void {
  useEffect(() => {
    change(id)
    return () => change(null)
  }, [id])
}

/** The text that is open, or null. */
export const useOpenText = (): number | null =>
  useSyncExternalStore(
    subscribe,
    () => openText,
    () => null,
  )
