import en from '#shared/messages/en/madepictures.json'
import ko from '#shared/messages/ko/madepictures.json'
import priceEn from '#shared/messages/en/pictures.json'
import priceKo from '#shared/messages/ko/pictures.json'
import { useOwnWords } from './words.tsx'

const words = { ko: { madepictures: ko, pictures: priceKo }, en: { madepictures: en, pictures: priceEn } }

/** The messages about generated images and their failures, in the chunk of that code. */
export const useMadePictureWords = () => useOwnWords(words)
