type Line = { id: number }

/**
 * A list that had grown and whose beginning was read again: what was read now, and below it what had been loaded before. A line
 * that stood within the beginning and is no longer there is gone.
 */
export function continuedLines<Each extends Line>(first: readonly Each[], grown: readonly Each[]): Each[] {
  const known = new Set(first.map(({ id }) => id))
  const ids = new Set(grown.map(({ id }) => id))
  const last = first.findLast(({ id }) => ids.has(id))
  const below = last ? grown.findIndex(({ id }) => id === last.id) + 1 : 0
  return [...first, ...grown.slice(below).filter(({ id }) => !known.has(id))]
}

/**
 * The same for a list whose order changes while it is read: nothing that was on screen goes, because what stood above may stand
 * below by now, and the cursor is beyond it.
 */
export function continuedRanking<Each extends Line>(first: readonly Each[], grown: readonly Each[]): Each[] {
  const known = new Set(first.map(({ id }) => id))
  return [...first, ...grown.filter(({ id }) => !known.has(id))]
}
