import en from '#shared/messages/en/export.json'
import ko from '#shared/messages/ko/export.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { export: ko }, en: { export: en } }

/** The messages of the dialogs of exports. */
export const useExportWords = () => useOwnWords(words)
