import en from '#shared/messages/en/keywords.json'
import ko from '#shared/messages/ko/keywords.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { keywords: ko }, en: { keywords: en } }

/** The words of keyword research, which come with its page. */
export const useKeywordsWords = () => useOwnWords(words)
