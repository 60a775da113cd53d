// What is being written in the console and not sent yet: it outlives a reload, a wrong press and the way over sign-in, not the tab.

/** Storage may be full or forbidden: then it is not kept, nothing more. @param value null forgets it */
export function keepWritten(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch (error) {
    console.warn('What is being written could not be kept.', error)
  }
}

/** What was kept under this key, or null. */
export function findWritten<Value>(key: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null
  } catch (error) {
    console.warn('What was written could not be read.', error)
    return null
  }
}
