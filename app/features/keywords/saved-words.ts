import en from '#shared/messages/en/savedkeywords.json'
import ko from '#shared/messages/ko/savedkeywords.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { savedkeywords: ko }, en: { savedkeywords: en } }

/** The messages of saved keywords, in the chunk of their code. */
export const useSavedWords = () => useOwnWords(words)
