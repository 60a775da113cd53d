import en from '#shared/messages/en/reports.json'
import ko from '#shared/messages/ko/reports.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { reports: ko }, en: { reports: en } }

/** The words of reporting a prompt, which come with its dialog. */
export const useReportWords = () => useOwnWords(words)
