import { expect, it } from 'vitest'
import { composePicture, drawOgImage, wrapTitle } from './og-image.ts'

const facts = { note: '글쓴이 · gpt', language: 'ko' as const }

it('a title wraps between words, and long ones end with dots', () => {
  expect(wrapTitle('블로그 글의 첫 문장을 다섯 가지로 써 주는 프롬프트', 15, 4)).toEqual([
    '블로그 글의 첫 문장을 다섯',
    '가지로 써 주는 프롬프트',
  ])
  expect(wrapTitle('가'.repeat(100), 15, 4)).toHaveLength(4)
  expect(wrapTitle('가'.repeat(100), 15, 4).at(-1)).toMatch(/…$/)
})

it('an author’s text is text in the picture, never markup', () => {
  const svg = composePicture({ ...facts, title: '<image href="http://x/"/> & "\u0000' })
  expect(svg).not.toContain('<image')
  expect(svg).not.toContain('\u0000')
})

it('the picture is a PNG of 1200 x 630, and its Hangul is drawn', async () => {
  const picture = await drawOgImage({ ...facts, title: '한글 제목' })
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630])
  const other = await drawOgImage({ ...facts, title: '다른 제목' })
  expect(picture.equals(other)).toBe(false)
})

it('Chinese letters of each language, signs and emoji are drawn as letters, not as boxes', async () => {
  // Boxes look the same for different letters of equal width.
  for (const [one, other] of [
    ['漢字', '韓國'],
    ['図書館', '読書会'],
    ['简体', '汉语'],
    ['😀', '🎉'],
    ['☎', '✈'],
    ['Тест', 'Слон'],
  ] as const) {
    const pictures = [one, other].map((title) => drawOgImage({ ...facts, title }))
    const [first, second] = await Promise.all(pictures)
    expect(first!.equals(second!), one).toBe(false)
    expect(first!.equals(await drawOgImage({ ...facts, title: '' })), one).toBe(false)
  }
})

it('a title in a script without a font gives the picture without a title', async () => {
  const neutral = await drawOgImage({ ...facts, title: '' })
  for (const title of ['ภาษาไทย', 'مكتبة', 'पुस्तक'])
    expect((await drawOgImage({ ...facts, title })).equals(neutral), title).toBe(true)
})
