// Word documents: WordprocessingML of ECMA-376, part 1, chapter 17.
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

export const docxParts = /^word\/(?:document|styles|numbering|_rels\/document\.xml)(?:\.xml|\.rels)$/

type Look = Omit<Span, 'text'>
type Context = {
  /** Heading levels of paragraph styles by id; 0: the document's title. */
  styles: Map<string, number>
  /** Whether a list's level is numbered, by `numId:level`. */
  numbered: Map<string, boolean>
  links: Map<string, string>
  /** A link by field codes goes over several runs. */
  field: { code: string; href: string | null; isCode: boolean }[]
}

/**
 * Headings, lists, tables, links and emphasis of a Word document. Comments, notes, headers, deleted text and pictures
 * are left out.
 * @throws AppError file_unreadable, file_too_large
 */
export function readDocx(data: Uint8Array): DocumentText {
  const parts = unpack(data, docxParts)
  const body = childOf(readXml(parts.get('word/document.xml')), 'body')
  if (!body) throw new AppError('file_unreadable')
  const context: Context = {
    styles: headingStyles(readXml(parts.get('word/styles.xml'))),
    numbered: numberedLevels(readXml(parts.get('word/numbering.xml'))),
    links: externalLinks(readXml(parts.get('word/_rels/document.xml.rels'))),
    field: [],
  }
  const blocks = readBlocks(body, context)
  const [first] = blocks
  const hasTitle = first?.kind === 'heading' && first.level === 1
  return {
    title: hasTitle ? plainOf(first.spans) : '',
    text: writeMarkdown(hasTitle ? blocks.slice(1) : blocks),
  }
}

/** Wrappers of blocks and runs, whose content counts: 17.5.2, 17.13.5. */
const isDropped = new Set(['del', 'moveFrom', 'Fallback', 'pPr', 'rPr', 'sectPr', 'delText'])

function readBlocks(parent: XmlElement, context: Context): Block[] {
  return elementsOf(parent).flatMap((element): Block[] => {
    if (isDropped.has(element.name)) return []
    if (element.name === 'p') return readParagraph(element, context)
    if (element.name === 'tbl') return [{ kind: 'table', rows: readRows(element, context) }]
    return readBlocks(element, context)
  })
}

function readParagraph(paragraph: XmlElement, context: Context): Block[] {
  const properties = childOf(paragraph, 'pPr')
  const spans = readSpans(paragraph, {}, context)
  const boxes = outermostOf(paragraph, 'txbxContent', isDropped).flatMap((box) => readBlocks(box, context))
  if (!hasText(spans)) return boxes
  return [describe(properties, spans, context), ...boxes]
}

function describe(properties: XmlElement | undefined, spans: Span[], context: Context): Block {
  const outline = Number(childOf(properties, 'outlineLvl')?.attributes.val ?? 9)
  const level =
    context.styles.get(childOf(properties, 'pStyle')?.attributes.val ?? '') ??
    (outline < 9 ? outline + 1 : null)
  if (level !== null) return { kind: 'heading', level: markdownLevel(level), spans: withoutBold(spans) }
  const list = childOf(properties, 'numPr')
  const id = childOf(list, 'numId')?.attributes.val ?? '0'
  if (id === '0') return { kind: 'paragraph', spans }
  const itemLevel = Number(childOf(list, 'ilvl')?.attributes.val ?? 0) || 0
  return {
    kind: 'item',
    level: itemLevel,
    isNumbered: context.numbered.get(`${id}:${itemLevel}`) ?? false,
    spans,
  }
}

/** Our texts begin with headings of the second level, and have three. */
export const markdownLevel = (level: number): 1 | 2 | 3 | 4 => (Math.min(level, 3) + 1) as 1 | 2 | 3 | 4
function readRows(table: XmlElement, context: Context): Span[][][] {
  const rows = elementsOf(table).flatMap((child) =>
    child.name === 'sdt' ? elementsOf(childOf(child, 'sdtContent')) : [child],
  )
  return rows
    .filter(({ name }) => name === 'tr')
    .map((row) =>
      elementsOf(row, 'tc').flatMap((cell) => {
        const width = Math.min(20, Number(childOf(cell, 'tcPr', 'gridSpan')?.attributes.val ?? 1) || 1)
        const paragraphs = allOf(cell, 'p').map((paragraph) => readSpans(paragraph, {}, context))
        const spans = paragraphs
          .filter(hasText)
          .flatMap((line, at) => (at > 0 ? [{ text: ' ' }, ...line] : line))
        return [spans, ...Array.from({ length: width - 1 }, () => [])]
      }),
    )
}

