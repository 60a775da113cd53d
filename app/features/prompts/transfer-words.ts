import en from '#shared/messages/en/transfer.json'
import ko from '#shared/messages/ko/transfer.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { transfer: ko }, en: { transfer: en } }

/** The messages for importing and exporting prompts, in the chunk of their dialogs. */
export const useTransferWords = () => useOwnWords(words)
