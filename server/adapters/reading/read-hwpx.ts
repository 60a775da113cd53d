// Documents of Hangul in the open format (OWPML, KS X 6101), as Hancom's word processor saves them.
import { AppError } from '#shared/errors.ts'
import {
  hasText,
  plainOf,
  safeHref,
  withoutBold,
  writeMarkdown,
  type Block,
  type DocumentText,
  type Span,
} from './document-blocks.ts'
import { markdownLevel } from './read-docx.ts'
import {
  allOf,
  childOf,
  elementsOf,
  readXml,
  textIn,
  unpack,
  type XmlElement,
  outermostOf,
} from './read-package.ts'

export const hwpxParts = /^(?:mimetype|Contents\/(?:header|section\d{1,4})\.xml)$/

type Look = Omit<Span, 'text'>
type Paragraph = { level: number | null; list: 'bullet' | 'number' | null; left: number }
type Context = { looks: Map<string, Look>; paragraphs: Map<string, Paragraph>; styles: Map<string, number> }

/**
 * Headings, lists, tables, links and emphasis of a Hangul document. Notes, headers, pictures and formulas are left out.
 * @throws AppError file_unreadable (also for one with a password), file_too_large
 */
export function readHwpx(data: Uint8Array): DocumentText {
  const parts = unpack(data, hwpxParts)
  const sections = [...parts.keys()]
    .filter((name) => name.includes('section'))
    .toSorted((a, b) => Number(/\d+/.exec(a)) - Number(/\d+/.exec(b)))
    .map((name) => readXml(parts.get(name)))
  if (sections.length === 0) throw new AppError('file_unreadable')
  const header = readXml(parts.get('Contents/header.xml'))
  const context: Context = {
    looks: readLooks(header),
    paragraphs: readParagraphKinds(header),
    styles: headingStyles(header),
  }
  const blocks = nestItems(sections.flatMap((section) => (section ? readBlocks(section, context) : [])))
  const title = titleOf(blocks)
  return { title, text: writeMarkdown(title ? blocks.slice(1) : blocks) }
}

/** A first paragraph that is all bold and short, before anything else. */
function titleOf([first]: readonly Block[]): string {
  if (first?.kind !== 'paragraph' || !first.spans.every(({ isBold, text }) => isBold || text.trim() === ''))
    return ''
  const title = plainOf(first.spans)
  return title.length <= 100 ? title : ''
}

function readBlocks(parent: XmlElement, context: Context): Block[] {
  return elementsOf(parent, 'p').flatMap((paragraph): Block[] => {
    const spans = readSpans(paragraph, context)
    const inner = elementsOf(paragraph, 'run').flatMap((run) => readObjects(run, context))
    return hasText(spans) ? [describe(paragraph, spans, context), ...inner] : inner
  })
}

/** Tables, and texts in shapes. */
function readObjects(run: XmlElement, context: Context): Block[] {
  return elementsOf(run).flatMap((object): Block[] => {
    if (object.name === 'tbl') return [{ kind: 'table', rows: readRows(object, context) }]
    if (object.name === 'ctrl' || object.name === 'secPr') return []
    return outermostOf(object, 'drawText').flatMap((text) =>
      elementsOf(text, 'subList').flatMap((list) => readBlocks(list, context)),
    )
  })
}

type Measured = Block & { left?: number }

function describe({ attributes }: XmlElement, spans: Span[], { paragraphs, styles }: Context): Measured {
  const kind = paragraphs.get(attributes.paraPrIDRef ?? '')
  const level = styles.get(attributes.styleIDRef ?? '') ?? kind?.level ?? null
  if (level !== null) return { kind: 'heading', level: markdownLevel(level), spans: withoutBold(spans) }
  const left = kind?.left ?? 0
  if (kind?.list) return { kind: 'item', level: 0, isNumbered: kind.list === 'number', spans, left }
  // Office documents write the marks of their lists as text.
  const mark = /^\s*(?:([•·▪◦○●■□‣∙-])|\d{1,3}[.)])\s+/.exec(spans[0]?.text ?? '')
  if (!mark) return { kind: 'paragraph', spans }
  const [first, ...others] = spans
  const rest = [{ ...first, text: first!.text.slice(mark[0].length) }, ...others]
  return { kind: 'item', level: 0, isNumbered: mark[1] === undefined, spans: rest, left }
}

