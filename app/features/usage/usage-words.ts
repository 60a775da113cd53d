import en from '#shared/messages/en/usage.json'
import ko from '#shared/messages/ko/usage.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { usage: ko }, en: { usage: en } }

/** The messages that explain a balance, in the chunk of its details. */
export const useUsageWords = () => useOwnWords(words)
export type UsageWordKey = Parameters<ReturnType<typeof useUsageWords>['t']>[0]
