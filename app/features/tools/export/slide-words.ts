// The lines of a slide: how its words are broken, and at which size they fit.

/** The width of a text at the size that is set. */
export type Measure = (text: string, size: number, isBold: boolean) => number
export type SlideLine = { text: string; size: number; isBold: boolean }
export type SlideLayout = { lines: SlideLine[]; height: number }

/** Line heights, and the space between heading and text, in multiples of their sizes. */
const leading = { heading: 1.3, text: 1.5 }
const gap = 0.8
/** The heading's size; the text's is a part of it. Both shrink together. */
const sizes = { most: 92, least: 22, step: 2, text: 0.56 }

/**
 * Breaks heading and text into lines, at the largest size at which all fit.
 * @param language BCP 47, for scripts that write words without spaces
 * @returns the lines from top to bottom; those that do not fit at the smallest size end in an ellipsis
 */
export function layOutSlide(
  slide: { heading: string; text: string },
  area: { width: number; height: number },
  language: string,
  measure: Measure,
): SlideLayout {
  let layout: SlideLayout = { lines: [], height: 0 }
  for (let size = sizes.most; size >= sizes.least; size -= sizes.step) {
    layout = layOutAt(size, slide, area.width, language, measure)
    if (layout.height <= area.height) return layout
  }
  return cut(layout, area.height)
}

function layOutAt(
  size: number,
  { heading, text }: { heading: string; text: string },
  width: number,
  language: string,
  measure: Measure,
): SlideLayout {
  const small = Math.round(size * sizes.text)
  const lines = [
    ...breakLines(heading, width, language, (part) => measure(part, size, true)).map((line) => ({
      text: line,
      size,
      isBold: true,
    })),
    ...breakLines(text, width, language, (part) => measure(part, small, false)).map((line) => ({
      text: line,
      size: small,
      isBold: false,
    })),
  ]
  return { lines, height: heightOf(lines) }
}

export const lineHeight = ({ size, isBold }: SlideLine): number =>
  size * (isBold ? leading.heading : leading.text)
/** The space above the first line of the text. */
export const gapBefore = (lines: readonly SlideLine[], index: number): number =>
  index > 0 && lines[index - 1]!.isBold && !lines[index]!.isBold ? lines[index - 1]!.size * gap : 0
const heightOf = (lines: readonly SlideLine[]): number =>
  lines.reduce((sum, line, index) => sum + lineHeight(line) + gapBefore(lines, index), 0)

function cut({ lines }: SlideLayout, height: number): SlideLayout {
  const shown = [...lines]
  while (shown.length > 1 && heightOf(shown) > height) shown.pop()
  const last = shown.pop()!
  shown.push({ ...last, text: `${last.text.replace(/[\s.,]*.$/u, '')}…` })
  return { lines: shown, height: heightOf(shown) }
}

/** Breaks between words, and within a word only where it is wider than a line. */
export function breakLines(
  text: string,
  width: number,
  language: string,
  measure: (text: string) => number,
): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of wordsOf(paragraph, language))
      for (const part of measure(word.trimEnd()) > width ? graphemesOf(word, language) : [word])
        if (measure((line + part).trimEnd()) <= width) line += part
        else {
          if (line.trim()) lines.push(line.trim())
          line = part
        }
    if (line.trim()) lines.push(line.trim())
    return lines
  })
}

const segmentsOf = (text: string, language: string, granularity: 'word' | 'grapheme'): string[] =>
  [...new Intl.Segmenter(language, { granularity }).segment(text)].map(({ segment }) => segment)
const graphemesOf = (text: string, language: string) => segmentsOf(text, language, 'grapheme')

/** Japanese and Chinese have no spaces: their words are found by the dictionary of the browser. */
function wordsOf(text: string, language: string): string[] {
  if (!/^(?:ja|zh)/.test(language)) return text.split(/(?<=\s)(?=\S)/)
  const words: string[] = []
  for (const segment of segmentsOf(text, language, 'word')) {
    // A closing sign begins no line.
    if (words.length > 0 && /^[\p{Pe}\p{Pf}\p{Po}\sー]/u.test(segment)) words[words.length - 1] += segment
    else words.push(segment)
  }
  return words
}
