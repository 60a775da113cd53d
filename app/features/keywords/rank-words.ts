import en from '#shared/messages/en/keywordrank.json'
import ko from '#shared/messages/ko/keywordrank.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { keywordrank: ko }, en: { keywordrank: en } }

/** The messages of a blog's rank, in its chunk. */
export const useRankWords = () => useOwnWords(words)
