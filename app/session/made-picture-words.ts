import en from '#shared/messages/en/madepictures.json'
import ko from '#shared/messages/ko/madepictures.json'
import priceEn from '#shared/messages/en/pictures.json'
import priceKo from '#shared/messages/ko/pictures.json'
import { useOwnWords } from './words.tsx'

const words = { ko: { madepictures: ko, pictures: priceKo }, en: { madepictures: en, pictures: priceEn } }

/** The words of pictures that are made or could not be, which come with their code. */
export const useMadePictureWords = () => useOwnWords(words)
