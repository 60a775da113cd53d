// Marks and alignment, which Markdown does not have, in the notation of Pandoc: `[text]{.underline}`, `[text]{.mark}`, and
// `{.center}` at the end of a paragraph, a heading or a picture (pandoc.org/MANUAL.html, “bracketed_spans” and
// “header_attributes”). See decision 007.

export const alignments = ['left', 'center', 'right'] as const
export type Alignment = (typeof alignments)[number]
export type SpanMark = 'underline' | 'mark'
export type Span = { mark: SpanMark; raw: string; text: string }

/** Of brackets in each other: more of them are no text of a person. */
const depthMax = 20

/** The marked words that a Markdown source begins with, or null. Linear in the length of the source. */
export function readSpan(source: string): Span | null {
  if (!source.startsWith('[')) return null
  const end = findClosingBracket(source)
  const [classes, mark] =
    end < 0 ? [] : (/^\{\.(underline|mark)\}/.exec(source.slice(end + 1, end + 14)) ?? [])
  if (!classes || end === 1) return null
  return {
    mark: mark as SpanMark,
    raw: source.slice(0, end + 1 + classes.length),
    text: source.slice(1, end),
  }
}

function findClosingBracket(source: string): number {
  let depth = 0
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]
    if (sign === '\\') at++
    else if (sign === '`') at = findEndOfCode(source, at)
    else if (sign === '[' && ++depth > depthMax) return -1
    else if (sign === ']' && --depth === 0) return at
    else if (sign === ']' && source[at + 1] === '(') at = findEndOfAddress(source, at + 1)
  }
  return -1
}

/** The last sign of the code that begins at `at`, or of its delimiter when nothing closes it. */
function findEndOfCode(source: string, at: number): number {
  let begin = at
  while (source[begin] === '`') begin++
  const delimiter = source.slice(at, begin)
  let end = source.indexOf(delimiter, begin)
  while (end >= 0 && (source[end + delimiter.length] === '`' || source[end - 1] === '`'))
    end = source.indexOf(delimiter, end + 1)
  return end < 0 ? begin - 1 : end + delimiter.length - 1
}

/** The bracket that closes a link's address, in which square brackets may be. */
function findEndOfAddress(source: string, at: number): number {
  const address = /^\([^()\s[\]]*(?:[[\]][^()\s[\]]*){0,20}\)/.exec(source.slice(at, at + 2_000))
  return address ? at + address[0].length - 1 : at
}

export const writeSpan = (mark: SpanMark, text: string): string => `[${text}]{.${mark}}`

const alignmentAtEnd = /(?:^|[ \t])\{\.(left|center|right)\}[ \t]*$/

type InlineToken = { type?: string; raw?: string; text?: string }

/**
 * Takes the alignment off the end of a block.
 * @param tokens the parsed inline tokens of the block
 */
export function splitAlignment<Token extends InlineToken>(
  tokens: readonly Token[],
): { align: Alignment | null; tokens: Token[] } {
  const last = tokens.at(-1)
  const raw = last?.type === 'text' ? (last.raw ?? '') : ''
  const found = alignmentAtEnd.exec(raw)
  if (!last || !found) return { align: null, tokens: [...tokens] }
  const text = raw.slice(0, found.index)
  const rest = text === '' ? [] : [{ ...last, raw: text, text }]
  return { align: found[1] as Alignment, tokens: [...tokens.slice(0, -1), ...rest] }
}

/** The Markdown of a block with its alignment. Words that look like one are escaped. */
export function writeAlignment(block: string, align: Alignment | null): string {
  const own = block.replace(/\{(\.(?:left|center|right)\}[ \t]*)$/, '\\{$1')
  return align && own !== '' ? `${own} {.${align}}` : own
}

/** Whether a value, from pasted HTML or elsewhere, is an alignment. */
export const isAlignment = (value: unknown): value is Alignment => alignments.includes(value as Alignment)

/** A Markdown text without the signs of marks and alignment, for readers of words only. */
export function withoutMarks(markdown: string): string {
  if (!markdown.includes('{.')) return markdown
  const open: number[] = []
  const removed: [start: number, end: number][] = []
  for (let at = 0; at < markdown.length; at++) {
    const sign = markdown[at]
    if (sign === '\\') at++
    else if (sign === '\n') open.length = 0
    else if (sign === '[') open.push(at)
    else if (sign === ']') {
      const begin = open.pop()
      const classes = /^\]\{\.(?:underline|mark)\}/.exec(markdown.slice(at, at + 13))?.[0]
      if (begin !== undefined && classes) removed.push([begin, begin + 1], [at, at + classes.length])
    }
  }
  return cutOut(markdown, removed).replace(/(^|[^\\])[ \t]*\{\.(?:left|center|right)\}[ \t]*$/gm, '$1')
}

function cutOut(text: string, ranges: [start: number, end: number][]): string {
  let from = 0
  let rest = ''
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    rest += text.slice(from, start)
    from = end
  }
  return rest + text.slice(from)
}
