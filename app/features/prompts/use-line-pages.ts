import { useState } from 'react'
import type { Supabase } from '#app/session/supabase.ts'
import { useSupabase } from '#app/session/use-api.ts'
import type { LinePage } from './author-data.ts'
import { useFailure } from './use-failure.ts'

/** A list of one's own that grows page by page. A new first page replaces it. */
export function useLinePages<Line extends { id: number }>(
  first: LinePage<Line>,
  read: (supabase: Supabase, cursor: string) => Promise<LinePage<Line>>,
) {
  const getSupabase = useSupabase()
  const fail = useFailure()
  const [page, setPage] = useState(first)
  const [seen, setSeen] = useState(first)
  const [isLoading, setIsLoading] = useState(false)
  if (seen !== first) {
    setSeen(first)
    setPage(first)
  }
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
