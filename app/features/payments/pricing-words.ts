import paymentsEn from '#shared/messages/en/payments.json'
import pricingEn from '#shared/messages/en/pricing.json'
import paymentsKo from '#shared/messages/ko/payments.json'
import pricingKo from '#shared/messages/ko/pricing.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { payments: paymentsKo, pricing: pricingKo },
  en: { payments: paymentsEn, pricing: pricingEn },
}

/** The words of plans with all that the price page alone says. */
export const usePricingWords = () => useOwnWords(words)
