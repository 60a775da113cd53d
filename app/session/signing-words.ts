import en from '#shared/messages/en/signing.json'
import ko from '#shared/messages/ko/signing.json'
import { useOwnWords } from './words.tsx'

const words = { ko: { signing: ko }, en: { signing: en } }

/** The messages for a session that ended during writing, in the chunk of that code. */
export const useSigningWords = () => useOwnWords(words)
