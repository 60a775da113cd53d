import en from '#shared/messages/en/sharing.json'
import ko from '#shared/messages/ko/sharing.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { sharing: ko }, en: { sharing: en } }

/** The messages around a shared text: no other page has them. */
export const useSharingWords = () => useOwnWords(words)
