import paymentsEn from '#shared/messages/en/payments.json'
import pricingEn from '#shared/messages/en/pricing.json'
import paymentsKo from '#shared/messages/ko/payments.json'
import pricingKo from '#shared/messages/ko/pricing.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { payments: paymentsKo, pricing: pricingKo },
  en: { payments: paymentsEn, pricing: pricingEn },
}

/** The messages of plans, with those of the price page alone. */
export const usePricingWords = () => useOwnWords(words)