/** The level of an item follows from its left margin. */
function nestItems(blocks: readonly Measured[]): Block[] {
  let margins: number[] = []
  return blocks.map((block) => {
    if (block.kind !== 'item') {
      margins = []
      return block
    }
    const { left = 0, ...item } = block
    margins = [...margins.filter((margin) => margin < left), left]
    return { ...item, level: margins.length - 1 }
  })
}

function readRows(table: XmlElement, context: Context): Span[][][] {
  return elementsOf(table, 'tr').map((row) => {
    const cells: Span[][] = []
    for (const cell of elementsOf(row, 'tc')) {
      // Cells that a merged cell covers are left out, and addresses stay absolute.
      const column = Math.min(200, Number(childOf(cell, 'cellAddr')?.attributes.colAddr ?? cells.length) || 0)
      while (cells.length < column) cells.push([])
      const paragraphs = allOf(childOf(cell, 'subList') ?? null, 'p').map((paragraph) =>
        readSpans(paragraph, context),
      )
      cells.push(paragraphs.filter(hasText).flatMap((line, at) => (at > 0 ? [{ text: ' ' }, ...line] : line)))
    }
    return cells
  })
}

function readSpans(paragraph: XmlElement, { looks }: Context): Span[] {
  let href: string | null = null
  return elementsOf(paragraph, 'run').flatMap((run) =>
    elementsOf(run).flatMap((element): Span[] => {
      if (element.name === 'ctrl') {
        const begin = childOf(element, 'fieldBegin')
        if (begin?.attributes.type === 'HYPERLINK') href = fieldHref(begin)
        if (childOf(element, 'fieldEnd')) href = null
      }
      if (element.name !== 't') return []
      const look = looks.get(run.attributes.charPrIDRef ?? '') ?? {}
      return [{ ...look, text: textOf(element), ...(href ? { href } : {}) }]
    }),
  )
}

function textOf(element: XmlElement): string {
  return element.children
    .map((child) => {
      if (typeof child === 'string') return child
      if (child.name === 'lineBreak') return '\n'
      return ['tab', 'nbSpace', 'fwSpace'].includes(child.name)
        ? ' '
        : child.name === 'hyphen'
          ? '-'
          : textIn(child)
    })
    .join('')
}

/** `Path` of newer documents; the first part of `Command`, with escaped colons, of all. */
function fieldHref(begin: XmlElement): string | null {
  const of = (name: string) => {
    const found = allOf(begin, 'stringParam').find(({ attributes }) => attributes.name === name)
    return found ? textIn(found).trim() : ''
  }
  const command = of('Command')
    .replace(/;\d+;\d+;\d+;?$/, '')
    .replace(/\\([:;?])/g, '$1')
  return safeHref(of('Path')) ?? safeHref(command)
}

function readLooks(header: XmlElement | null): Map<string, Look> {
  return new Map(
    allOf(header, 'charPr').map((look) => {
      const strike = childOf(look, 'strikeout')?.attributes.shape ?? 'NONE'
      return [
        look.attributes.id ?? '',
        {
          isBold: childOf(look, 'bold') !== undefined,
          isItalic: childOf(look, 'italic') !== undefined,
          // Hancom writes the shape 3D where nothing is struck out.
          isStruck: !['NONE', '3D'].includes(strike),
        },
      ]
    }),
  )
}

function readParagraphKinds(header: XmlElement | null): Map<string, Paragraph> {
  return new Map(
    allOf(header, 'paraPr').map((kind) => {
      const { type, level } = childOf(kind, 'heading')?.attributes ?? {}
      const list = type === 'BULLET' ? 'bullet' : type === 'NUMBER' ? 'number' : null
      return [
        kind.attributes.id ?? '',
        {
          level: type === 'OUTLINE' ? (Number(level) || 0) + 1 : null,
          list,
          left: Number(allOf(kind, 'left')[0]?.attributes.value ?? 0) || 0,
        },
      ]
    }),
  )
}

/** 개요 1 to 개요 10 are the word processor's own names of headings. */
const headingStyles = (header: XmlElement | null): Map<string, number> =>
  new Map(
    allOf(header, 'style').flatMap(({ attributes }): [string, number][] => {
      const level = /^(?:개요|Outline) (\d{1,2})$/.exec(attributes.name ?? attributes.engName ?? '')?.[1]
      return level ? [[attributes.id ?? '', Number(level)]] : []
    }),
  )
