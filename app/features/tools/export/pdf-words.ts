// Line breaks of a PDF. The library breaks Hangul between any two letters; Korean texts break between words.

/** A run of a line of text with its look. pdfmake reads `noWrap` and `noNewLine`. */
export type PdfRun = {
  text: string
  font?: string
  bold?: boolean
  decoration?: ('lineThrough' | 'underline')[]
  background?: string
  link?: string
  /** Does not break within. */
  noWrap?: boolean
  /** Does not break after. */
  noNewLine?: boolean
}

const hangul = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/
const boundary = /(?<=\s)(?=\S)/

/**
 * Keeps the words of Korean in one line. A word may consist of several runs: of two fonts, or partly bold.
 * @param lettersMax a longer word breaks anywhere, because it might not fit into a line
 */
export function keepWords(runs: readonly PdfRun[], lettersMax: number): PdfRun[] {
  const pieces = runs.flatMap((run) => run.text.split(boundary).map((text) => ({ ...run, text })))
  const words: PdfRun[][] = []
  let isOpen = false
  for (const piece of pieces) {
    if (isOpen && !/^\s/.test(piece.text)) words.at(-1)!.push(piece)
    else words.push([piece])
    isOpen = !/\s$/.test(piece.text)
  }
  return words.flatMap((word) => {
    const text = word.map((piece) => piece.text).join('')
    if (!hangul.test(text) || text.trim().length > lettersMax || /[\n\r]/.test(text)) return word
    return word.map((piece, index) => ({
      ...piece,
      noWrap: true,
      ...(index < word.length - 1 ? { noNewLine: true } : {}),
    }))
  })
}
