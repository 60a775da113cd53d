/** The types of a question to us (O03). */
export const contactTypes = ['service', 'company', 'error', 'etc'] as const
export type ContactType = (typeof contactTypes)[number]

export const contactLimits = { email: 254, title: 100, description: 5_000, answer: 10_000 } as const

/** Questions per hour: of a member, and of one address without a session. */
export const contactsPerHour = { member: 5, visitor: 3 } as const

/**
 * The state of an answer's e-mail. `later` is retried automatically; `failed`, `refused` and `unknown`, which may have
 * arrived, are not.
 */
export type AnswerEmailState = 'waiting' | 'later' | 'sent' | 'failed' | 'refused' | 'unknown'

/** After these hours an unanswered question is late: one business day is promised (O04). */
export const answerHours = 24
