import { useEffect, useState } from 'react'
import { parsePromptFilter } from '#app/features/prompts/prompt-filter.ts'
import { listPrompts, type PromptLine } from '#app/features/prompts/prompts-data.ts'
import { searchTexts, type HistoryLine } from '#app/features/tools/texts/history-data.ts'
import { useSupabase } from '#app/session/use-api.ts'

const shownMax = 5
const lettersMin = 2
/** Searches are rate-limited, so the search waits for a pause. */
const pauseMs = 250

type Found = { keyword: string; prompts: PromptLine[]; texts: HistoryLine[]; hasFailed: boolean }

/**
 * Prompts and, for a member, own texts that match the input, from two characters and once the typing pauses. They come
 * together, so that no entry moves twice; either comes without the other when that search fails.
 */
export function usePaletteSearch(keyword: string, isMember: boolean) {
  const getSupabase = useSupabase()
  const [found, setFound] = useState<Found>({ keyword: '', prompts: [], texts: [], hasFailed: false })
  const isSearched = Array.from(keyword).length >= lettersMin
  useEffect(() => {
    if (!isSearched) return
    let isWanted = true
    const searchPrompts = async () => {
      const filter = parsePromptFilter(new URLSearchParams({ keyword }))
      return filter ? (await listPrompts(await getSupabase(), filter, null)).lines : []
    }
    const searchOwnTexts = async () => (isMember ? searchTexts(await getSupabase(), keyword) : [])
    const search = async () => {
      const [prompts, texts] = await Promise.allSettled([searchPrompts(), searchOwnTexts()])
      if (!isWanted) return
      setFound({
        keyword,
        prompts: prompts.status === 'fulfilled' ? prompts.value.slice(0, shownMax) : [],
        texts: texts.status === 'fulfilled' ? texts.value.slice(0, shownMax) : [],
        hasFailed: prompts.status === 'rejected' || texts.status === 'rejected',
      })
    }
    const timer = setTimeout(() => void search(), pauseMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [keyword, isSearched, isMember, getSupabase])
  const isKnown = isSearched && found.keyword === keyword
  return {
    isSearched,
    isSearching: isSearched && !isKnown,
    hasFailed: isKnown && found.hasFailed,
    prompts: isKnown ? found.prompts : [],
    texts: isKnown ? found.texts : [],
  }
}
