import en from '#shared/messages/en/consents.json'
import ko from '#shared/messages/ko/consents.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { consents: ko }, en: { consents: en } }

/** The messages of the consents, which members see once or twice. */
export const useConsentWords = () => useOwnWords(words)
