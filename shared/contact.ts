/** What a question to us is about (O03). */
export const contactTypes = ['service', 'company', 'error', 'etc'] as const
export type ContactType = (typeof contactTypes)[number]

export const contactLimits = { email: 254, title: 100, description: 5_000, answer: 10_000 } as const

/** Questions in an hour: of a member, and of one address without a session. */
export const contactsPerHour = { member: 5, visitor: 3 } as const

/** How it stands with the e-mail of an answer. `later` is tried again by itself; `failed`, `refused` and `unknown`, which may have arrived, are not. */
export type AnswerEmailState = 'waiting' | 'later' | 'sent' | 'failed' | 'refused' | 'unknown'

/** After so many hours a question without an answer is late: one business day is promised (O04). */
export const answerHours = 24
