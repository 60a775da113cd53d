import enPrompts from '#shared/messages/en/prompts.json'
import en from '#shared/messages/en/runs.json'
import koPrompts from '#shared/messages/ko/prompts.json'
import ko from '#shared/messages/ko/runs.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { prompts: koPrompts, runs: ko }, en: { prompts: enPrompts, runs: en } }

/** The messages for running prompts, with those of the library around them. */
export const useRunsWords = () => useOwnWords(words)
