import en from '#shared/messages/en/palette.json'
import ko from '#shared/messages/ko/palette.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { palette: ko }, en: { palette: en } }

/** The messages of the palette. */
export const usePaletteWords = () => useOwnWords(words)
