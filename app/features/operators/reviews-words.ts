import enOperators from '#shared/messages/en/operators.json'
import enReports from '#shared/messages/en/reports.json'
import enReviews from '#shared/messages/en/reviews.json'
import koOperators from '#shared/messages/ko/operators.json'
import koReports from '#shared/messages/ko/reports.json'
import koReviews from '#shared/messages/ko/reviews.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { operators: koOperators, reviews: koReviews, reports: koReports },
  en: { operators: enOperators, reviews: enReviews, reports: enReports },
}

/** The words of deciding about prompts: those that wait, and those that were reported. */
export const useReviewsWords = () => useOwnWords(words)
