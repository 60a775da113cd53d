import en from '#shared/messages/en/factcheck.json'
import ko from '#shared/messages/ko/factcheck.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { factcheck: ko }, en: { factcheck: en } }

/** The messages of a check of facts, in the chunk of the editor's commands. */
export const useFactWords = () => useOwnWords(words)
