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

it('a question within the limit, or one that ends nowhere within it, stays whole', () => {
  expect(splitQuestion('왜? 그리고 왜?', 20)).toBeNull()
  expect(splitQuestion('가'.repeat(30), 20)).toBeNull()
  expect(splitQuestion(`${'가'.repeat(30)}? 나`, 20)).toBeNull()
})
