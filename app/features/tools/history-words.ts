import en from '#shared/messages/en/history.json'
import ko from '#shared/messages/ko/history.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { history: ko }, en: { history: en } }

/** The words of the history, which come with its page. */
export const useHistoryWords = () => useOwnWords(words)
