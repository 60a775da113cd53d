import en from '#shared/messages/en/learned.json'
import ko from '#shared/messages/ko/learned.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { learned: ko }, en: { learned: en } }

/** The words of what was learned or is being learned, which come with their code. */
export const useLearnedWords = () => useOwnWords(words)
