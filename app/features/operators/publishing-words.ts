import enOperators from '#shared/messages/en/operators.json'
import enPublishing from '#shared/messages/en/publishing.json'
import koOperators from '#shared/messages/ko/operators.json'
import koPublishing from '#shared/messages/ko/publishing.json'
import { useOwnWords } from '#app/session/words.tsx'

const words = {
  ko: { operators: koOperators, publishing: koPublishing },
  en: { operators: enOperators, publishing: enPublishing },
}

/** The messages for writing notices and articles. */
export const usePublishingWords = () => useOwnWords(words)
export type PublishingWordKey = Parameters<ReturnType<typeof usePublishingWords>['t']>[0]
