import { useEffect } from 'react'

/** How many entries of the browser's history a list remembers. */
const entriesMax = 20

/**
 * What a list had grown to, by entry of the browser's history: Back finds the place again. Lives as long as the document.
 * @returns `find` the list of an entry, `useKept` keeps what an entry shows
 */
export function createGrownLists<List>() {
  const lists = new Map<string, List>()
  return {
    find: (key: string): List | undefined => lists.get(key),
    useKept(key: string, list: List): void {
      useEffect(() => {
        lists.delete(key)
        lists.set(key, list)
        if (lists.size > entriesMax) lists.delete(lists.keys().next().value ?? '')
      }, [key, list])
    },
  }
}
