import enContact from '#shared/messages/en/contact.json'
import enOperators from '#shared/messages/en/operators.json'
import enQueues from '#shared/messages/en/queues.json'
import enReports from '#shared/messages/en/reports.json'
import koContact from '#shared/messages/ko/contact.json'
import koOperators from '#shared/messages/ko/operators.json'
import koQueues from '#shared/messages/ko/queues.json'
import koReports from '#shared/messages/ko/reports.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { operators: koOperators, queues: koQueues, contact: koContact, reports: koReports },
  en: { operators: enOperators, queues: enQueues, contact: enContact, reports: enReports },
}

/** The words of what waits for a decision: prompts, reports, questions, rewards. */
export const useQueuesWords = () => useOwnWords(words)
