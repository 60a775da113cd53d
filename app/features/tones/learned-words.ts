import en from '#shared/messages/en/learned.json'
import enWriting from '#shared/messages/en/writing.json'
import ko from '#shared/messages/ko/learned.json'
import koWriting from '#shared/messages/ko/writing.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { learned: ko, writing: koWriting }, en: { learned: en, writing: enWriting } }

/** The words of what was learned or is being learned, which come with their code. */
export const useLearnedWords = () => useOwnWords(words)
