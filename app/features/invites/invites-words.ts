import en from '#shared/messages/en/invites.json'
import ko from '#shared/messages/ko/invites.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { invites: ko }, en: { invites: en } }

/** The words of invitations: of the page that a link leads to, and of the inviter's own. */
export const useInvitesWords = () => useOwnWords(words)
