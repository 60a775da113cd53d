import enMembers from '#shared/messages/en/members.json'
import enOperators from '#shared/messages/en/operators.json'
import enUsage from '#shared/messages/en/usage.json'
import koMembers from '#shared/messages/ko/members.json'
import koOperators from '#shared/messages/ko/operators.json'
import koUsage from '#shared/messages/ko/usage.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { operators: koOperators, members: koMembers, usage: koUsage },
  en: { operators: enOperators, members: enMembers, usage: enUsage },
}

/** The messages of the screens about members. */
export const useMembersWords = () => useOwnWords(words)
export type MembersWordKey = Parameters<ReturnType<typeof useMembersWords>['t']>[0]
