import en from '#shared/messages/en/invites.json'
import ko from '#shared/messages/ko/invites.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { invites: ko }, en: { invites: en } }

/** The messages of invitations: of a link's page, and of the inviter's own. */
export const useInvitesWords = () => useOwnWords(words)
