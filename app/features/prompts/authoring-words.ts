import enAuthoring from '#shared/messages/en/authoring.json'
import enLibrary from '#shared/messages/en/library.json'
import enPrompts from '#shared/messages/en/prompts.json'
import koAuthoring from '#shared/messages/ko/authoring.json'
import koLibrary from '#shared/messages/ko/library.json'
import koPrompts from '#shared/messages/ko/prompts.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { prompts: koPrompts, library: koLibrary, authoring: koAuthoring },
  en: { prompts: enPrompts, library: enLibrary, authoring: enAuthoring },
}

/** The messages for writing prompts, in the chunk of the editor. */
export const useAuthoringWords = () => useOwnWords(words)
