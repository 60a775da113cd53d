import en from '#shared/messages/en/tones.json'
import ko from '#shared/messages/ko/tones.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { tones: ko }, en: { tones: en } }

/** The messages of the member's own tone, in the chunk of its page. */
export const useTonesWords = () => useOwnWords(words)
