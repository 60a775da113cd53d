import enAuthoring from '#shared/messages/en/authoring.json'
import enPrompts from '#shared/messages/en/prompts.json'
import koAuthoring from '#shared/messages/ko/authoring.json'
import koPrompts from '#shared/messages/ko/prompts.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { prompts: koPrompts, authoring: koAuthoring },
  en: { prompts: enPrompts, authoring: enAuthoring },
}

/** The words of making prompts and of one's own lists, which come with those pages. */
export const useAuthoringWords = () => useOwnWords(words)
