import billingEn from '#shared/messages/en/billing.json'
import checkoutEn from '#shared/messages/en/checkout.json'
import plansEn from '#shared/messages/en/payments.json'
import billingKo from '#shared/messages/ko/billing.json'
import checkoutKo from '#shared/messages/ko/checkout.json'
import plansKo from '#shared/messages/ko/payments.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { payments: plansKo, billing: billingKo, checkout: checkoutKo },
  en: { payments: plansEn, billing: billingEn, checkout: checkoutEn },
}

/** The messages of the checkout. */
export const useCheckoutWords = () => useOwnWords(words)
