// Whether only the text is shown. The tab remembers it during the visit: a reload keeps it, a new tab begins without.
import { useSyncExternalStore } from 'react'

const storageKey = 'munjang-focus-mode'
const listeners = new Set<() => void>()
let isOn = read()

/** Storage may be forbidden: then a reload ends the mode, nothing more. */
function read(): boolean {
  try {
    return sessionStorage.getItem(storageKey) === 'on'
  } catch {
    return false
  }
}

export function setFocusMode(next: boolean): void {
  isOn = next
  try {
    if (next) sessionStorage.setItem(storageKey, 'on')
    else sessionStorage.removeItem(storageKey)
  } catch (error) {
    console.warn('The focus mode could not be saved.', error)
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useFocusMode = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isOn,
    () => false,
  )
