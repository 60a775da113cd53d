import en from '#shared/messages/en/editor.json'
import ko from '#shared/messages/ko/editor.json'
import { useOwnWords } from '#app/session/words.tsx'
import { writingWords } from './writing-words.ts'

const words = { ko: { ...writingWords.ko, editor: ko }, en: { ...writingWords.en, editor: en } }

/** The words of tables, pictures and commands, which come with the editor. */
export const useEditorWords = () => useOwnWords(words)
