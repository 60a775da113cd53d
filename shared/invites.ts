import type { Language } from './language.ts'

/**
 * The reward of an invitation: for the friend and for the inviter, once (M15, B28). The database grants exactly this.
 */
export const inviteReward = { tokens: 100_000, images: 10 } as const

/** Stores the code of a link until the sign-up is complete. Only the server reads it. */
export const inviteCookie = { name: 'munjang-invite', seconds: 14 * 24 * 60 * 60 } as const

/** The page of an invitation (B23). */
export const invitePath = (language: Language, code: string): string => `/${language}/invite/${code}`

/** Limits of invitations by e-mail: per request, per day of a member, and per day of a network. */
export const inviteMailLimits = { addresses: 10, memberDay: 20, senderDay: 60 } as const

/** Limits of team invitations: their validity, and e-mails per day to one address. */
export const teamInviteLimits = { validDays: 7, addressDay: 3 } as const

/** The page of a team, and that of its invitation: the secret needs no URL encoding. */
export const teamPath = (language: Language, secret?: string): string =>
  `/${language}/my/team${secret === undefined ? '' : `?invite=${secret}`}`

/** The delivery of e-mails on this machine: by SMTP, to the log, or not at all. */
export type MailMode = 'smtp' | 'log' | 'closed'
