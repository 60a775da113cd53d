import en from '#shared/messages/en/versions.json'
import ko from '#shared/messages/ko/versions.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko, en }

/** The words of versions and conflicts, which come with their dialogs. */
export const useVersionsWords = () => useOwnWords(words)
