import accountsEn from '#shared/messages/en/accounts.json'
import en from '#shared/messages/en/factor.json'
import accountsKo from '#shared/messages/ko/accounts.json'
import ko from '#shared/messages/ko/factor.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { accounts: accountsKo, factor: ko }, en: { accounts: accountsEn, factor: en } }

/** The messages of the page that asks for the second factor. */
export const useFactorWords = () => useOwnWords(words)
