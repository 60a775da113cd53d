/** An address is proven by a code that is sent there. Apart from accounts.ts, because that brings zod. */
export const emailCodeLength = 6
/** `expired` also after too many tries: another code is needed. */
export type EmailProofOutcome = 'done' | 'wrong' | 'expired'
/** An address that waits for its code. `later` is tried again by itself. */
export type EmailProof = { email: string; email_state: 'waiting' | 'later' | 'sent' | 'refused' }
