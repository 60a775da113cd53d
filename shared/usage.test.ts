import { expect, it } from 'vitest'
import { estimateTokens, type ModelName } from './usage.ts'

it('an estimate counts Hangul, Han and Kana by syllable, other scripts by four characters, and an emoji by its two units', () => {
  expect(estimateTokens('가나다라', 'gpt')).toBe(Math.ceil(4 * 0.8))
  expect(estimateTokens('漢字ひらカナㄱㅏ', 'gpt')).toBe(Math.ceil(8 * 0.8))
  expect(estimateTokens('four letters', 'gpt')).toBe(4)
  expect(estimateTokens('가나다라 four letters', 'gpt')).toBe(Math.ceil(4 * 0.8 + 13 * 0.27))
  expect(estimateTokens('😀😀😀😀', 'gpt')).toBe(Math.ceil(8 * 0.38))
  expect(estimateTokens('', 'gpt')).toBe(0)
})

it('server B2: Korean is counted with each vendor’s own vocabulary, so that every hold covers its answer', () => {
  const korean = '동네 빵집 세 곳의 소금빵을 같은 날 아침에 사서 비교했습니다. '.repeat(20)
  const of = (model: ModelName) => estimateTokens(korean, model) / korean.length
  expect(of('gpt')).toBeCloseTo(0.66, 1)
  expect(of('gemini')).toBeCloseTo(0.78, 1)
  expect(of('claude')).toBeCloseTo(1.12, 1)
  expect(of('compatible')).toBe(of('gemini'))
})
