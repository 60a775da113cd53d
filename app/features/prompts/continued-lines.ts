type Line = { id: number }

/**
 * Merges a reloaded first page with the pages loaded before. A line of the first page that no longer exists is removed.
 */
export function continuedLines<Each extends Line>(first: readonly Each[], grown: readonly Each[]): Each[] {
  const known = new Set(first.map(({ id }) => id))
  const ids = new Set(grown.map(({ id }) => id))
  const last = first.findLast(({ id }) => ids.has(id))
  const below = last ? grown.findIndex(({ id }) => id === last.id) + 1 : 0
  return [...first, ...grown.slice(below).filter(({ id }) => !known.has(id))]
}

/**
 * The same for a list whose order changes during paging. No line on the screen is removed. A line from the top may be
 * further down by now, and the cursor has already passed its new position.
 */
export function continuedRanking<Each extends Line>(first: readonly Each[], grown: readonly Each[]): Each[] {
  const known = new Set(first.map(({ id }) => id))
  return [...first, ...grown.filter(({ id }) => !known.has(id))]
}
