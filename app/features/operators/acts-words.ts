import enActs from '#shared/messages/en/acts.json'
import enOperators from '#shared/messages/en/operators.json'
import koActs from '#shared/messages/ko/acts.json'
import koOperators from '#shared/messages/ko/operators.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { operators: koOperators, acts: koActs },
  en: { operators: enOperators, acts: enActs },
}

/** The messages for the operators' actions. */
export const useActsWords = () => useOwnWords(words)
