import type { ComponentType } from 'react'
import type { TextKind } from '#shared/tools.ts'
import { preloadedLazy } from '#app/session/preloaded-lazy.ts'
import type { Opened } from './use-tool-form.ts'

type Page = ComponentType<Opened>

const page = (tool: TextKind, load: () => Promise<{ default: Page }>) =>
  preloadedLazy(`[data-tool="${tool}"]`, load)

const [article, document, businessPlan, coverLetter, email, instagramFeed, own] = await Promise.all([
  page('article', () => import('./article-tool.tsx')),
  page('document', () => import('./document-tool.tsx')),
  page('business-plan', () => import('./business-plan-tool.tsx')),
  page('cover-letter', () => import('./cover-letter-tool.tsx')),
  page('email', () => import('./email-tool.tsx')),
  page('instagram-feed', () => import('./instagram-feed-tool.tsx')),
  page('own', () => import('./own-tool.tsx')),
])

/** The page of each kind of text, loaded with its own form alone. */
export const toolPages: Record<TextKind, Page> = {
  article,
  document,
  'business-plan': businessPlan,
  'cover-letter': coverLetter,
  email,
  'instagram-feed': instagramFeed,
  own,
}
