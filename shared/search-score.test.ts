import { expect, it } from 'vitest'
import {
  hasLongSentence,
  scoreForSearch,
  splitKeywords,
  splitQuestions,
  type ScoreCheck,
  type ScoredText,
} from './search-score.ts'

const paragraph = '제주 오름은 처음이어도 반나절이면 걸을 수 있어요. 운동화만 신고 오세요. '
const good: ScoredText = {
  title: '제주 오름 초보 코스, 반나절이면 충분한 두 곳',
  text: [
    paragraph,
    '![오름](/p/1.png)',
    '## 새별오름부터 오르는 이유',
    ...Array.from({ length: 6 }, () =>
      '주차장에서 길이 바로 시작돼요. 억새가 피는 가을에 가장 붐벼요. '.repeat(4),
    ),
    '## 제주 오름에 챙겨 갈 것',
    ...Array.from({ length: 6 }, () => '바람막이와 물 한 병이면 두 곳을 다녀오기에 넉넉해요. '.repeat(4)),
    '## 아부오름에서 내려오기',
    '아부오름은 낮아서 아이와 함께 가도 좋아요.',
  ].join('\n\n'),
  tags: ['제주오름', '새별오름', '아부오름', '제주여행', '오름코스'],
  keywords: ['제주 오름', '새별오름', '아부오름', '오름 입장료'],
}
const asked = { language: 'Korean', length: 1_200, length_unit: 'characters' } as const
const missed = (change: Partial<ScoredText>): ScoreCheck[] =>
  scoreForSearch({ ...good, ...change }, asked)!
    .checks.filter(({ isMet }) => !isMet)
    .map(({ check }) => check)

it('a text that has everything gets 100 points, and its missing related keyword is named', () => {
  const score = scoreForSearch(good, asked)!
  expect(missed({})).toEqual([])
  expect([score.points, score.missing, score.mentions]).toEqual([100, ['오름 입장료'], 2])
})

it.each<[ScoreCheck, Partial<ScoredText>]>([
  ['title', { title: '반나절이면 충분한 두 곳' }],
  ['titleLength', { title: `제주 오름 ${'가'.repeat(40)}` }],
  ['images', { text: good.text.replace('![오름](/p/1.png)\n\n', '') }],
  ['tags', { tags: ['여행'] }],
  ['related', { keywords: ['제주 오름', '한라산', '성산일출봉'] }],
  ['repetition', { text: good.text.replaceAll('바람막이', '제주 오름 바람막이') }],
  ['paragraphs', { text: good.text.replace('아부오름은 낮아서', `${'가'.repeat(301)} 아부오름은 낮아서`) }],
  ['headings', { text: good.text.replaceAll('## 아부오름에서', '아부오름에서') }],
  [
    'opening',
    { text: `반나절이면 걸을 수 있어요.\n\n${good.text.replace(paragraph, '제주 오름 안내예요.')}` },
  ],
])('the check %s fails for a text without it, and no other', (check, change) => {
  expect(missed(change)).toEqual([check])
})

it('at most a fifth of the sentences is long: by characters in Korean, by words in English', () => {
  const isMet = (text: string, language: 'Korean' | 'English') =>
    scoreForSearch({ ...good, text }, { ...asked, language })!.checks.find(
      ({ check }) => check === 'sentences',
    )!.isMet
  const korean = (length: number) => `${'가'.repeat(length - 1)}.`
  const english = (words: number) => `${'word '.repeat(words).trim()}.`
  const [short, long] = [`${korean(90)} `.repeat(4), korean(91)]
  expect([isMet(short + long, 'Korean'), isMet(`${short}${long} ${long}`, 'Korean')]).toEqual([true, false])
  expect([isMet(english(25), 'English'), isMet(english(26), 'English')]).toEqual([true, false])
  // The marks of Markdown and its addresses are no part of a sentence, and tables and headings have none.
  const marked = `**${korean(80)}** [출처](https://a.example/${'a'.repeat(90)})\n\n## ${korean(120)}\n\n| ${korean(120)} |`
  expect(isMet(marked, 'Korean')).toBe(true)
  expect(hasLongSentence(`${short}${long}`, 'Korean')).toBe(true)
  expect(hasLongSentence(short, 'Korean')).toBe(false)
})

it('a text far below its length, and without the keyword in a heading, misses these points', () => {
  expect(missed({ text: `${paragraph}\n\n## 길\n\n제주 오름 길이에요.` })).toEqual(
    expect.arrayContaining(['heading', 'headings', 'length']),
  )
})

it('a text without tags reaches all points without them', () => {
  const { points, checks } = scoreForSearch({ ...good, tags: null }, asked)!
  expect([points, checks.some(({ check }) => check === 'tags')]).toEqual([100, false])
})

it('questions count when there are some, each answered one for its share, and the open ones are named', () => {
  const score = (...questions: string[]) => scoreForSearch({ ...good, questions }, asked)!
  expect(score('주차장이 있나요?')).toMatchObject({ points: 100, open: [] })
  const half = score('주차장이 있나요?', '입장료는 얼마인가요?')
  expect(half).toMatchObject({ points: Math.round((110 / 115) * 100), open: ['입장료는 얼마인가요?'] })
  expect(half.checks.find(({ check }) => check === 'questions')).toEqual({ check: 'questions', isMet: false })
  expect(scoreForSearch(good, asked)!.checks.some(({ check }) => check === 'questions')).toBe(false)
})

it('the questions of a form are its lines, none twice', () => {
  expect(splitQuestions(' a?\n\nb?\na?')).toEqual(['a?', 'b?'])
})

it('spaces and case do not matter, and there is no score without a keyword', () => {
  expect(scoreForSearch({ ...good, title: '제주오름 코스' }, asked)!.checks[0]).toEqual({
    check: 'title',
    isMet: true,
  })
  expect(scoreForSearch({ ...good, keywords: [] }, asked)).toBeNull()
})

it('keywords are split at commas and lines, the main one first, and none counts twice', () => {
  expect(splitKeywords(' 제주 오름,새별오름\n제주오름 , , 아부오름 ')).toEqual([
    '제주 오름',
    '새별오름',
    '아부오름',
  ])
  expect(splitKeywords(' ')).toEqual([])
})
