import en from '#shared/messages/en/manner.json'
import ko from '#shared/messages/ko/manner.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { manner: ko }, en: { manner: en } }

/** The messages of the comparison with the member's own manner, in the chunk of its code. */
export const useMannerWords = () => useOwnWords(words)
