import en from '#shared/messages/en/writing.json'
import ko from '#shared/messages/ko/writing.json'
import { useOwnWords } from '#app/session/words.tsx'

export const writingWords = { ko: { writing: ko }, en: { writing: en } }

/** The words around a text while it is written and edited, which come with the tool's page. */
export const useWritingWords = () => useOwnWords(writingWords)
