import en from '#shared/messages/en/writing.json'
import ko from '#shared/messages/ko/writing.json'
import { useOwnWords } from '#app/session/words.tsx'

export const writingWords = { ko: { writing: ko }, en: { writing: en } }

/** The messages around a text during a run and editing, in the chunk of the tool's page. */
export const useWritingWords = () => useOwnWords(writingWords)
