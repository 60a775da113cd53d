// The content of an office document, and its Markdown. Only what our texts can hold is kept (docs/decisions/007).

/** A stretch of text with one look. `href` leads to http, https or mailto. */
export type Span = { text: string; isBold?: boolean; isItalic?: boolean; isStruck?: boolean; href?: string }

export type Block =
  /** Level 1 is the document's title. */
  | { kind: 'heading'; level: 1 | 2 | 3 | 4; spans: Span[] }
  | { kind: 'paragraph'; spans: Span[] }
  /** `level`: 0 for the outermost list. */
  | { kind: 'item'; level: number; isNumbered: boolean; spans: Span[] }
  /** Rows of cells; the first row has the headings of columns. */
  | { kind: 'table'; rows: Span[][][] }

/** `title` is empty for a document without one. `text` is Markdown. */
export type DocumentText = { title: string; text: string }

export const plainOf = (spans: readonly Span[]): string =>
  spans
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

/** Headings are bold by themselves. */
export const withoutBold = (spans: readonly Span[]): Span[] =>
  spans.map((span) => ({ ...span, isBold: false }))

export const hasText = (spans: readonly Span[]): boolean => spans.some(({ text }) => text.trim() !== '')

/** The address as a link of a text, or null for other schemes. */
export function safeHref(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return ['http:', 'https:', 'mailto:'].includes(url.protocol)
    ? url.href.replace(/[()\\<>]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
    : null
}

const deepestLevel = 6

/** Blocks without text are left out. */
export function writeMarkdown(blocks: readonly Block[]): string {
  const parts: string[] = []
  /** The marks of the list's open levels: the number of the last item, and the width of its mark. */
  let open: { isNumbered: boolean; number: number; width: number }[] = []
  for (const block of blocks) {
    if (block.kind === 'item') {
      if (!hasText(block.spans)) continue
      const level = Math.min(block.level, open.length, deepestLevel)
      const before = open[level]
      const isNext = before?.isNumbered === block.isNumbered
      const number = isNext ? before.number + 1 : 1
      const mark = block.isNumbered ? `${number}. ` : '- '
      const indent = ' '.repeat(open.slice(0, level).reduce((sum, { width }) => sum + width, 0))
      const isJoined = open.length > 0 && (level > 0 || isNext)
      const line = indent + mark + oneLine(block.spans)
      if (isJoined) parts[parts.length - 1] += `\n${line}`
      else parts.push(line)
      open = [...open.slice(0, level), { isNumbered: block.isNumbered, number, width: mark.length }]
      continue
    }
    open = []
    const text = writeBlock(block)
    if (text) parts.push(text)
  }
  return parts.join('\n\n')
}

function writeBlock(block: Exclude<Block, { kind: 'item' }>): string {
  if (block.kind === 'table') return writeTable(block.rows)
  if (!hasText(block.spans)) return ''
  if (block.kind === 'heading') return `${'#'.repeat(Math.max(2, block.level))} ${oneLine(block.spans)}`
  const lines = writeSpans(block.spans).split('\n')
  return lines
    .map((line) => guardStart(line.trim()))
    .filter(Boolean)
    .join('\\\n')
}

function writeTable(rows: readonly Span[][][]): string {
  const filled = rows.filter((row) => row.some(hasText))
  const columns = Math.max(0, ...filled.map((row) => row.length))
  if (columns === 0) return ''
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const cellsOf = (row: Span[][]) =>
    Array.from({ length: columns }, (_, at) => oneLine(row[at] ?? []).replaceAll('|', String.raw`\|`))
  const [first = [], ...body] = filled
  const head = first.map(withoutBold)
  return [
    line(cellsOf(head)),
    line(Array<string>(columns).fill('---')),
    ...body.map((row) => line(cellsOf(row))),
  ].join('\n')
}

const oneLine = (spans: readonly Span[]): string => writeSpans(spans).replace(/\s+/g, ' ').trim()

function writeSpans(spans: readonly Span[]): string {
  return joinAlike(spans).map(writeSpan).join('')
}

/** Word splits a word into several runs of one look. */
function joinAlike(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last && looksAlike(last, span)) joined[joined.length - 1] = { ...last, text: last.text + span.text }
    else joined.push(span)
  }
  return joined
}

const looksAlike = (a: Span, b: Span): boolean =>
  Boolean(a.isBold) === Boolean(b.isBold) &&
  Boolean(a.isItalic) === Boolean(b.isItalic) &&
  Boolean(a.isStruck) === Boolean(b.isStruck) &&
  a.href === b.href

function writeSpan(span: Span): string {
  const mark = `${span.isStruck ? '~~' : ''}${span.isBold ? '**' : ''}${span.isItalic ? '*' : ''}`
  if (!mark && !span.href) return escapeMarkdown(span.text)
  // A mark next to a space or, inside a word, next to punctuation is no mark (CommonMark 0.31, section 6.2).
  const edge = mark ? String.raw`[\s\p{P}\p{S}]*` : String.raw`\s*`
  const [, before = '', inner = '', after = ''] =
    new RegExp(`^(${edge})([^]*?)(${edge})$`, 'u').exec(span.text) ?? []
  if (!inner) return escapeMarkdown(span.text)
  const marked =
    mark +
    escapeMarkdown(inner) +
    Array.from(mark.matchAll(/~~|\*\*|\*/g), ([m]) => m)
      .toReversed()
      .join('')
  const linked = span.href ? `[${marked}](${span.href})` : marked
  return escapeMarkdown(before) + linked + escapeMarkdown(after)
}

/** So that text is not taken for Markdown. Brackets stay, unless they would make a link: they are blanks to fill. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*~<]/g, String.raw`\$&`)
    .replace(/(?<!\w)_|_(?!\w)/g, String.raw`\_`)
    .replace(/\](?=[(:[])/g, String.raw`\]`)
    .replace(/&(?=#?\w+;)/g, String.raw`\&`)
}

/** The same for signs that mean something at the start of a line. */
const guardStart = (line: string): string =>
  line.replace(/^(?:[#>+=|-])/, String.raw`\$&`).replace(/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`)

/** Plain text as Markdown: each line is a paragraph. */
export const writePlain = (text: string): string =>
  text
    .split('\n')
    .map((line) => guardStart(escapeMarkdown(line.trim())))
    .filter(Boolean)
    .join('\n\n')
