import billingEn from '#shared/messages/en/billing.json'
import issuersEn from '#shared/messages/en/issuers.json'
import plansEn from '#shared/messages/en/payments.json'
import receiptEn from '#shared/messages/en/receipt.json'
import billingKo from '#shared/messages/ko/billing.json'
import issuersKo from '#shared/messages/ko/issuers.json'
import plansKo from '#shared/messages/ko/payments.json'
import receiptKo from '#shared/messages/ko/receipt.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { payments: plansKo, billing: billingKo, issuers: issuersKo, receipt: receiptKo },
  en: { payments: plansEn, billing: billingEn, issuers: issuersEn, receipt: receiptEn },
}

/** The messages of a receipt. */
export const useReceiptWords = () => useOwnWords(words)
