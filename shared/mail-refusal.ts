/** What a refusal's token begins with tells what is refused: a member's id news, the hash of an address invitations. */
export const isMemberId = (subject: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(subject)
