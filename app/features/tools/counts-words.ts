import en from '#shared/messages/en/counts.json'
import ko from '#shared/messages/ko/counts.json'
import formsEn from '#shared/messages/en/forms.json'
import formsKo from '#shared/messages/ko/forms.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { forms: formsKo, counts: ko }, en: { forms: formsEn, counts: en } }

/** The messages of the counts below a text, in the chunk of their code. */
export const useCountsWords = () => useOwnWords(words)
