import billingEn from '#shared/messages/en/billing.json'
import failuresEn from '#shared/messages/en/failures.json'
import issuersEn from '#shared/messages/en/issuers.json'
import ownplanEn from '#shared/messages/en/ownplan.json'
import plansEn from '#shared/messages/en/payments.json'
import billingKo from '#shared/messages/ko/billing.json'
import failuresKo from '#shared/messages/ko/failures.json'
import issuersKo from '#shared/messages/ko/issuers.json'
import ownplanKo from '#shared/messages/ko/ownplan.json'
import plansKo from '#shared/messages/ko/payments.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { payments: plansKo, billing: billingKo, ownplan: ownplanKo, failures: failuresKo, issuers: issuersKo },
  en: { payments: plansEn, billing: billingEn, ownplan: ownplanEn, failures: failuresEn, issuers: issuersEn },
}

/** The messages of the member's own plan. */
export const useOwnPlanWords = () => useOwnWords(words)
