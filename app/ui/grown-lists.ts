import { useEffect } from 'react'

/** The number of history entries whose lists are remembered. */
const entriesMax = 20

/**
 * The loaded items of a list, by entry of the browser's history, so that Back restores the position. Lives as long as
 * the document.
 * @returns `find` the list of an entry, `useStored` stores what an entry shows
 */
export function createGrownLists<List>() {
  const lists = new Map<string, List>()
  return {
    find: (key: string): List | undefined => lists.get(key),
    useStored(key: string, list: List): void {
      useEffect(() => {
        lists.delete(key)
        lists.set(key, list)
        if (lists.size > entriesMax) lists.delete(lists.keys().next().value ?? '')
      }, [key, list])
    },
  }
}
