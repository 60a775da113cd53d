import { expect, it } from 'vitest'
import { mainFonts } from './draw-picture.ts'
import { findFonts } from './picture-fonts.ts'
import { directionOf, shapeLine } from './shape-line.ts'

async function shape(text: string) {
  const { fontOf, missing } = await findFonts(text, mainFonts.bold)
  expect(missing, text).toEqual([])
  return shapeLine({ text, direction: directionOf(text), size: 100, fontOf })
}
/** The outlines of the glyphs from left to right. */
const outlinesOf = async (text: string): Promise<string[]> =>
  [...(await shape(text))!.svg.matchAll(/ d="([^"]+)"/g)].map(([, outline]) => outline!)

it('letters of Arabic have the form of their place in the word, from right to left', async () => {
  const [alone] = await outlinesOf('ب')
  const forms = await outlinesOf('ببب')
  expect(new Set([alone, ...forms]).size).toBe(4)
  // Seen first, read last.
  expect((await outlinesOf('بب')).at(-1)).toBe(forms.at(-1))
})

it('letters of Hindi form one sign, and a vowel stands before its consonant', async () => {
  expect(await outlinesOf('क्ष')).toHaveLength(1)
  const [consonant] = await outlinesOf('क')
  const syllable = await outlinesOf('कि')
  expect(syllable).toHaveLength(2)
  expect(syllable[1]).toBe(consonant)
})

it('marks of Thai stand above their consonant and take no room', async () => {
  const [consonant, syllable] = [await shape('ก'), await shape('กิ่')]
  expect(syllable!.width).toBeCloseTo(consonant!.width)
  expect(await outlinesOf('กิ่')).toHaveLength(3)
})

it('words of another script keep their letters and their order within a line', async () => {
  const latin = await outlinesOf('Books 50')
  for (const text of ['مكتبة Books 50', 'पुस्तक Books 50', 'ภาษาไทย Books 50', '문장 Books 50']) {
    const outlines = await outlinesOf(text)
    for (const word of [latin.slice(0, 5), latin.slice(5)])
      expect(outlines.join('|'), text).toContain(word.join('|'))
  }
  // From the right: the Arabic word, then the Latin one.
  const mixed = await outlinesOf('مكتبة Books')
  expect(mixed.slice(0, 5)).toEqual(latin.slice(0, 5))
  expect([directionOf('2026 مكتبة'), directionOf('2026 Books'), directionOf('')]).toEqual([
    'rtl',
    'ltr',
    'ltr',
  ])
})

it('brackets of Arabic are mirrored, and joiners have no look', async () => {
  const [open, close] = [await outlinesOf('('), await outlinesOf(')')]
  const bracketed = await outlinesOf('(ب)')
  expect([bracketed[0], bracketed.at(-1)]).toEqual([...open, ...close])
  expect(await outlinesOf('a\u200db')).toEqual(await outlinesOf('ab'))
})

it('a glyph that the font lacks is never drawn as a box', async () => {
  const line = { direction: 'ltr', size: 100, fontOf: () => mainFonts.bold } as const
  expect(await shapeLine({ ...line, text: '한글' })).not.toBeNull()
  for (const text of ['한글 ب', 'क', 'ก', '\u{10fffd}'])
    expect(await shapeLine({ ...line, text }), text).toBeNull()
  expect(await shapeLine({ ...line, text: '' })).toEqual({ svg: '', width: 0 })
})

it('a text is outlines in the picture, never markup', async () => {
  const { svg } = (await shape('<image href="http://x/"/> & "\'</svg>'))!
  expect(svg).toMatch(/^(?:<path transform="[-a-z0-9. ()]+" d="[-A-Za-z0-9., ]+"\/>)+$/)
  // 90 letters with the deepest embedding that the algorithm knows.
  const deep = `${'\u202b\u202a'.repeat(45)}abcب`
  expect(await shape(deep)).not.toBeNull()
})
