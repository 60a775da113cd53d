// Underline and highlight in Markdown files of other programs, which write them as tags: Obsidian and Typora show both,
// GitHub shows the highlight. `==text==` would be shown by fewer, and stands for other things in texts.
import { splitAtCode } from '#shared/code-blocks.ts'
import { readSpan, writeSpan, type SpanMark } from '#shared/text-marks.ts'

const tagOf: Record<SpanMark, string> = { underline: 'u', mark: 'mark' }

/** An escaped sign, and code in a line, which ends before an empty line. Nothing in them is a mark. */
const literal = /\\[^]|(?<tick>`+)(?!`)(?:(?!\n[ \t]*\n)[^])*?(?<!`)\k<tick>(?!`)|`+/
const alignment = /[ \t]*\{\.(?:left|center|right)\}[ \t]*(?=\n|$)/
const tag = /<\/?(?:u|mark)>/
/** Each pair reads what it encloses again. */
const depthMax = 20
const emptyLine = /\n[ \t]*\n/
const anyOf = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'), 'y')

const storedPiece = anyOf(literal, alignment, /[ \t]+/, /[^\\`[ \t{]+/, /[^]/)
const foreignPiece = anyOf(literal, tag, emptyLine, /[^\\`<\n]+/, /[^]/)

/** A stored text with tags in place of our notation. Alignment, which Markdown does not have, is left out. */
export const writeMarkTags = (markdown: string): string => outsideCode(markdown, writeTags)

function writeTags(markdown: string): string {
  let written = ''
  for (let at = 0; at < markdown.length;) {
    const span = markdown[at] === '[' ? readSpan(markdown.slice(at)) : null
    const piece = span?.raw ?? pieceAt(storedPiece, markdown, at)
    at += piece.length
    if (span) written += `<${tagOf[span.mark]}>${writeTags(span.text)}</${tagOf[span.mark]}>`
    else if (!isAlignment(piece)) written += piece
  }
  return written
}

/** The reverse for files that are brought. A tag without its other half, or around several paragraphs, stays text. */
export const readMarkTags = (markdown: string): string =>
  tag.test(markdown) ? outsideCode(markdown, readTags) : markdown

function readTags(markdown: string): string {
  const pieces: string[] = []
  let open: { name: string; at: number }[] = []
  for (let at = 0; at < markdown.length;) {
    const piece = pieceAt(foreignPiece, markdown, at)
    at += piece.length
    const begun = open.at(-1)
    if (/^\n[ \t]*\n$/.test(piece)) open = []
    if ((piece === '<u>' || piece === '<mark>') && open.length < depthMax)
      open.push({ name: piece.slice(1, -1), at: pieces.length })
    if (begun && piece === `</${begun.name}>`) {
      open.pop()
      const words = pieces.splice(begun.at).slice(1).join('')
      const marked = writeSpan(begun.name === 'u' ? 'underline' : 'mark', words)
      // Single brackets among the words would end it.
      pieces.push(readSpan(marked)?.raw === marked ? marked : `<${begun.name}>${words}${piece}`)
    } else pieces.push(piece)
  }
  return pieces.join('')
}

const outsideCode = (markdown: string, change: (prose: string) => string): string =>
  splitAtCode(markdown)
    .map(({ isCode, text }) => (isCode ? text : change(text)))
    .join('')

function pieceAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)![0]
}

const isAlignment = (piece: string): boolean => /^[ \t]*\{\.(?:left|center|right)\}[ \t]*$/.test(piece)
