// The picture that messengers and networks show with a link to a page of ours.
import { drawPicture } from '#server/adapters/draw-picture.ts'
import { findFonts } from '#server/adapters/picture-fonts.ts'
import type { Language } from '#shared/language.ts'
import { siteName } from '#shared/site.ts'

/** The content of the picture; `note` is a line below the title. */
export type OgImage = { title: string; note: string; language: Language }

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

/**
 * A line with letters that no font has is left out, because boxes would be drawn for them. Arabic and Hindi have none
 * here: the renderer falls back by single glyphs, and their letters join.
 */
async function draw({ title, note, language }: OgImage): Promise<Buffer> {
  const [inTitle, inNote] = await Promise.all([drawable(title), drawable(note)])
  const svg = composePicture({ title: inTitle.text, note: inNote.text, language })
  return drawPicture(svg, [...new Set([...inTitle.files, ...inNote.files])])
}

async function drawable(line: string): Promise<{ text: string; files: string[] }> {
  const text = line
    .toWellFormed()
    .replaceAll(emojiModifiers, '')
    .replaceAll(/\p{Cc}/gu, ' ')
  const { files, missing } = await findFonts(text)
  return missing.length > 0 ? { text: '', files: [] } : { text, files }
}

/** Joiners, forms and skin colours: the font of emoji draws each sign alone. */
const emojiModifiers = /(?<=\p{Extended_Pictographic})(?:\u{200d}|\u{fe0f}|\p{Emoji_Modifier})+/gu

/** Composes an SVG: ink on paper. Members' text is escaped and never markup. */
export function composePicture({ title, note, language }: OgImage): string {
  const lines = wrapTitle(title, 15, 4)
  const firstLine = 359 - (lines.length - 1) * 44
  const rows = lines
    .map(
      (line, index) =>
        `<text x="88" y="${firstLine + index * 88}" font-size="66" font-weight="700">${escape(line)}</text>`,
    )
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" font-family="Pretendard" fill="#1c1b19">
<rect width="1200" height="630" fill="#faf8f3"/><rect x="88" y="72" width="48" height="48" rx="8" fill="#b8321f"/>
<text x="112" y="107" font-size="30" font-weight="700" fill="#ffffff" text-anchor="middle">${language === 'ko' ? '문' : 'M'}</text>
<text x="152" y="108" font-size="32" font-weight="700">${escape(siteName[language])}</text>${rows}
<text x="88" y="570" font-size="32" fill="#57534a">${escape(wrapTitle(note, 32, 1)[0] ?? '')}</text></svg>`
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
  [...text].reduce((width, letter) => width + ((letter.codePointAt(0) ?? 0) < 0x1100 ? 0.55 : 0.95), 0)

function splitWide(word: string, widthMax: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const letter of word) {
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
