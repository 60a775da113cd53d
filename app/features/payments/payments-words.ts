import en from '#shared/messages/en/payments.json'
import ko from '#shared/messages/ko/payments.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { payments: ko }, en: { payments: en } }

/** The messages of plans and prices: only the pages that show them load them. */
export const usePaymentsWords = () => useOwnWords(words)
