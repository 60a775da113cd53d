import en from '#shared/messages/en/address.json'
import ko from '#shared/messages/ko/address.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { address: ko }, en: { address: en } }

/** The messages of the form for an e-mail address. */
export const useAddressWords = () => useOwnWords(words)
