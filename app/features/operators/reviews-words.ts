import enOperators from '#shared/messages/en/operators.json'
import enPrompts from '#shared/messages/en/prompts.json'
import enReports from '#shared/messages/en/reports.json'
import enReviews from '#shared/messages/en/reviews.json'
import koOperators from '#shared/messages/ko/operators.json'
import koPrompts from '#shared/messages/ko/prompts.json'
import koReports from '#shared/messages/ko/reports.json'
import koReviews from '#shared/messages/ko/reviews.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { operators: koOperators, prompts: koPrompts, reviews: koReviews, reports: koReports },
  en: { operators: enOperators, prompts: enPrompts, reviews: enReviews, reports: enReports },
}

/** The messages of reviews: for waiting and for reported prompts. */
export const useReviewsWords = () => useOwnWords(words)
