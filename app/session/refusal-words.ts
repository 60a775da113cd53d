import en from '#shared/messages/en/refusals.json'
import ko from '#shared/messages/ko/refusals.json'
import { useOwnWords } from './words.tsx'

const words = { ko: { refusals: ko }, en: { refusals: en } }

/** The messages of refusals that have a dialog: most pages never show one. */
export const useRefusalWords = () => useOwnWords(words)
