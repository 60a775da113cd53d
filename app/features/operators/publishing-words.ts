import enArticles from '#shared/messages/en/articles.json'
import enOperators from '#shared/messages/en/operators.json'
import enPublishing from '#shared/messages/en/publishing.json'
import koArticles from '#shared/messages/ko/articles.json'
import koOperators from '#shared/messages/ko/operators.json'
import koPublishing from '#shared/messages/ko/publishing.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { operators: koOperators, publishing: koPublishing, articles: koArticles },
  en: { operators: enOperators, publishing: enPublishing, articles: enArticles },
}

/** The words of writing notices and articles. */
export const usePublishingWords = () => useOwnWords(words)
export type PublishingWordKey = Parameters<ReturnType<typeof usePublishingWords>['t']>[0]
