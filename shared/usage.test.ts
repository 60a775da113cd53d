import { expect, it } from 'vitest'
import { estimateTokens } from './usage.ts'

it('estimates by syllable for Hangul, Han and Kana, by four characters for other writing, and an emoji as one character', () => {
  expect(estimateTokens('가나다라')).toBe(3)
  expect(estimateTokens('漢字ひらカナㄱㅏ')).toBe(6)
  expect(estimateTokens('four letters')).toBe(4)
  expect(estimateTokens('가나다라 four letters')).toBe(Math.ceil(3 + 13 * 0.27))
  expect(estimateTokens('😀😀😀😀')).toBe(2)
  expect(estimateTokens('')).toBe(0)
})
