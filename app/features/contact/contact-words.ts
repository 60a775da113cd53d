import en from '#shared/messages/en/contact.json'
import ko from '#shared/messages/ko/contact.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { contact: ko }, en: { contact: en } }

/** The messages of the contact page. */
export const useContactWords = () => useOwnWords(words)
