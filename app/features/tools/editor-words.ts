import en from '#shared/messages/en/editor.json'
import ko from '#shared/messages/ko/editor.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { editor: ko }, en: { editor: en } }

/** The words of tables, pictures and commands, which come with the editor. */
export const useEditorWords = () => useOwnWords(words)
