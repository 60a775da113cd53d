import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  Footer,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableOfContents,
  TableRow,
  TextRun,
  UnderlineType,
  WidthType,
  type FileChild,
  type IParagraphOptions,
  type IRunOptions,
  type ParagraphChild,
} from 'docx'
import { isInline, parseMarkdown, type MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import type { Alignment } from '#shared/text-marks.ts'
import { isRightToLeft } from '#shared/tools.ts'
import {
  captionStyle,
  contentsHeadingStyle,
  docxStyles,
  docxTableStyles,
  headerFill,
  listStyle,
  quoteStyle,
  tableStyle,
} from './docx-styles.ts'
import { contentsTitle, hasContents } from './export-outline.ts'
import {
  fitPicture,
  linkVideos,
  loadPictures,
  type DocumentPicture,
  type LoadPicture,
} from './export-pictures.ts'
import type { ExportedText } from './export-text.ts'

type Element = Exclude<MarkdownNode, string>
type Frame = { isRightToLeft: boolean; lists: number[]; pictures: Map<string, DocumentPicture> }
type Block = Paragraph | Table
type Picture = Element & { type: 'img' | 'video' }

const headings = { h2: HeadingLevel.HEADING_1, h3: HeadingLevel.HEADING_2, h4: HeadingLevel.HEADING_3 }

const alignmentTypes = {
  left: AlignmentType.LEFT,
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
} as const

/** The area between the margins of a page, in pixels. */
const pagePixels = { width: 600, height: 860 }

/** A Word document with real headings, lists, tables and images. Arabic runs from right to left. */
export async function makeDocx(text: ExportedText, load?: LoadPicture): Promise<Blob> {
  const nodes = linkVideos(parseMarkdown(text.content), text.origin)
  const pictures = await loadPictures(nodes, text.origin, load)
  const frame: Frame = { isRightToLeft: isRightToLeft(text.language), lists: [], pictures }
  const children = [
    ...(text.title ? [paragraph([text.title], frame, { heading: HeadingLevel.TITLE })] : []),
    ...(hasContents(text, nodes) ? contents(contentsTitle[text.language], frame) : []),
    ...blocks(nodes, frame),
    ...(text.tags.length > 0 ? [paragraph([text.tags.map((tag) => `#${tag}`).join(' ')], frame)] : []),
  ]
  const document = new Document({
    title: text.title,
    externalStyles: docxTableStyles,
    styles: docxStyles(text.language),
    numbering: {
      config: frame.lists.map((start, list) => ({ reference: `list-${list}`, levels: levels(start) })),
    },
    sections: [{ footers: { default: pageNumber() }, children }],
  })
  return Packer.toBlob(document)
}

/** A field that Word fills with page numbers; it has entries and links before that. */
const contents = (title: string, frame: Frame): FileChild[] => [
  paragraph([title], frame, { style: contentsHeadingStyle }),
  new TableOfContents(title, { hyperlink: true, headingStyleRange: '1-2' }),
]

const pageNumber = () =>
  new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [new TextRun({ size: 18, children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] })],
      }),
    ],
  })

const levels = (start: number) =>
  [0, 1, 2, 3].map((level) => ({
    level,
    format: LevelFormat.DECIMAL,
    text: `%${level + 1}.`,
    alignment: AlignmentType.START,
    start,
    style: { paragraph: { indent: { left: 480 * (level + 1), hanging: 360 } } },
  }))

function blocks(nodes: readonly MarkdownNode[], frame: Frame, options: IParagraphOptions = {}): Block[] {
  const made: Block[] = []
  let line: MarkdownNode[] = []
  const endLine = () => {
    if (line.length > 0) made.push(paragraph(line, frame, options))
    line = []
  }
  for (const node of nodes) {
    if (isInline(node)) line.push(node)
    else {
      endLine()
      made.push(...block(node as Element, frame, options))
    }
  }
  endLine()
  return made
}

function block(node: Element, frame: Frame, options: IParagraphOptions): Block[] {
  switch (node.type) {
    case 'h2':
    case 'h3':
    case 'h4':
      return [
        paragraph(node.children, frame, {
          ...options,
          ...alignment(node.align),
          heading: headings[node.type],
        }),
      ]
    case 'p':
      return blocks(node.children, frame, { ...options, ...alignment(node.align) })
    case 'ul':
      return node.children.flatMap((item) =>
        listItem(item, frame, (level) => ({ bullet: { level } }), options),
      )
    case 'ol': {
      const reference = `list-${frame.lists.push(node.start) - 1}`
      return node.children.flatMap((item) =>
        listItem(item, frame, (level) => ({ style: listStyle, numbering: { reference, level } }), options),
      )
    }
    case 'blockquote':
      return blocks(node.children, frame, { ...options, style: quoteStyle })
    case 'pre':
      return node.text.split('\n').map((line) => paragraph([{ type: 'code', text: line }], frame, options))
    case 'hr':
      return [new Paragraph({ thematicBreak: true })]
    case 'table':
      return [table(node.children, frame)]
    case 'img':
      return picture(node, frame)
    default:
      return 'children' in node ? blocks(node.children, frame, options) : []
  }
}

