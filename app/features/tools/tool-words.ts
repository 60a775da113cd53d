import en from '#shared/messages/en/forms.json'
import ko from '#shared/messages/ko/forms.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { forms: ko }, en: { forms: en } }

/** The messages of the tools' own forms and results, in the chunk of their code. */
export const useToolWords = () => useOwnWords(words)
