import en from '#shared/messages/en/teams.json'
import ko from '#shared/messages/ko/teams.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { teams: ko }, en: { teams: en } }

/** The messages of teams: for the owner, the members with a seat, and the invited. */
export const useTeamsWords = () => useOwnWords(words)
