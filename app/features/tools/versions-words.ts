import en from '#shared/messages/en/versions.json'
import ko from '#shared/messages/ko/versions.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko, en }

/** The messages of versions and conflicts, in the chunk of their dialogs. */
export const useVersionsWords = () => useOwnWords(words)
