import en from '#shared/messages/en/operators.json'
import ko from '#shared/messages/ko/operators.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { operators: ko }, en: { operators: en } }

/** The messages around every screen of the console. */
export const useOperatorsWords = () => useOwnWords(words)
