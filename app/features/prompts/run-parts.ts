import { preloadedLazy } from '#app/session/preloaded-lazy.ts'

/** Matches the elements that the server renders with a part. */
export const runPartIds = { form: 'run-form', conversation: 'conversation', sample: 'sample-answer' }

// Lazy components that run a prompt and show its answers. Lists and other pages do not load them, and the form loads
// without the answers.
export const [RunForm, Conversation, Sample] = await Promise.all([
  preloadedLazy(`#${runPartIds.form}`, () => import('./run-form.tsx')),
  preloadedLazy(`#${runPartIds.conversation}`, () => import('./conversation-view.tsx')),
  preloadedLazy(`#${runPartIds.sample}`, async () => ({
    default: (await import('./answer-view.tsx')).AnswerText,
  })),
])
