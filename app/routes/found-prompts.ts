import { useEffect, useState } from 'react'
import { parsePromptFilter } from '#app/features/prompts/prompt-filter.ts'
import { listPrompts, type PromptLine } from '#app/features/prompts/prompts-data.ts'
import { useSupabase } from '#app/session/use-api.ts'

const shownMax = 5
const lettersMin = 2
/** Searches are rate-limited, so the search waits for a pause. */
const pauseMs = 250

type Found = { keyword: string; lines: PromptLine[]; hasFailed: boolean }

/** Prompts that match the input, from two characters and once the typing pauses. */
export function useFoundPrompts(keyword: string) {
  const getSupabase = useSupabase()
  const [found, setFound] = useState<Found>({ keyword: '', lines: [], hasFailed: false })
  const isSearched = Array.from(keyword).length >= lettersMin
  useEffect(() => {
    if (!isSearched) return
    let isWanted = true
    const tell = (lines: PromptLine[], hasFailed: boolean) =>
      isWanted && setFound({ keyword, lines, hasFailed })
    const search = async () => {
      const filter = parsePromptFilter(new URLSearchParams({ keyword }))
      return filter ? (await listPrompts(await getSupabase(), filter, null)).lines : []
    }
    const timer = setTimeout(
      () =>
        void search().then(
          (lines) => tell(lines.slice(0, shownMax), false),
          () => tell([], true),
        ),
      pauseMs,
    )
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the client is created again for each page only
  }, [keyword, isSearched])
  const isKnown = found.keyword === keyword
  return {
    isSearched,
    isSearching: isSearched && !isKnown,
    hasFailed: isSearched && isKnown && found.hasFailed,
    lines: isSearched && isKnown ? found.lines : [],
  }
}
