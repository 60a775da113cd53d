import en from '#shared/messages/en/editor.json'
import ko from '#shared/messages/ko/editor.json'
import { useOwnWords } from '#app/session/words.tsx'
import { writingWords } from './writing-words.ts'

const words = { ko: { ...writingWords.ko, editor: ko }, en: { ...writingWords.en, editor: en } }

/** The messages of tables, images and commands, in the chunk of the editor. */
export const useEditorWords = () => useOwnWords(words)
