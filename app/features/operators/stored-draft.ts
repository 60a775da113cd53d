// Unsent input in the console. It survives a reload, a wrong press and a sign-in, but not the tab.

/** If storage is full or forbidden, the value is not stored. @param value null deletes it */
export function saveWritten(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch (error) {
    console.warn('What is being written could not be saved.', error)
  }
}

/** The value stored under this key, or null. */
export function loadWritten<Value>(key: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null
  } catch (error) {
    console.warn('What was written could not be read.', error)
    return null
  }
}
