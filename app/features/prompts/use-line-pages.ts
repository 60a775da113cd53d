import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Supabase } from '#app/session/supabase.ts'
import { useSupabase } from '#app/session/use-api.ts'
import type { LinePage } from './author-data.ts'
import { continuedLines } from './continued-lines.ts'
import { useErrorToast } from '#app/session/use-error-toast.ts'

/**
 * The loaded pages of a list, by entry of the browser's history, so that Back restores the position. Lives as long as
 * the document.
 */
const grownPages = new Map<string, LinePage<{ id: number }>>()
const grownPagesMax = 20

/** A member's own list that grows page by page, and retains its length when its first page is reloaded. */
export function useLinePages<Line extends { id: number }>(
  first: LinePage<Line>,
  read: (supabase: Supabase, cursor: string) => Promise<LinePage<Line>>,
) {
  const getSupabase = useSupabase()
  const fail = useErrorToast()
  const { key } = useLocation()
  const [page, setPage] = useState(() => continued(first, grownPages.get(key) as LinePage<Line> | undefined))
  const [seen, setSeen] = useState({ first, key })
  const [isLoading, setIsLoading] = useState(false)
  if (seen.first !== first) {
    setSeen({ first, key })
    setPage((now) => continued(first, seen.key === key ? now : undefined))
  }
  useEffect(() => {
    grownPages.delete(key)
    grownPages.set(key, page)
    if (grownPages.size > grownPagesMax) grownPages.delete(grownPages.keys().next().value ?? '')
  }, [key, page])
  const change = (count: number, lines: (now: Line[]) => Line[]) =>
    setPage((now) => ({ ...now, lines: lines(now.lines), total: Math.max(0, (now.total ?? 0) + count) }))

  return {
    lines: page.lines,
    total: page.total ?? 0,
    hasMore: page.next !== null,
    isLoading,
    remove: (id: number) => change(-1, (lines) => lines.filter((line) => line.id !== id)),
    putBack: (line: Line, place: number) => change(1, (lines) => lines.toSpliced(place, 0, line)),
    async loadMore() {
      if (page.next === null) return
      setIsLoading(true)
      try {
        const { lines, next } = await read(await getSupabase(), page.next)
        setPage((now) => {
          const known = new Set(now.lines.map((line) => line.id))
          return { ...now, next, lines: [...now.lines, ...lines.filter((line) => !known.has(line.id))] }
        })
      } catch (error) {
        fail(error)
      }
      setIsLoading(false)
    },
  }
}

function continued<Line extends { id: number }>(
  first: LinePage<Line>,
  grown: LinePage<Line> | undefined,
): LinePage<Line> {
  if (!grown) return first
  const lines = continuedLines(first.lines, grown.lines)
  return { ...first, lines, next: lines.length > first.lines.length ? grown.next : first.next }
}
