// The client of HarfBuzz, which chooses and places the glyphs of a line in any script, and of bidi-js, which orders the
// runs of a line that has both directions (Unicode Standard Annex 9). resvg does neither rightly: it joins no Arabic
// letters next to Latin ones, and orders the parts of Hindi syllables wrongly.
import bidiFactory, { type Bidi } from 'bidi-js'
import * as harfbuzz from 'harfbuzzjs'
import { readFile } from 'node:fs/promises'
import { once } from './once.ts'

/** The path of an OpenType file that has this code point; undefined for a sign without a look of its own. */
export type FontOf = (code: number) => string | undefined
type Direction = 'ltr' | 'rtl'
type Run = { start: number; length: number; file: string; level: number }

// Its types describe its ES module; Node loads the other.
const bidi = (bidiFactory as unknown as () => Bidi)()
const loadFont = once(async (path) => {
  const face = new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(await readFile(path)).buffer))
  return { font: new harfbuzz.Font(face), unitsPerEm: face.upem }
})

/** The direction of a text, by its first letter that has one. */
export const directionOf = (text: string): Direction =>
  (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr'

/**
 * Shapes one line.
 * @param line.size the font size in pixels
 * @returns SVG elements of the line, which begins at 0,0 on its baseline, and its width in pixels; null when a font lacks
 * one of its glyphs
 */
export async function shapeLine(line: {
  text: string
  direction: Direction
  size: number
  fontOf: FontOf
}): Promise<{ svg: string; width: number } | null> {
  const { levels } = bidi.getEmbeddingLevels(line.text, line.direction)
  const runs = inVisualOrder(splitRuns(line.text, line.fontOf, levels))
  const fonts = await Promise.all(runs.map(({ file }) => loadFont(file)))
  let width = 0
  let svg = ''
  for (const [index, run] of runs.entries()) {
    const { font, unitsPerEm } = fonts[index]!
    const scale = line.size / unitsPerEm
    for (const { glyph, xAdvance, xOffset, yOffset } of shapeRun(font, line.text, run)) {
      // The glyph 0 is the box of what the font lacks.
      if (glyph === 0) return null
      const at = [width + xOffset * scale, -yOffset * scale].map((value) => value.toFixed(2)).join(' ')
      const path = font.glyphToPath(glyph)
      // Fonts count upwards, pictures downwards.
      if (path) svg += `<path transform="translate(${at}) scale(${scale} ${-scale})" d="${path}"/>`
      width += xAdvance * scale
    }
  }
  return { svg, width }
}

/** Parts of one font and one direction. */
function splitRuns(text: string, fontOf: FontOf, levels: Uint8Array): Run[] {
  const runs: Run[] = []
  let start = 0
  for (const letter of text) {
    const last = runs.at(-1)
    const file = fontOf(letter.codePointAt(0)!) ?? last?.file
    const level = levels[start]!
    if (file !== undefined) {
      if (last && last.file === file && last.level === level) last.length = start + letter.length - last.start
      else runs.push({ start, length: letter.length, file, level })
    }
    start += letter.length
  }
  return runs
}

/** From the highest level down, neighbours of at least that level change places (rule L2). */
function inVisualOrder(runs: Run[]): Run[] {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--)
    for (let from = 0; from < ordered.length; from++) {
      let to = from
      while (to < ordered.length && ordered[to]!.level >= level) to++
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed())
      from = to
    }
  return ordered
}

function shapeRun(font: harfbuzz.Font, text: string, { start, length, level }: Run) {
  const buffer = new harfbuzz.Buffer()
  // With the whole line as its context: a letter joins its neighbour in another run.
  buffer.addText(text, start, length)
  buffer.guessSegmentProperties()
  buffer.setDirection(level % 2 === 1 ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR)
  harfbuzz.shape(font, buffer)
  const positions = buffer.getGlyphPositions()
  return buffer.getGlyphInfos().map(({ codepoint }, index) => ({ glyph: codepoint, ...positions[index]! }))
}
