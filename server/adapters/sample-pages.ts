// Made-up pages for briefs on a machine without Naver's keys. Screens label the brief as a sample.
import { AppError } from '#shared/errors.ts'
import type { PageText } from './reading/read-page.ts'

const subjects = {
  ko: [
    '{} 고르는 기준',
    '가격은 얼마나 할까?',
    '써 본 후기',
    '종류와 특징',
    '처음 준비물',
    '자주 하는 실수',
    '장단점 정리',
  ],
  en: [
    'How to choose {}',
    'What is the price?',
    'Honest reviews',
    'Kinds and features',
    'Tips for the first week',
    'Common mistakes',
    'Pros and cons',
  ],
}
const sentence = {
  ko: '이 문장은 견본이며 실제 웹에서 읽은 것이 아닙니다. ',
  en: 'This sentence is a sample and was not read on the web. ',
}
/** The last sample shows how a page looks that was not read. */
const closedIndex = 9

/** @param index of the result @throws AppError link_robots for the last one */
export function samplePage(keyword: string, index: number): PageText {
  if (index === closedIndex) throw new AppError('link_robots')
  const language = /\p{Script=Hangul}/u.test(keyword) ? 'ko' : 'en'
  const own = subjects[language].filter((_, subject) => (index + subject) % 3 !== 0 && subject <= index + 2)
  const headings = own.map((heading) => heading.replace('{}', () => keyword))
  return {
    title: keyword,
    text: sentence[language].repeat(30 + ((index * 17) % 40)),
    headings,
    pictures: (index * 5) % 9,
    date: `2026-0${(index % 9) + 1}-15`,
  }
}
