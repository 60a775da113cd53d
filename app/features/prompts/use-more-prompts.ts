import { useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { createGrownLists } from '#app/ui/grown-lists.ts'
import { continuedRanking } from './continued-lines.ts'
import type { PromptLine, PromptPage, CategoryLabels } from './prompts-data.ts'

type Page = PromptPage & { labels: CategoryLabels; isLimited: boolean }
type Grown = { lines: PromptLine[]; labels: CategoryLabels; next: string | null }

const grownLists = createGrownLists<Grown>()

/**
 * The list so far, and a function that extends it. No line appears twice, and none is missed that moved up since (P12).
 */
export function useMorePrompts(first: Page) {
  const { key, pathname, search } = useLocation()
  const fetcher = useFetcher<Page>({ key: `more ${key}` })
  const [state, setState] = useState<Grown>(() => grownLists.find(key) ?? start(first))
  const [seen, setSeen] = useState({ first, key, page: fetcher.data })
  if (seen.first !== first) {
    setSeen({ first, key, page: fetcher.data })
    // Another filter begins again; the same list that was read again stays as long as it is on screen.
    setState((now) => (seen.key === key ? continued(first, now) : (grownLists.find(key) ?? start(first))))
  } else if (fetcher.data && seen.page !== fetcher.data) {
    setSeen({ first, key, page: fetcher.data })
    setState((now) => grow(now, fetcher.data as Page))
  }
  grownLists.useStored(key, state)

  const moreAddress = (next: string) => {
    const query = new URLSearchParams(search)
    query.set('after', next)
    return `${pathname}?${query}`
  }
  return {
    lines: state.lines,
    labels: state.labels,
    isLoading: fetcher.state !== 'idle',
    /** The last page was refused for now (B13); the list stays. */
    isLimited: fetcher.data?.isLimited ?? false,
    /** The address of the next page, for those without scripts; null at the end. */
    more: state.next === null ? null : moreAddress(state.next),
    loadMore: () => state.next !== null && fetcher.load(moreAddress(state.next)),
  }
}

const start = (first: Page): Grown => ({ lines: first.lines, labels: first.labels, next: first.next })

function continued(first: Page, now: Grown): Grown {
  const lines = continuedRanking(first.lines, now.lines)
  const next = lines.length > first.lines.length ? now.next : first.next
  return { lines, labels: { ...now.labels, ...first.labels }, next }
}

/** Adds the lines of a page; of those that moved up, only the new ones. */
function grow(now: Grown, page: Page): Grown {
  const shown = new Set(now.lines.map((line) => line.id))
  const added = [...page.moved_up, ...page.lines].filter((line) => !shown.has(line.id) && shown.add(line.id))
  return {
    ...now,
    lines: [...now.lines, ...added],
    labels: { ...now.labels, ...page.labels },
    next: page.next,
  }
}
