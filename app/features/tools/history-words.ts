import en from '#shared/messages/en/history.json'
import ko from '#shared/messages/ko/history.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { history: ko }, en: { history: en } }

/** The messages of the history, in the chunk of its page. */
export const useHistoryWords = () => useOwnWords(words)
