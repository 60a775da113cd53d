import type { ToolForms } from '#shared/tools-form.ts'
import type { WritingTool } from '#shared/tools.ts'
import { article } from './article.ts'
import { businessPlan } from './business-plan.ts'
import { coverLetter } from './cover-letter.ts'
import { document } from './document.ts'
import { email } from './email.ts'
import { instagramFeed } from './instagram-feed.ts'
import type { Tool } from './tool.ts'

/** The writing tools by name. */
export const tools: { [Name in WritingTool]: Tool<ToolForms[Name]> } = {
  article,
  document,
  'business-plan': businessPlan,
  'cover-letter': coverLetter,
  email,
  'instagram-feed': instagramFeed,
}
