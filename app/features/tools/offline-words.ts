import en from '#shared/messages/en/offline.json'
import ko from '#shared/messages/ko/offline.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { offline: ko }, en: { offline: en } }

/** The messages of the offline page, which is stored with them. */
export const useOfflineWords = () => useOwnWords(words)