function readSpans(parent: XmlElement, look: Look, context: Context): Span[] {
  return elementsOf(parent).flatMap((element): Span[] => {
    if (isDropped.has(element.name) || element.name === 'txbxContent') return []
    switch (element.name) {
      case 'r':
        return readRun(element, look, context)
      case 'hyperlink': {
        const href = safeHref(context.links.get(element.attributes.id ?? '') ?? '')
        return readSpans(element, href ? { ...look, href } : look, context)
      }
      case 'fldSimple': {
        const href = fieldHref(element.attributes.instr ?? '')
        return readSpans(element, href ? { ...look, href } : look, context)
      }
      default:
        return readSpans(element, look, context)
    }
  })
}

function readRun(run: XmlElement, around: Look, context: Context): Span[] {
  const properties = childOf(run, 'rPr')
  if (isOn(properties, 'vanish')) return []
  const look: Look = {
    ...around,
    isBold: isOn(properties, 'b'),
    isItalic: isOn(properties, 'i'),
    isStruck: isOn(properties, 'strike'),
  }
  return elementsOf(run).flatMap((element): Span[] => {
    const field = context.field.at(-1)
    if (element.name === 'fldChar') followField(element.attributes.fldCharType, context)
    if (element.name === 'instrText' && field?.isCode) field.code += textIn(element)
    if (field?.isCode) return []
    const text = textOf(element)
    if (text === '') return []
    const href = field?.href ?? look.href
    return [{ ...look, text, ...(href ? { href } : {}) }]
  })
}

function textOf(element: XmlElement): string {
  switch (element.name) {
    case 't':
      return textIn(element)
    case 'tab':
      return ' '
    case 'br':
    case 'cr':
      return element.attributes.type === 'page' ? ' ' : '\n'
    case 'noBreakHyphen':
      return '-'
    default:
      return ''
  }
}

/** 17.16.18: a field has its code, then what is shown, between three marks. */
function followField(type: string | undefined, { field }: Context): void {
  const open = field.at(-1)
  if (type === 'begin') field.push({ code: '', href: null, isCode: true })
  if (type === 'separate' && open) Object.assign(open, { isCode: false, href: fieldHref(open.code) })
  if (type === 'end') field.pop()
}

const fieldHref = (code: string): string | null => safeHref(/HYPERLINK\s+"([^"]+)"/.exec(code)?.[1] ?? '')

/** A property without a value is on (17.17.4). */
function isOn(properties: XmlElement | undefined, name: string): boolean {
  const property = childOf(properties, name)
  return property !== undefined && !['0', 'false', 'off', 'none'].includes(property.attributes.val ?? 'true')
}

/** Built-in styles have English names in every language of Word. */
function headingStyles(styles: XmlElement | null): Map<string, number> {
  const all = new Map(elementsOf(styles, 'style').map((style) => [style.attributes.styleId ?? '', style]))
  const levelOf = (style: XmlElement | undefined, deep = 0): number | null => {
    if (!style || deep > 10) return null
    const name = childOf(style, 'name')?.attributes.val?.toLowerCase() ?? ''
    if (name === 'title') return 0
    const outline = childOf(style, 'pPr', 'outlineLvl')?.attributes.val
    const level =
      /^heading ([1-9])$/.exec(name)?.[1] ?? (outline && Number(outline) < 9 ? Number(outline) + 1 : null)
    return level === null
      ? levelOf(all.get(childOf(style, 'basedOn')?.attributes.val ?? ''), deep + 1)
      : Number(level)
  }
  return new Map([...all].flatMap(([id, style]) => (levelOf(style) === null ? [] : [[id, levelOf(style)!]])))
}

function numberedLevels(numbering: XmlElement | null): Map<string, boolean> {
  const levels = new Map(
    elementsOf(numbering, 'abstractNum').map((list) => [
      list.attributes.abstractNumId,
      elementsOf(list, 'lvl'),
    ]),
  )
  return new Map(
    elementsOf(numbering, 'num').flatMap((list) =>
      (levels.get(childOf(list, 'abstractNumId')?.attributes.val) ?? []).map((level): [string, boolean] => [
        `${list.attributes.numId}:${level.attributes.ilvl}`,
        !['bullet', 'none'].includes(childOf(level, 'numFmt')?.attributes.val ?? 'bullet'),
      ]),
    ),
  )
}

const externalLinks = (relations: XmlElement | null): Map<string, string> =>
  new Map(
    elementsOf(relations, 'Relationship')
      .filter(({ attributes }) => attributes.TargetMode === 'External')
      .map(({ attributes }) => [attributes.Id ?? '', attributes.Target ?? '']),
  )
