import en from '#shared/messages/en/my.json'
import enFactor from '#shared/messages/en/factor.json'
import ko from '#shared/messages/ko/my.json'
import koFactor from '#shared/messages/ko/factor.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { my: ko, factor: koFactor }, en: { my: en, factor: enFactor } }

/** The settings' messages and those of turning the second factor on and off, in the chunk of that part of the page. */
export const useFactorWords = () => useOwnWords(words)
