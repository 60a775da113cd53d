// Changes of the list that is on the screen.
import type { HistoryLine, HistoryPage } from './history-data.ts'

/** The list with a later page, each line once. */
export function withNextPage(page: HistoryPage, next: HistoryLine[]): HistoryPage {
  const known = new Set(page.lines.map(({ id }) => id))
  return { ...page, lines: [...page.lines, ...next.filter(({ id }) => !known.has(id))] }
}

/** The first page that was read again, with the pages that followed it before. */
export function continued(first: HistoryPage, grown: HistoryPage | undefined): HistoryPage {
  const lastId = first.lines.at(-1)?.id
  const at = grown?.lines.findIndex(({ id }) => id === lastId) ?? -1
  return at < 0 ? first : withNextPage(first, grown!.lines.slice(at + 1))
}

export function without(page: HistoryPage, ids: readonly number[]): HistoryPage {
  const lines = page.lines.filter(({ id }) => !ids.includes(id))
  return { lines, total: page.total - (page.lines.length - lines.length) }
}

/** Puts lines back behind the line that they followed in `before`. */
export function putBack(
  page: HistoryPage,
  before: readonly HistoryLine[],
  ids: readonly number[],
): HistoryPage {
  const lines = [...page.lines]
  for (const [index, line] of before.entries()) {
    if (!ids.includes(line.id) || lines.some(({ id }) => id === line.id)) continue
    const previous = before.slice(0, index).findLast(({ id }) => lines.some((other) => other.id === id))
    lines.splice(previous ? lines.findIndex(({ id }) => id === previous.id) + 1 : 0, 0, line)
  }
  return { lines, total: page.total + lines.length - page.lines.length }
}
