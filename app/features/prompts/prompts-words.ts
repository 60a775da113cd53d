import en from '#shared/messages/en/prompts.json'
import ko from '#shared/messages/ko/prompts.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { prompts: ko }, en: { prompts: en } }

/** The messages of the prompt library, in the chunk of its pages. */
export const usePromptsWords = () => useOwnWords(words)
