import en from '#shared/messages/en/simulator.json'
import ko from '#shared/messages/ko/simulator.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { simulator: ko }, en: { simulator: en } }

/** The messages of the simulator's card page. */
export const useSimulatorWords = () => useOwnWords(words)
