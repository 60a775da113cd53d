import enOperators from '#shared/messages/en/operators.json'
import enOverview from '#shared/messages/en/overview.json'
import koOperators from '#shared/messages/ko/operators.json'
import koOverview from '#shared/messages/ko/overview.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { operators: koOperators, overview: koOverview },
  en: { operators: enOperators, overview: enOverview },
}

/** The messages of the first screen. */
export const useOverviewWords = () => useOwnWords(words)
