import type { ComponentType } from 'react'
import type { TextKind } from '#shared/tools.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import type { Opened } from './forms/use-tool-form.ts'

/** The page of each kind of text, loaded with its own form alone. */
export const toolPages: Record<TextKind, ComponentType<Opened>> = {
  article: lazyWithRetry(() => import('./forms/article-tool.tsx')),
  document: lazyWithRetry(() => import('./forms/document-tool.tsx')),
  'business-plan': lazyWithRetry(() => import('./forms/business-plan-tool.tsx')),
  'cover-letter': lazyWithRetry(() => import('./forms/cover-letter-tool.tsx')),
  email: lazyWithRetry(() => import('./forms/email-tool.tsx')),
  'instagram-feed': lazyWithRetry(() => import('./forms/instagram-feed-tool.tsx')),
  own: lazyWithRetry(() => import('./forms/own-tool.tsx')),
}
