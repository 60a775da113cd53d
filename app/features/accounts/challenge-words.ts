import accountsEn from '#shared/messages/en/accounts.json'
import en from '#shared/messages/en/challenge.json'
import accountsKo from '#shared/messages/ko/accounts.json'
import ko from '#shared/messages/ko/challenge.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { accounts: accountsKo, challenge: ko }, en: { accounts: accountsEn, challenge: en } }

/** The messages of the page that asks for the second factor. */
export const useChallengeWords = () => useOwnWords(words)
