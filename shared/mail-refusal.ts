/**
 * The subject of an unsubscribe token decides its effect: a member's id stops news, the hash of an address stops
 * invitations.
 */
export const isMemberId = (subject: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(subject)
