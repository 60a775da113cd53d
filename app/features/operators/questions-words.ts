import enContact from '#shared/messages/en/contact.json'
import enOperators from '#shared/messages/en/operators.json'
import enQuestions from '#shared/messages/en/questions.json'
import koContact from '#shared/messages/ko/contact.json'
import koOperators from '#shared/messages/ko/operators.json'
import koQuestions from '#shared/messages/ko/questions.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { operators: koOperators, questions: koQuestions, contact: koContact },
  en: { operators: enOperators, questions: enQuestions, contact: enContact },
}

/** The messages for answering questions. */
export const useQuestionsWords = () => useOwnWords(words)
