import en from '#shared/messages/en/score.json'
import ko from '#shared/messages/ko/score.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { score: ko }, en: { score: en } }

/** The messages of the search score, in the chunk of its code. */
export const useScoreWords = () => useOwnWords(words)
