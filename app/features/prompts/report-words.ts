import en from '#shared/messages/en/reports.json'
import ko from '#shared/messages/ko/reports.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { reports: ko }, en: { reports: en } }

/** The messages for reporting a prompt, in the chunk of its dialog. */
export const useReportWords = () => useOwnWords(words)
