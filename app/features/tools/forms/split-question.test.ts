import { expect, it } from 'vitest'
import { splitQuestion } from './split-question.ts'

it.each([
  [
    '지원 동기는 무엇인가요? 입사 후 포부를 함께 적어 주세요.',
    '지원 동기는 무엇인가요?',
    '입사 후 포부를 함께 적어 주세요.',
  ],
  [
    '협업 경험 (상황, 맡은 일, 결과를 포함하여 구체적으로 적기)',
    '협업 경험',
    '(상황, 맡은 일, 결과를 포함하여 구체적으로 적기)',
  ],
  [
    '지원 동기를 쓰시오. 단, 학교 이름과 가족은 적지 않는다.',
    '지원 동기를 쓰시오.',
    '단, 학교 이름과 가족은 적지 않는다.',
  ],
])('“%s” is taken apart', (text, question, notes) => {
  expect(splitQuestion(text, 20)).toEqual({ question, notes })
})

it.each([
  [
    '입사 지원 동기와 입사 후 이루고 싶은 목표를 구체적으로',
    '입사 지원 동기와 입사 후 이루고',
    '싶은 목표를 구체적으로',
  ],
  ['Describe a project\nthat you have led', 'Describe a project', 'that you have led'],
  // Decomposed Hangul counts as syllables, and an emoji as one character.
  [`${'가'.repeat(18).normalize('NFD')} 🙂 나`, `${'가'.repeat(18).normalize('NFD')} 🙂`, '나'],
  // It ends, but beyond the limit.
  [
    '지원한 직무에서 가장 힘쓴 경험과 그 결과는 무엇인가요? 자세히',
    '지원한 직무에서 가장 힘쓴 경험과 그',
    '결과는 무엇인가요? 자세히',
  ],
])(
  '“%s”, which ends nowhere within the limit, is cut after the last word that fits',
  (text, question, notes) => {
    expect(splitQuestion(text, 20)).toEqual({ question, notes })
  },
)

it('a question within the limit, or whose first word is longer, stays whole', () => {
  expect(splitQuestion('왜? 그리고 왜?', 20)).toBeNull()
  expect(splitQuestion('가'.repeat(30), 20)).toBeNull()
  expect(splitQuestion(`${'가'.repeat(30)}? 나`, 20)).toBeNull()
})
