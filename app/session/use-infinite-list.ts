import { useEffectEvent, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { ErrorCode } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import {
  continueAfter,
  continued,
  putBack,
  readAgain,
  withNextPage,
  without,
  type Continue,
  type ListLine,
  type ListPage,
} from './list-page.ts'
import { useMember } from './root-data.ts'
import type { Supabase } from './supabase.ts'
import { useSupabase } from './use-api.ts'

/** `first` is the page load that `page` belongs to: a later one is newer. */
type Grown = { first: object; page: ListPage<ListLine> }

/** The number of history entries whose lists are remembered. */
const entriesMax = 20

/**
 * The lists by entry of the browser's history, so that Back restores length and position. Outside React, so that an undo
 * also changes the list of a page that was left. They live as long as the document.
 */
const lists = new Map<string, Grown>()
const listeners = new Set<() => void>()

function store(key: string, grown: Grown): void {
  lists.delete(key)
  lists.set(key, grown)
  if (lists.size > entriesMax) lists.delete(lists.keys().next().value ?? '')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A list of which only the rest is loaded, as `ListMore` shows it. */
export type GrowingList = {
  hasMore: boolean
  isLoading: boolean
  /** Why the next page did not come; null while that is not so. */
  error: ErrorCode | null
  loadMore: () => Promise<void>
}

/**
 * A list that grows page by page, each line once. A new page load keeps its length, and Back restores it.
 * @param first of the page load; its identity says whether it is a new one
 * @param read the page that begins at a cursor, with the reader's own rights
 * @param join how a new first page continues; `continueRanking` where the order changes meanwhile
 */
export function useInfiniteList<Line extends ListLine, Cursor extends number | string>(
  first: ListPage<Line> & { next: Cursor | null },
  read: (supabase: Supabase, cursor: Cursor) => Promise<ListPage<Line>>,
  join: Continue = continueAfter,
) {
  // A sign-out and a sign-in without a new document do not show one member's lines to another.
  const key = `${useMember()?.id} ${useLocation().key}`
  const getSupabase = useSupabase()
  const grown = useSyncExternalStore(
    subscribe,
    () => lists.get(key),
    () => undefined,
  )
  const page = useMemo(() => {
    if (!grown) return first
    const now = grown.page as ListPage<Line>
    return grown.first === first ? now : continued(first, now, join)
  }, [first, grown, join])
  /** Lines of later pages may have changed, too: a payment was refunded, a question answered. */
  const refresh = useEffectEvent(async (shown: ListPage<Line>) => {
    try {
      const supabase = await getSupabase()
      const fresh = await readAgain(first, shown.lines.length, (next) => read(supabase, next as Cursor))
      if (lists.get(key)?.page === shown) store(key, { first, page: fresh })
    } catch (error) {
      console.warn('The later pages of a list could not be read again.', error)
    }
  })
  useLayoutEffect(() => {
    if (lists.get(key)?.first === first) return
    store(key, { first, page })
    if (join === continueAfter && page.lines.length > first.lines.length) void refresh(page)
  }, [key, first, page, join])
  const [loading, setLoading] = useState<{ key: string; error: ErrorCode | null } | null>(null)
  const state = loading?.key === key ? loading : null

  const change = (update: (now: ListPage<Line>) => ListPage<Line>) => {
    const now = lists.get(key)
    if (now) store(key, { ...now, page: update(now.page as ListPage<Line>) })
  }
  const { lines, next, total = null } = page
  return {
    lines,
    total: total ?? 0,
    labels: page.labels ?? {},
    hasMore: next !== null && (total === null || lines.length < total),
    isLoading: state?.error === null,
    error: state?.error ?? null,
    async loadMore(): Promise<void> {
      if (next === null) return
      setLoading({ key, error: null })
      try {
        const added = await read(await getSupabase(), next as Cursor)
        // A new page load may have shortened the list meanwhile: then the page does not follow its last line.
        change((now) => (now.next === next ? withNextPage(now, added) : now))
        setLoading(null)
      } catch (error) {
        setLoading({ key, error: toAppError(error).code })
      }
    },
    change: (update: (lines: Line[]) => Line[]) => change((now) => ({ ...now, lines: update(now.lines) })),
    /** Adds a new line at the top. */
    add: (line: Line) => change((now) => putBack(now, [line], [line.id])),
    /** @returns a function that puts lines back to their places, also when the page was left */
    remove(ids: readonly Line['id'][]): (ids: readonly Line['id'][]) => void {
      const before = lines
      change((now) => without(now, ids))
      return (back) => change((now) => putBack(now, before, back))
    },
  }
}
