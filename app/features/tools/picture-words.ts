import en from '#shared/messages/en/pictures.json'
import ko from '#shared/messages/ko/pictures.json'
import { useOwnWords } from '#app/session/words.tsx'
import { writingWords } from './writing-words.ts'

const words = { ko: { ...writingWords.ko, pictures: ko }, en: { ...writingWords.en, pictures: en } }

/** The messages of a form that requests images, and of their price. */
export function usePictureWords() {
  const { t, language } = useOwnWords(words)
  /** A price in tokens with the images that it costs besides. */
  const withImages = (price: string, count: number): string =>
    count === 0
      ? price
      : `${price} · ${t(count === 1 ? 'pictures.count.one' : 'pictures.count.many', { count })}`
  return { t, language, withImages }
}
