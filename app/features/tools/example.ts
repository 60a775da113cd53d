import type { Language } from '#shared/language.ts'
import type { ArticleDraft } from './article-draft.ts'

/** A form with a result that was written for it: shown at no cost, also before signing in. */
export type Example = { draft: ArticleDraft; titles: string[]; outline: string[]; content: string; tags: string[] }

/** The stored example in the page's language; its text is fetched only when somebody wants to see it. */
export async function loadExample(language: Language): Promise<Example> {
  const { default: examples } =
    language === 'ko' ? await import('#shared/messages/ko/examples.json') : await import('#shared/messages/en/examples.json')
  return examples.article as Example
}
