/** A code proves the address that it was sent to. It is apart from accounts.ts, which needs zod. */
export const emailCodeLength = 6
/** `expired` also after too many tries: the member needs another code. */
export type EmailProofOutcome = 'done' | 'wrong' | 'expired'
/** An address that waits for its code. `later` is retried automatically. */
export type EmailProof = { email: string; email_state: 'waiting' | 'later' | 'sent' | 'refused' }
