import en from '#shared/messages/en/my.json'
import enTwostep from '#shared/messages/en/twostep.json'
import ko from '#shared/messages/ko/my.json'
import koTwostep from '#shared/messages/ko/twostep.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { my: ko, twostep: koTwostep }, en: { my: en, twostep: enTwostep } }

/** The settings' messages and those of turning the second factor on and off, in the chunk of that part of the page. */
export const useTwostepWords = () => useOwnWords(words)
