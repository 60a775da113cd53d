import type { Language } from '#shared/language.ts'
import type { MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import type { ArticleDraft } from './article-draft.ts'

/** A form with a result that was written for it: shown at no cost, also before signing in. */
export type Example = {
  draft: ArticleDraft
  titles: string[]
  outline: string[]
  content: MarkdownNode[]
  tags: string[]
}

/** The stored example in the page's language; text and parser are fetched only when somebody wants to see it. */
export async function loadExample(language: Language): Promise<Example> {
  const [{ default: examples }, { parseMarkdown }] = await Promise.all([
    language === 'ko'
      ? import('#shared/messages/ko/examples.json')
      : import('#shared/messages/en/examples.json'),
    import('#app/ui/editor/markdown-tree.ts'),
  ])
  const { draft, content, ...rest } = examples.article
  return { ...rest, draft: draft as ArticleDraft, content: parseMarkdown(content) }
}
