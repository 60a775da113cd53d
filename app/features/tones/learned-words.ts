import en from '#shared/messages/en/learned.json'
import enWriting from '#shared/messages/en/writing.json'
import ko from '#shared/messages/ko/learned.json'
import koWriting from '#shared/messages/ko/writing.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { learned: ko, writing: koWriting }, en: { learned: en, writing: enWriting } }

/** The messages for a tone that is learned or being learned, in the chunk of that code. */
export const useLearnedWords = () => useOwnWords(words)
