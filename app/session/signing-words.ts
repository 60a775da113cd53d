import en from '#shared/messages/en/signing.json'
import ko from '#shared/messages/ko/signing.json'
import { useOwnWords } from './words.tsx'

const words = { ko: { signing: ko }, en: { signing: en } }

/** The words of a session that ended while somebody was writing, which come with their code. */
export const useSigningWords = () => useOwnWords(words)
