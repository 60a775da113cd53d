// The picture that messengers and networks show with a link to a page of ours.
import { drawPicture, mainFonts } from '#server/adapters/draw-picture.ts'
import { findFonts } from '#server/adapters/picture-fonts.ts'
import { directionOf, shapeLine } from '#server/adapters/shape-line.ts'
import type { Language } from '#shared/language.ts'
import { siteName } from '#shared/site.ts'

/** The content of the picture; `note` is a line below the title. */
export type OgImage = { title: string; note: string; language: Language }

type Row = { svg: string; width: number; direction: 'ltr' | 'rtl' }

const maxEntries = 200
const cache = new Map<string, Promise<Buffer>>()

/** PNG, 1200 x 630, drawn once for the same content; the last 200 are cached. */
export function drawOgImage(picture: OgImage): Promise<Buffer> {
  const key = JSON.stringify([picture.language, picture.title, picture.note])
  const drawn = cache.get(key) ?? draw(picture)
  cache.delete(key)
  cache.set(key, drawn)
  if (cache.size > maxEntries) cache.delete(cache.keys().next().value ?? '')
  return drawn.catch((error: unknown) => {
    cache.delete(key)
    throw error
  })
}

async function draw({ title, note, language }: OgImage): Promise<Buffer> {
  const [rows, notes] = await Promise.all([
    shape(wrapTitle(clean(title), 15, 4), { size: 66, font: mainFonts.bold }),
    shape(wrapTitle(clean(note), 32, 1).slice(0, 1), { size: 32, font: mainFonts.normal }),
  ])
  return drawPicture(composePicture({ rows, notes, language }))
}

/** Lines with letters that no font has are left out, because boxes would be drawn for them. */
async function shape(lines: string[], { size, font }: { size: number; font: string }): Promise<Row[]> {
  const text = lines.join(' ')
  const { fontOf, missing } = await findFonts(text, font)
  if (missing.length > 0) return []
  const direction = directionOf(text)
  const shaped = await Promise.all(lines.map((line) => shapeLine({ text: line, direction, size, fontOf })))
  return shaped.every((line) => line !== null) ? shaped.map((line) => ({ ...line, direction })) : []
}

const clean = (line: string): string =>
  line
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(emojiModifiers, '')
    .replaceAll(/\p{Cc}/gu, ' ')

/** Joiners, forms and skin colours: the font of emoji draws each sign alone. */
const emojiModifiers = /(?<=\p{Extended_Pictographic})(?:\u{200d}|\u{fe0f}|\p{Emoji_Modifier})+/gu

const edges = { left: 88, right: 1_112 }

/** Composes an SVG: ink on paper. Members' text comes as paths and is never markup. */
function composePicture(picture: { rows: Row[]; notes: Row[]; language: Language }): string {
  const { rows, notes, language } = picture
  const firstLine = 359 - (rows.length - 1) * 44
  const title = rows.map((row, index) => placeRow(row, firstLine + index * 88)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" font-family="Pretendard" fill="#1c1b19">
<rect width="1200" height="630" fill="#faf8f3"/><rect x="88" y="72" width="48" height="48" rx="8" fill="#b8321f"/>
<text x="112" y="107" font-size="30" font-weight="700" fill="#ffffff" text-anchor="middle">${language === 'ko' ? '문' : 'M'}</text>
<text x="152" y="108" font-size="32" font-weight="700">${escape(siteName[language])}</text>${title}
<g fill="#57534a">${notes.map((row) => placeRow(row, 570)).join('')}</g></svg>`
}

/** A line at its edge, smaller where its letters are wider than `wrapTitle` measured. */
function placeRow({ svg, width, direction }: Row, y: number): string {
  const scale = Math.min(1, (edges.right - edges.left) / Math.max(1, width))
  const x = direction === 'rtl' ? edges.right - width * scale : edges.left
  return `<g transform="translate(${x.toFixed(2)} ${y}) scale(${scale.toFixed(4)})">${svg}</g>`
}

/** Wraps between words where possible. A Hangul letter has width one, a Latin one about half. */
export function wrapTitle(title: string, widthMax: number, linesMax: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of title.split(/\s+/).flatMap((whole) => splitWide(whole, widthMax))) {
    const longer = line ? `${line} ${word}` : word
    if (measure(longer) <= widthMax) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  if (line) lines.push(line)
  return lines.length <= linesMax ? lines : [...lines.slice(0, linesMax - 1), `${lines[linesMax - 1]}…`]
}

const measure = (text: string): number =>
  [...text].reduce((width, letter) => {
    if (/\p{Mn}|\p{Default_Ignorable_Code_Point}/u.test(letter)) return width
    return width + ((letter.codePointAt(0) ?? 0) < 0x1100 ? 0.55 : 0.95)
  }, 0)

const syllables = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function splitWide(word: string, widthMax: number): string[] {
  const parts: string[] = []
  let part = ''
  // Between syllables: a Thai or Hindi vowel stays with its consonant.
  for (const { segment: letter } of syllables.segment(word)) {
    if (measure(part + letter) > widthMax) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return part ? [...parts, part] : parts
}

const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${String(letter.codePointAt(0))};`).replaceAll(/\p{Cc}/gu, '')
