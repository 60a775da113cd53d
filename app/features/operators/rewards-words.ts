import enOperators from '#shared/messages/en/operators.json'
import enRewards from '#shared/messages/en/rewards.json'
import koOperators from '#shared/messages/ko/operators.json'
import koRewards from '#shared/messages/ko/rewards.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { operators: koOperators, rewards: koRewards },
  en: { operators: enOperators, rewards: enRewards },
}

/** The messages of waiting rewards. */
export const useRewardsWords = () => useOwnWords(words)
