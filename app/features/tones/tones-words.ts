import en from '#shared/messages/en/tones.json'
import ko from '#shared/messages/ko/tones.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { tones: ko }, en: { tones: en } }

/** The words of the member's own tone, which come with its page. */
export const useTonesWords = () => useOwnWords(words)
