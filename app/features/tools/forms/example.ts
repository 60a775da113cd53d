import type { Language } from '#shared/language.ts'
import type { OutputLanguage, WritingTool } from '#shared/tools.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import type { MarkdownNode } from '#app/ui/editor/markdown-tree.ts'

/** A form with a result that was written for it: shown at no cost, also before signing in. */
export type Example = {
  draft: Record<string, unknown>
  language: OutputLanguage
  titles: string[]
  outline: string[]
  /** Markdown. */
  content: string
  nodes: MarkdownNode[]
  tags: string[]
}

/** The tool's stored example in the page's language. Text and parser are loaded on demand. */
export async function loadExample(tool: WritingTool, language: Language): Promise<Example> {
  const [{ default: examples }, { parseMarkdown }] = await Promise.all([
    language === 'ko'
      ? whenOnline(() => import('#shared/messages/ko/examples.json'))
      : whenOnline(() => import('#shared/messages/en/examples.json')),
    whenOnline(() => import('#app/ui/editor/markdown-tree.ts')),
  ])
  const example = examples[tool]
  return {
    ...example,
    language: example.draft.language as OutputLanguage,
    nodes: parseMarkdown(example.content),
  }
}

/** The parameter that requests the example in a tool's address. */
const parameter = 'example'

export const asksForExample = (search: URLSearchParams): boolean => search.get(parameter) === '1'

export function withoutExample(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search)
  rest.delete(parameter)
  return rest
}
