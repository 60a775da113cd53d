import { lazy, type ComponentType } from 'react'
import type { ConversationProps } from './conversation-view.tsx'
import type { RunFormProps } from './run-form.tsx'

const load = {
  RunForm: () => import('./run-form.tsx'),
  Conversation: () => import('./conversation-view.tsx'),
  Sample: () => import('./answer-view.tsx').then(({ AnswerText }) => ({ default: AnswerText })),
}

/** What runs a prompt and shows its answers: lists and other pages do not need it, and nobody who fills in a form needs the answers. */
export const runParts: {
  RunForm: ComponentType<RunFormProps>
  Conversation: ComponentType<ConversationProps>
  Sample: ComponentType<{ text: string }>
} = { RunForm: lazy(load.RunForm), Conversation: lazy(load.Conversation), Sample: lazy(load.Sample) }

/**
 * A page that was sent by the server is taken over in one go, with its parts at hand: what is typed into a part that comes alive
 * later would be lost (see tool-pages.ts), and an answer would leave the screen until its code is there.
 */
async function loadFirstParts(): Promise<void> {
  const { pathname, searchParams } = new URL(window.location.href)
  const [, page] = /\/prompt\/(detail\/\d+|use)\/?$/.exec(pathname) ?? []
  if (!page) return
  const isAnswered = searchParams.has('run')
  const [form, conversation, sample] = await Promise.all([
    load.RunForm(),
    page === 'use' && isAnswered ? load.Conversation() : null,
    page === 'use' && !isAnswered ? load.Sample() : null,
  ])
  runParts.RunForm = form.default
  if (conversation) runParts.Conversation = conversation.default
  if (sample) runParts.Sample = sample.default
}
if (typeof window !== 'undefined') await loadFirstParts()
