import en from '#shared/messages/en/cancelling.json'
import ko from '#shared/messages/ko/cancelling.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { cancelling: ko }, en: { cancelling: en } }

/** The messages of cancelling, in the chunk of its dialog. */
export const useCancellingWords = () => useOwnWords(words)
