import { useEffect, useState } from 'react'
import { useSupabase } from '#app/session/use-api.ts'
import { suggestKeywords, type KeywordSuggestion } from './keywords-data.ts'

const pauseMs = 200
const none: KeywordSuggestion[] = []

/**
 * Suggestions for what was typed, once the typing pauses. A request that is no longer wanted is cancelled. Without an
 * answer there are none: the field works as before.
 * @param typed null while nothing is to be suggested
 */
export function useSuggestions(typed: string | null): KeywordSuggestion[] {
  const getSupabase = useSupabase()
  const [found, setFound] = useState<{ typed: string; suggestions: KeywordSuggestion[] }>()
  const wanted = typed?.trim() ?? ''
  useEffect(() => {
    if (wanted === '') return
    const cancel = new AbortController()
    const suggest = async () => suggestKeywords(await getSupabase(), wanted, cancel.signal)
    const timer = setTimeout(() => {
      suggest().then(
        (suggestions) => setFound({ typed: wanted, suggestions }),
        (error: unknown) => {
          if (!cancel.signal.aborted) console.warn('Keywords could not be suggested.', error)
        },
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      cancel.abort()
    }
  }, [wanted, getSupabase])
  return wanted !== '' && found?.typed === wanted ? found.suggestions : none
}
