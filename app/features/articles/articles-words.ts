import en from '#shared/messages/en/articles.json'
import ko from '#shared/messages/ko/articles.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = { ko: { articles: ko }, en: { articles: en } }

/** The words around notices and articles. */
export const useArticlesWords = () => useOwnWords(words)
export type ArticlesWordKey = Parameters<ReturnType<typeof useArticlesWords>['t']>[0]
