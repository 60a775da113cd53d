import sharp from 'sharp'
import { expect, it } from 'vitest'
import { drawOgImage, wrapTitle } from './og-image.ts'

const facts = { note: '글쓴이 · gpt', language: 'ko' as const }

it('a title wraps between words, and long ones end with dots', () => {
  expect(wrapTitle('블로그 글의 첫 문장을 다섯 가지로 써 주는 프롬프트', 15, 4)).toEqual([
    '블로그 글의 첫 문장을 다섯',
    '가지로 써 주는 프롬프트',
  ])
  expect(wrapTitle('가'.repeat(100), 15, 4)).toHaveLength(4)
  expect(wrapTitle('가'.repeat(100), 15, 4).at(-1)).toMatch(/…$/)
  // A vowel stays with its consonant.
  for (const line of wrapTitle('กิ่'.repeat(90), 15, 4)) expect(line).toMatch(/^(?:กิ่)+…?$/)
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
    ['مكتبة', 'مدرسة'],
    ['पुस्तक', 'विद्या'],
    ['ภาษาไทย', 'หนังสือ'],
    ['مكتبة Books 2026', 'مكتبة Paper 2026'],
  ] as const) {
    const pictures = [one, other].map((title) => drawOgImage({ ...facts, title }))
    const [first, second] = await Promise.all(pictures)
    expect(first!.equals(second!), one).toBe(false)
    expect(first!.equals(await drawOgImage({ ...facts, title: '' })), one).toBe(false)
  }
})

it('a title in Arabic begins at the right edge', async () => {
  /** Whether pixels of the title are dark, between the name of the site and the note. */
  const hasInk = async (title: string, left: number) => {
    const region = { left, top: 200, width: 150, height: 300 }
    const picture = sharp(await drawOgImage({ ...facts, title }))
    return Math.min(...(await picture.extract(region).greyscale().raw().toBuffer())) < 100
  }
  expect([await hasInk('مكتبة', 88), await hasInk('مكتبة', 962)]).toEqual([false, true])
  expect([await hasInk('पुस्तक', 88), await hasInk('पुस्तक', 962)]).toEqual([true, false])
})

it('a title in a script without a font gives the picture without a title', async () => {
  const neutral = await drawOgImage({ ...facts, title: '' })
  for (const title of ['ספרייה', 'বই', '제목 ספר', '\u{10fffd}'])
    expect((await drawOgImage({ ...facts, title })).equals(neutral), title).toBe(true)
})
