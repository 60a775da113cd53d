import en from '#shared/messages/en/alarms.json'
import ko from '#shared/messages/ko/alarms.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { alarms: ko }, en: { alarms: en } }

/** The words of the alarms, which come with the screens that show them. */
export const useAlarmsWords = () => useOwnWords(words)
export type AlarmsTranslate = ReturnType<typeof useAlarmsWords>['t']
