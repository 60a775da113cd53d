import en from '#shared/messages/en/articles.json'
import ko from '#shared/messages/ko/articles.json'
import type { PublicationKind, PublicationType } from '#shared/articles.ts'
import type { Language } from '#shared/language.ts'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { articles: ko }, en: { articles: en } }

/** A type's name in the language of the content, which in a preview may differ from the page's. */
export const typeName = (language: Language, kind: PublicationKind, type: PublicationType): string =>
  (words[language].articles[kind] as Record<string, string>)[type] ?? type

/** The messages around notices and articles. */
export const useArticlesWords = () => useOwnWords(words)
export type ArticlesWordKey = Parameters<ReturnType<typeof useArticlesWords>['t']>[0]
