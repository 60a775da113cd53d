// A list that grows page by page: what each step makes of the lines on the screen.

type Id = number | string
export type ListLine = { id: Id }

/** A page as it is read. `next`: where the following page begins, null at the end. `total`: null where it is not counted. */
export type ListPage<Line extends ListLine> = {
  lines: Line[]
  next: Id | null
  total?: number | null
  /** Names that the lines need, by code. */
  labels?: Record<string, string>
}

/** The list with a later page, each line once. */
export function withNextPage<Line extends ListLine>(
  now: ListPage<Line>,
  page: ListPage<Line>,
): ListPage<Line> {
  const known = new Set(now.lines.map(({ id }) => id))
  const added = page.lines.filter(({ id }) => !known.has(id) && known.add(id))
  return {
    ...now,
    next: page.next,
    lines: [...now.lines, ...added],
    ...(now.labels && { labels: { ...now.labels, ...page.labels } }),
  }
}

/** How a first page that is read again continues with the lines loaded before. */
export type Continue = <Line extends ListLine>(first: readonly Line[], grown: readonly Line[]) => Line[]

/** The lines after the last one that both have. A line of the first page that no longer exists is removed. */
export const continueAfter: Continue = (first, grown) => {
  const ids = new Set(grown.map(({ id }) => id))
  const last = first.findLast(({ id }) => ids.has(id))
  return last ? withoutKnown(first, grown.slice(grown.findIndex(({ id }) => id === last.id) + 1)) : [...first]
}

/**
 * For a list whose order changes during paging: no line on the screen is removed. A line from the top may be further
 * down by now, and the cursor has already passed its new position.
 */
export const continueRanking: Continue = (first, grown) => withoutKnown(first, grown)

function withoutKnown<Line extends ListLine>(first: readonly Line[], rest: readonly Line[]): Line[] {
  const known = new Set(first.map(({ id }) => id))
  return [...first, ...rest.filter(({ id }) => !known.has(id))]
}

/** The first page that was read again, with the pages that followed it before. */
export function continued<Line extends ListLine>(
  first: ListPage<Line>,
  grown: ListPage<Line>,
  join: Continue = continueAfter,
): ListPage<Line> {
  const lines = join(first.lines, grown.lines)
  return {
    ...first,
    lines,
    next: lines.length > first.lines.length ? grown.next : first.next,
    ...(first.labels && { labels: { ...grown.labels, ...first.labels } }),
  }
}

/**
 * The pages from the first one on until there are `count` lines, as they are now.
 * @throws what `read` throws
 */
export async function readAgain<Line extends ListLine>(
  first: ListPage<Line>,
  count: number,
  read: (next: Id) => Promise<ListPage<Line>>,
): Promise<ListPage<Line>> {
  let page = first
  while (page.next !== null && page.lines.length < count) page = withNextPage(page, await read(page.next))
  return page
}

export function without<Line extends ListLine>(now: ListPage<Line>, ids: readonly Id[]): ListPage<Line> {
  return withLines(
    now,
    now.lines.filter(({ id }) => !ids.includes(id)),
  )
}

/** Puts lines back behind the line that they followed in `before`. */
export function putBack<Line extends ListLine>(
  now: ListPage<Line>,
  before: readonly Line[],
  ids: readonly Id[],
): ListPage<Line> {
  const lines = [...now.lines]
  for (const [index, line] of before.entries()) {
    if (!ids.includes(line.id) || lines.some(({ id }) => id === line.id)) continue
    const previous = before.slice(0, index).findLast(({ id }) => lines.some((other) => other.id === id))
    lines.splice(previous ? lines.findIndex(({ id }) => id === previous.id) + 1 : 0, 0, line)
  }
  return withLines(now, lines)
}

/** Other lines. The total changes with their number. */
function withLines<Line extends ListLine>(now: ListPage<Line>, lines: Line[]): ListPage<Line> {
  const { total } = now
  return { ...now, lines, ...(total != null && { total: total + lines.length - now.lines.length }) }
}