/** The library keeps left and right where they are in paragraphs that run from right to left. */
const alignment = (align: Alignment | undefined): IParagraphOptions =>
  align ? { alignment: alignmentTypes[align] } : {}

function listItem(
  item: MarkdownNode,
  frame: Frame,
  mark: (level: number) => IParagraphOptions,
  options: IParagraphOptions,
): Block[] {
  if (typeof item === 'string' || !('children' in item)) return []
  const level = options.bullet ? options.bullet.level + 1 : levelOf(options) + 1
  const [first, ...rest] = item.children.some((child) => !isInline(child))
    ? splitItem(item.children)
    : [item.children]
  return [
    paragraph(first ?? [], frame, mark(Math.min(level, 3))),
    ...blocks(rest.flat(), frame, mark(Math.min(level, 3))),
  ]
}

const levelOf = ({ numbering }: IParagraphOptions): number => (numbering ? numbering.level : -1)

/** The item's own line, and the blocks below it. */
function splitItem(children: MarkdownNode[]): [MarkdownNode[], MarkdownNode[]] {
  const end = children.findIndex((child) => !isInline(child))
  const [own, below] = [children.slice(0, end), children.slice(end)]
  const [first, ...others] = below
  if (own.length > 0 || typeof first !== 'object' || first.type !== 'p') return [own, below]
  return [first.children, others]
}

/** The picture with its caption below, on the same page; without a caption, its description is one. */
function picture({ src, alt, caption = alt, align = 'center' }: Picture, frame: Frame): Paragraph[] {
  const found = frame.pictures.get(src)
  const below = caption ? [paragraph([caption], frame, { ...alignment(align), style: captionStyle })] : []
  if (!found) return [paragraph([alt], frame), ...(caption === alt ? [] : below)]
  const image = new ImageRun({
    type: found.kind,
    data: found.data,
    transformation: fitPicture(found, pagePixels),
    altText: { name: alt, title: alt, description: alt },
  })
  return [
    new Paragraph({
      ...alignment(align),
      keepNext: caption !== '',
      children: [image],
    }),
    ...below,
  ]
}

function table(rows: MarkdownNode[], frame: Frame): Table {
  return new Table({
    style: tableStyle,
    width: { size: 100, type: WidthType.PERCENTAGE },
    tableLook: { firstRow: true, noVBand: true },
    visuallyRightToLeft: frame.isRightToLeft,
    rows: rows.flatMap((row, index) =>
      typeof row === 'string' || row.type !== 'tr'
        ? []
        : [
            new TableRow({
              ...(index === 0 ? { tableHeader: true } : {}),
              cantSplit: true,
              children: row.children.map(
                (cell) =>
                  new TableCell({
                    ...(index === 0 ? { shading: { fill: headerFill } } : {}),
                    children: [
                      paragraph(
                        typeof cell === 'object' && 'children' in cell ? cell.children : [],
                        frame,
                        {},
                        {
                          bold: index === 0,
                        },
                      ),
                    ],
                  }),
              ),
            }),
          ],
    ),
  })
}

function paragraph(
  nodes: readonly MarkdownNode[],
  frame: Frame,
  options: IParagraphOptions = {},
  run: IRunOptions = {},
): Paragraph {
  return new Paragraph({
    ...options,
    bidirectional: frame.isRightToLeft,
    children: runs(nodes, { ...run, rightToLeft: frame.isRightToLeft }),
  })
}

function runs(nodes: readonly MarkdownNode[], run: IRunOptions): ParagraphChild[] {
  return nodes.flatMap((node): ParagraphChild[] => {
    if (typeof node === 'string') return [new TextRun({ ...run, text: node })]
    switch (node.type) {
      case 'br':
        return [new TextRun({ ...run, break: 1 })]
      case 'code':
        return [new TextRun({ ...run, text: node.text, font: 'Consolas' })]
      case 'strong':
        return runs(node.children, { ...run, bold: true })
      case 'em':
        return runs(node.children, { ...run, italics: true })
      case 's':
        return runs(node.children, { ...run, strike: true })
      case 'u':
        return runs(node.children, { ...run, underline: { type: UnderlineType.SINGLE } })
      case 'mark':
        return runs(node.children, { ...run, highlight: 'yellow' })
      case 'a':
        return [
          new ExternalHyperlink({
            link: node.href,
            children: runs(node.children, { ...run, style: 'Hyperlink' }),
          }),
        ]
      default:
        return 'children' in node ? runs(node.children, run) : []
    }
  })
}
