import en from '#shared/messages/en/labels.json'
import ko from '#shared/messages/ko/labels.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { labels: ko }, en: { labels: en } }

/** The messages of the dialogs of labels. */
export const useLabelsWords = () => useOwnWords(words)
