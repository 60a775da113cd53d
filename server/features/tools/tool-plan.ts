// The stages and the cost of a request, before anything is written.
import { AppError } from '#shared/errors.ts'
import { toolSchemas, type ToolFile, type ToolForms } from '#shared/tools-form.ts'
import type { OutputLanguage, ReadSource, ToolStage, WritingTool } from '#shared/tools.ts'
import { sizeOfSource, type PricedForm, type SourceSizes } from '#shared/tool-prices.ts'
import type { OwnText } from './own-text.ts'
import type { PromptSections } from './prompt-sections.ts'
import { tools } from './tool-map.ts'

/**
 * Stages that do not apply are left out (T14): files without a file, links without one, unrequested images and sources.
 */
export function stagesOf(
  tool: WritingTool,
  has: { files: boolean; links: boolean; images: boolean; research: boolean },
): ToolStage[] {
  return [
    'request',
    'user',
    'parameters',
    ...(has.files ? ['files' as const] : []),
    ...(has.links ? ['urls' as const] : []),
    ...tools[tool].stages.filter(
      (stage) => (stage !== 'images' || has.images) && (stage !== 'research' || has.research),
    ),
    'saving',
    'done',
  ]
}

/** Parses a stored request as the tool's form; null when it is none. Stored fields outside the form are dropped. */
export function readForm<Name extends WritingTool>(tool: Name, request: unknown): ToolForms[Name] | null {
  const form = toolSchemas[tool].strip().safeParse(request)
  return form.success ? (form.data as ToolForms[Name]) : null
}

/**
 * The input for rewriting a part of a text: its form, or only its title for a text from a prompt's answer or the
 * member's own.
 * @throws AppError missing_request_info
 */
export function formOfText({ tool, request, title, language }: OwnText): ToolForms[WritingTool] {
  const form = readForm(tool, request)
  if (form) return form
  if (!isFormless(request)) throw new AppError('missing_request_info')
  const nothing = { purpose: '', information: '', target: '', instructions: '' }
  const length = { length: 0, length_unit: 'characters' as const }
  return { topic: title ?? '', language: language as OutputLanguage, ...nothing, ...length, research: false }
}

const isFormless = (request: unknown): boolean =>
  typeof request === 'object' && request !== null && ('prompt_use' in request || 'own' in request)

/** The member's input in a form, as its tool's prompts have it. */
export const orderOf = <Name extends WritingTool>(tool: Name, form: ToolForms[Name]): PromptSections =>
  tools[tool].order(form)

/** The form and tool, on which the price depends. */
export const estimatedForm = <Name extends WritingTool>(tool: Name, form: ToolForms[Name]): PricedForm =>
  ({ ...form, tool }) as PricedForm

/** The known size of each file and link, from reading it now or for the earlier text. */
export function sizesOf(
  { files, links }: { files: readonly ToolFile[]; links: readonly string[] },
  read: readonly ReadSource[],
): SourceSizes {
  const sizeOf = (isIt: (source: ReadSource) => boolean) => sizeOfSource(read.find(isIt))
  return [
    ...files.map(({ name }) => sizeOf((source) => source.kind === 'file' && source.name === name)),
    ...links.map((link) => sizeOf(({ kind, url }) => kind === 'link' && url === link)),
  ]
}
