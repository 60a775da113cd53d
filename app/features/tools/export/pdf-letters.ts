// Chooses a font for every letter of a PDF. Pretendard has Hangul, Latin, Greek, Cyrillic, kana and common signs.
import boldFont from 'pretendard/dist/public/static/alternative/Pretendard-Bold.ttf?url'
import regularFont from 'pretendard/dist/public/static/alternative/Pretendard-Regular.ttf?url'
import { unzlibSync } from 'fflate'
import { findSlices, type FontSlice } from '#shared/font-slices.ts'
import { readCharacters } from '#shared/woff.ts'
import type { OutputLanguage } from '#shared/tools.ts'
import type { FontFiles } from './pdf-fonts/slices-of.ts'

export type ReadFont = (address: string) => Promise<Uint8Array<ArrayBuffer>>
type Slice = FontSlice<FontFiles>
/** A run of letters of one font; without `font` it is Pretendard. */
export type LetterRun = { text: string; font?: string }

/** The letter that stands for one that no font has. */
const missingLetter = '?'
export const mainFont = 'Pretendard'

const families = {
  korean: async () => (await import('./pdf-fonts/korean.ts')).slices,
  japanese: async () => (await import('./pdf-fonts/japanese.ts')).slices,
  chinese: async () => (await import('./pdf-fonts/chinese.ts')).slices,
  emoji: async () => (await import('./pdf-fonts/emoji.ts')).slices,
  symbols: async () => (await import('./pdf-fonts/symbols.ts')).slices,
}
type Family = keyof typeof families
/** The same Chinese letter has another form in each language. */
const chineseLetters: Partial<Record<OutputLanguage, Family[]>> = {
  Japanese: ['japanese', 'korean', 'chinese'],
  Chinese: ['chinese', 'japanese', 'korean'],
}
const familiesOf = (language: OutputLanguage): Family[] => [
  ...(chineseLetters[language] ?? ['korean', 'japanese', 'chinese']),
  'emoji',
  'symbols',
]

/** Signs that only change the letter before: joiners, forms of emoji, skin colours, tags of flags. */
const isModifier = (code: number): boolean =>
  code === 0x200d ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  (code >= 0x1f3fb && code <= 0x1f3ff) ||
  (code >= 0xe0020 && code <= 0xe007f)
const isInvisible = (code: number): boolean =>
  code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x200b && code <= 0x200f) || code === 0xfeff

/** The fonts for a text: loads those that hold its letters, and nothing else. */
export async function chooseFonts(text: string, language: OutputLanguage, read: ReadFont) {
  const charactersOf = async (address: string) => readCharacters(await read(address), unzlibSync)
  const [main] = await Promise.all([charactersOf(regularFont), read(boldFont)])
  const others = [...text]
    .map((letter) => letter.codePointAt(0)!)
    .filter((code) => !main.has(code) && !isModifier(code) && !isInvisible(code))
  const order = familiesOf(language).map((family) => families[family])
  const { found, missing } = await findSlices(others, order, ({ normal }) => charactersOf(normal))
  const used = new Map<Slice, { normal: boolean; bold: boolean }>()
  const has = await readModifiers(found, charactersOf)
  const sliceOf = (code: number, before: Slice | undefined): Slice | 'none' | undefined => {
    if (isModifier(code)) return before && has.get(before)?.has(code) ? before : 'none'
    if (isInvisible(code) && code !== 0x0a && code !== 0x09) return 'none'
    return found.get(code)
  }
  return {
    /** Letters that no font has. `runs` replaces them. */
    missing: missing.map((code) => String.fromCodePoint(code)),
    /** Splits a text by fonts. It leaves out signs that would be drawn as letters. */
    runs(part: string, isBold: boolean): LetterRun[] {
      const made: LetterRun[] = []
      let before: Slice | undefined
      for (const letter of part) {
        const code = letter.codePointAt(0)!
        const slice = sliceOf(code, before)
        if (slice === 'none') continue
        const isMissing = !slice && !main.has(code) && !isInvisible(code)
        if (slice)
          used.set(slice, {
            ...(used.get(slice) ?? { normal: false, bold: false }),
            [isBold ? 'bold' : 'normal']: true,
          })
        const last = made.at(-1)
        if (last && last.font === slice?.name) last.text += isMissing ? missingLetter : letter
        else made.push({ text: isMissing ? missingLetter : letter, ...(slice ? { font: slice.name } : {}) })
        before = slice
      }
      return made
    },
    /** The bytes of all fonts that `runs` used, by the name of the font. Call it after the last `runs`. */
    async load(): Promise<
      Record<string, { normal: Uint8Array<ArrayBuffer>; bold: Uint8Array<ArrayBuffer> }>
    > {
      const slices = await Promise.all(
        [...used].map(async ([{ name, file }, weights]) => {
          const [normal, bold] = await Promise.all([
            read(weights.normal ? file.normal : file.bold),
            read(weights.bold ? file.bold : file.normal),
          ])
          return [name, { normal, bold }] as const
        }),
      )
      const [normal, bold] = await Promise.all([read(regularFont), read(boldFont)])
      return Object.fromEntries([...slices, [mainFont, { normal, bold }] as const])
    },
  }
}
export type ChosenFonts = Awaited<ReturnType<typeof chooseFonts>>

/** Emoji of several signs stay together where their font has all of them. */
async function readModifiers(
  found: Map<number, Slice>,
  charactersOf: (address: string) => Promise<Set<number>>,
): Promise<Map<Slice, Set<number>>> {
  const emoji = [...new Set(found.values())].filter(({ name }) => name.startsWith('noto-emoji'))
  const sets = await Promise.all(emoji.map(({ file }) => charactersOf(file.normal)))
  return new Map(emoji.map((slice, index) => [slice, sets[index]!]))
}

const readInBrowser: ReadFont = async (address) => {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`status ${response.status} for a font`)
  return new Uint8Array(await response.arrayBuffer())
}

/** Reads every font once per call of this function. */
export function createFontReader(read: ReadFont = readInBrowser): ReadFont {
  const known = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  return (address) => {
    const reading = known.get(address) ?? read(address)
    known.set(address, reading)
    return reading
  }
}
