import type { ComponentType } from 'react'
import type { TextKind } from '#shared/tools.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import type { Opened } from './use-tool-form.ts'

/** The page of each kind of text, loaded with its own form alone. */
export const toolPages: Record<TextKind, ComponentType<Opened>> = {
  article: lazyWithRetry(() => import('./article-tool.tsx')),
  document: lazyWithRetry(() => import('./document-tool.tsx')),
  'business-plan': lazyWithRetry(() => import('./business-plan-tool.tsx')),
  'cover-letter': lazyWithRetry(() => import('./cover-letter-tool.tsx')),
  email: lazyWithRetry(() => import('./email-tool.tsx')),
  'instagram-feed': lazyWithRetry(() => import('./instagram-feed-tool.tsx')),
  own: lazyWithRetry(() => import('./own-tool.tsx')),
}
