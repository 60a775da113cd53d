import enFailures from '#shared/messages/en/failures.json'
import enIssuers from '#shared/messages/en/issuers.json'
import enOperators from '#shared/messages/en/operators.json'
import enOwnplan from '#shared/messages/en/ownplan.json'
import enPayments from '#shared/messages/en/payments.json'
import enRefunds from '#shared/messages/en/refunds.json'
import koFailures from '#shared/messages/ko/failures.json'
import koIssuers from '#shared/messages/ko/issuers.json'
import koOperators from '#shared/messages/ko/operators.json'
import koOwnplan from '#shared/messages/ko/ownplan.json'
import koPayments from '#shared/messages/ko/payments.json'
import koRefunds from '#shared/messages/ko/refunds.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: {
    operators: koOperators,
    refunds: koRefunds,
    ownplan: koOwnplan,
    payments: koPayments,
    failures: koFailures,
    issuers: koIssuers,
  },
  en: {
    operators: enOperators,
    refunds: enRefunds,
    ownplan: enOwnplan,
    payments: enPayments,
    failures: enFailures,
    issuers: enIssuers,
  },
}

/** The messages of members' payments and their refunds. */
export const useRefundsWords = () => useOwnWords(words)
