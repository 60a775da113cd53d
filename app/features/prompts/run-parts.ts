import { preloadedLazy } from '#app/session/preloaded-lazy.ts'

/** What stands on a page with a part, where the server sent it. */
export const runPartIds = { form: 'run-form', conversation: 'conversation', sample: 'sample-answer' }

// What runs a prompt and shows its answers: lists and other pages do not need it, and nobody who fills in a form needs the answers.
export const [RunForm, Conversation, Sample] = await Promise.all([
  preloadedLazy(`#${runPartIds.form}`, () => import('./run-form.tsx')),
  preloadedLazy(`#${runPartIds.conversation}`, () => import('./conversation-view.tsx')),
  preloadedLazy(`#${runPartIds.sample}`, async () => ({
    default: (await import('./answer-view.tsx')).AnswerText,
  })),
])
