import billingEn from '#shared/messages/en/billing.json'
import failuresEn from '#shared/messages/en/failures.json'
import issuersEn from '#shared/messages/en/issuers.json'
import outcomeEn from '#shared/messages/en/outcome.json'
import plansEn from '#shared/messages/en/payments.json'
import billingKo from '#shared/messages/ko/billing.json'
import failuresKo from '#shared/messages/ko/failures.json'
import issuersKo from '#shared/messages/ko/issuers.json'
import outcomeKo from '#shared/messages/ko/outcome.json'
import plansKo from '#shared/messages/ko/payments.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { payments: plansKo, billing: billingKo, outcome: outcomeKo, failures: failuresKo, issuers: issuersKo },
  en: { payments: plansEn, billing: billingEn, outcome: outcomeEn, failures: failuresEn, issuers: issuersEn },
}

/** The messages for a payment's result. */
export const useOutcomeWords = () => useOwnWords(words)
export type OutcomeKey = Parameters<ReturnType<typeof useOutcomeWords>['t']>[0]
