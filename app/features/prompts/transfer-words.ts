import en from '#shared/messages/en/transfer.json'
import ko from '#shared/messages/ko/transfer.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { transfer: ko }, en: { transfer: en } }

/** The words of importing and exporting prompts, which come with their dialogs. */
export const useTransferWords = () => useOwnWords(words)
