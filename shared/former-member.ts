/** The nickname of a deleted member: the row stays for the ledger and for published prompts, without a name. */
const formerMemberPattern = /^deleted [0-9a-f]{12}$/
export const isFormerMember = (nickname: string): boolean => formerMemberPattern.test(nickname)
