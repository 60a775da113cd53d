import { lazy, type ComponentType } from 'react'
import { isWritingTool, type WritingTool } from '#shared/tools.ts'
import type { Opened } from './use-tool-form.ts'

type Page = ComponentType<Opened>

/** Each tool's page, loaded with its own form alone. */
const load: Record<WritingTool, () => Promise<{ default: Page }>> = {
  article: () => import('./article-tool.tsx'),
  document: () => import('./document-tool.tsx'),
  'business-plan': () => import('./business-plan-tool.tsx'),
  'cover-letter': () => import('./cover-letter-tool.tsx'),
  email: () => import('./email-tool.tsx'),
  'instagram-feed': () => import('./instagram-feed-tool.tsx'),
}

export const toolPages: Record<WritingTool, Page> = {
  article: lazy(load.article),
  document: lazy(load.document),
  'business-plan': lazy(load['business-plan']),
  'cover-letter': lazy(load['cover-letter']),
  email: lazy(load.email),
  'instagram-feed': lazy(load['instagram-feed']),
}

/**
 * The page that was sent by the server has to be taken over in one go, with its code at hand: React would set the fields of a
 * form that comes alive later back to what they were, and what was typed meanwhile would be lost.
 */
async function loadFirstPage(): Promise<void> {
  const { pathname, searchParams } = new URL(window.location.href)
  const tool = searchParams.get('tool') ?? 'article'
  if (!pathname.endsWith('/tool/use') || !isWritingTool(tool)) return
  toolPages[tool] = (await load[tool]()).default
}
if (typeof window !== 'undefined') await loadFirstPage()
