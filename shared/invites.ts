import type { Language } from './language.ts'

/** What an invitation brings: to the friend and to who invited, once (M15, B28). The database gives exactly this. */
export const inviteReward = { tokens: 100_000, images: 10 } as const

/** Keeps the code of a link until the sign-up is finished. Only the server reads it. */
export const inviteCookie = { name: 'munjang-invite', seconds: 14 * 24 * 60 * 60 } as const

/** Where an invitation leads (B23). */
export const invitePath = (language: Language, code: string): string => `/${language}/invite/${code}`

/** Invitations by e-mail: at a time, a day of one member, and a day from one place on the net. */
export const inviteMailLimits = { addresses: 10, memberDay: 20, senderDay: 60 } as const

/** Invitations to a team: how long one counts, and how many letters a day go to one address. */
export const teamInviteLimits = { validDays: 7, addressDay: 3 } as const

/** Where a team is seen, and where its invitation leads: a secret is letters that an address takes as they are. */
export const teamPath = (language: Language, secret?: string): string =>
  `/${language}/my/team${secret === undefined ? '' : `?invite=${secret}`}`

/** How mail leaves this machine: really, into the log, or not at all. */
export type MailMode = 'smtp' | 'log' | 'closed'
