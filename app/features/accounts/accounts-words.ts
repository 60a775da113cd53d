import en from '#shared/messages/en/accounts.json'
import ko from '#shared/messages/ko/accounts.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { accounts: ko }, en: { accounts: en } }

/** The messages of the sign-in, the sign-up and the member's menu: pages for readers do not load them. */
export const useAccountsWords = () => useOwnWords(words)
export type AccountsWordKey = Parameters<ReturnType<typeof useAccountsWords>['t']>[0]
