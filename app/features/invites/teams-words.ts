import en from '#shared/messages/en/teams.json'
import ko from '#shared/messages/ko/teams.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { teams: ko }, en: { teams: en } }

/** The words of teams: of who pays, of who sits in one, and of who is invited. */
export const useTeamsWords = () => useOwnWords(words)
