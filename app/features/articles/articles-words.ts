import en from '#shared/messages/en/articles.json'
import ko from '#shared/messages/ko/articles.json'
import type { PublicationKind, PublicationType } from '#shared/articles.ts'
import type { Language } from '#shared/language.ts'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { articles: ko }, en: { articles: en } }

/** What a type is called in the language of what is shown, which in a preview is not that of the page. */
export const typeName = (language: Language, kind: PublicationKind, type: PublicationType): string =>
  (words[language].articles[kind] as Record<string, string>)[type] ?? type

/** The words around notices and articles. */
export const useArticlesWords = () => useOwnWords(words)
export type ArticlesWordKey = Parameters<ReturnType<typeof useArticlesWords>['t']>[0]
