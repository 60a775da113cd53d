import en from '#shared/messages/en/my.json'
import ko from '#shared/messages/ko/my.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { my: ko }, en: { my: en } }

/** The messages of the personal page and its settings. */
export const useMyWords = () => useOwnWords(words)
export type MyWordKey = Parameters<ReturnType<typeof useMyWords>['t']>[0]
