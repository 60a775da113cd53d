import en from '#shared/messages/en/alarmsettings.json'
import ko from '#shared/messages/ko/alarmsettings.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { alarmsettings: ko }, en: { alarmsettings: en } }

/** The messages of the alarm settings, in their chunk. */
export const useAlarmSettingsWords = () => useOwnWords(words)
