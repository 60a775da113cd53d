import en from '#shared/messages/en/keywords.json'
import ko from '#shared/messages/ko/keywords.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { keywords: ko }, en: { keywords: en } }

/** The messages of keyword research, in the chunk of its page. */
export const useKeywordsWords = () => useOwnWords(words)
