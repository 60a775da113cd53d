import { lazy, type ComponentType } from 'react'
import type { WritingTool } from '#shared/tools.ts'
import type { ToolPageProps } from './tool-page.tsx'

/** Each tool's page, loaded with its own form alone. */
export const toolPages: Record<WritingTool, ComponentType<ToolPageProps>> = {
  article: lazy(() => import('./article-tool.tsx')),
  document: lazy(() => import('./document-tool.tsx')),
  'business-plan': lazy(() => import('./business-plan-tool.tsx')),
  'cover-letter': lazy(() => import('./cover-letter-tool.tsx')),
  email: lazy(() => import('./email-tool.tsx')),
  'instagram-feed': lazy(() => import('./instagram-feed-tool.tsx')),
}
