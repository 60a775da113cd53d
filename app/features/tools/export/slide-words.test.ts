import { expect, it } from 'vitest'
import { breakLines, layOutSlide, type Measure } from './slide-words.ts'

/** Every letter as wide as it is high, as in Hangul. */
const measure: Measure = (text, size) => [...text].length * size
const widthOf = (text: string) => [...text].length
const area = { width: 904, height: 1_000 }

it('a short slide is drawn at the largest size, a long one at the largest that fits', () => {
  const short = layOutSlide({ heading: '가을 길', text: '걷기 좋아요.' }, area, 'ko', measure)
  expect(short.lines.map(({ text, size }) => [text, size])).toEqual([
    ['가을 길', 92],
    ['걷기 좋아요.', 52],
  ])
  const long = layOutSlide(
    { heading: '가을 길', text: '걷기 좋은 길이에요. '.repeat(30) },
    area,
    'ko',
    measure,
  )
  expect(long.lines[0]!.size).toBeLessThan(92)
  expect(long.height).toBeLessThanOrEqual(area.height)
  expect(long.lines.map(({ text }) => text).join(' ')).toBe(
    `가을 길 ${'걷기 좋은 길이에요. '.repeat(30)}`.trim(),
  )
})

it('a text that fits at no size ends in an ellipsis within the picture', () => {
  const { lines, height } = layOutSlide(
    { heading: '길', text: '가나다라 '.repeat(3_000) },
    area,
    'ko',
    measure,
  )
  expect(height).toBeLessThanOrEqual(area.height)
  expect(lines.at(-1)!.text).toMatch(/…$/)
  for (const { text, size } of lines) expect(measure(text, size, false)).toBeLessThanOrEqual(area.width)
})

it('lines end between words; a word wider than a line is broken', () => {
  expect(breakLines('하나 둘셋 넷', 5, 'ko', widthOf)).toEqual(['하나 둘셋', '넷'])
  expect(breakLines('하나둘셋넷다섯', 3, 'ko', widthOf)).toEqual(['하나둘', '셋넷다', '섯'])
  expect(breakLines('첫 줄\n둘째 줄', 10, 'ko', widthOf)).toEqual(['첫 줄', '둘째 줄'])
})

it('Japanese is broken between its words, and no line begins with its full stop', () => {
  const lines = breakLines('図書館で本を読みます。', 10, 'ja', widthOf)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join('')).toBe('図書館で本を読みます。')
  for (const line of lines) expect(line).not.toMatch(/^。/)
})
