import enLibrary from '#shared/messages/en/library.json'
import enPrompts from '#shared/messages/en/prompts.json'
import koLibrary from '#shared/messages/ko/library.json'
import koPrompts from '#shared/messages/ko/prompts.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { prompts: koPrompts, library: koLibrary },
  en: { prompts: enPrompts, library: enLibrary },
}

/** The messages of a member's own lists of prompts, in the chunk of those pages. */
export const useLibraryWords = () => useOwnWords(words)
