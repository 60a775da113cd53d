import { createDraft, parseText } from '#app/session/draft.ts'

/** What was typed before a new sign-in was asked for. */
export const typedAddress = createDraft('address', parseText, { storage: 'tab' })
