import en from '#shared/messages/en/home.json'
import ko from '#shared/messages/ko/home.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { home: ko }, en: { home: en } }

/** The home page's messages: no other page needs them. */
export const useHomeWords = () => useOwnWords(words)
export type HomeWordKey = Parameters<ReturnType<typeof useHomeWords>['t']>[0]
