import en from '#shared/messages/en/refundask.json'
import ko from '#shared/messages/ko/refundask.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { refundask: ko }, en: { refundask: en } }

/** The messages of asking for a refund, in the chunk of its dialog. */
export const useAskRefundWords = () => useOwnWords(words)
