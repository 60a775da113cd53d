import en from '#shared/messages/en/alarms.json'
import ko from '#shared/messages/ko/alarms.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { alarms: ko }, en: { alarms: en } }

/** The messages of the alarms, in the chunk of their screens. */
export const useAlarmsWords = () => useOwnWords(words)
export type AlarmsTranslate = ReturnType<typeof useAlarmsWords>['t']
