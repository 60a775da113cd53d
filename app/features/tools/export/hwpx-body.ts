// Contents/section0.xml of an HWPX file: the text's paragraphs, lists, tables, images and links.
import { isInline, type MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import type { Alignment } from '#shared/text-marks.ts'
import { fitPicture, type DocumentPicture } from './export-pictures.ts'
import {
  borderId,
  styleId,
  type CharLook,
  type Looks,
  type ParagraphLook,
  type StyleName,
} from './hwpx-styles.ts'

type Element = Exclude<MarkdownNode, string>
/** An image of the package: its name in the manifest. */
export type PackagePicture = DocumentPicture & { id: string }
type Body = {
  looks: Looks
  pictures: Map<string, PackagePicture>
  isRightToLeft: boolean
  nextId: () => number
}
type Block = { look: ParagraphLook; char: CharLook; style: StyleName }

/** A4 in HWPUNIT, 7,200 to an inch, with margins of 30 mm at the sides. */
const page = { width: 59_528, height: 84_186, side: 8_504, top: 5_668, bottom: 4_252 }
const textWidth = page.width - 2 * page.side
const textHeight = 66_000
/** HWPUNIT of a pixel at 96 to an inch. */
const unitsOfPixel = 75
const indent = 1_600
const bodyHeight = 1_100
const lineUnits = Math.round(bodyHeight * 1.65)

const headingLooks = {
  h2: { height: 1_600, style: '개요 1', before: 1_600 },
  h3: { height: 1_300, style: '개요 2', before: 1_200 },
  h4: { height: 1_150, style: '개요 3', before: 900 },
} as const

/**
 * @param input.title the first paragraph, which also carries the page's dimensions; may be empty
 * @returns section0.xml. The word processor computes the line layout: it drops text when a file contains a computed
 * layout
 */
export function writeSection(
  input: { title: string; nodes: readonly MarkdownNode[]; tags: string },
  from: Omit<Body, 'nextId'>,
): string {
  let id = 0
  const body: Body = { ...from, nextId: () => ++id }
  const title = input.title ? run(input.title, { height: 2_000, isBold: true }, body) : ''
  const first = paragraph(
    `<hp:run charPrIDRef="0">${sectionProperties}</hp:run>${title}`,
    { look: { align: 'LEFT', after: input.title ? 1_200 : 0 }, char: { height: bodyHeight }, style: '본문' },
    body,
  )
  const tags = input.tags ? [input.tags] : []
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes" ?><hs:sec xmlns:hs="http://www.hancom.co.kr/hwpml/2011/section" xmlns:hp="http://www.hancom.co.kr/hwpml/2011/paragraph" xmlns:hc="http://www.hancom.co.kr/hwpml/2011/core" xmlns:hh="http://www.hancom.co.kr/hwpml/2011/head">' +
    `${first}${writeBlocks([...input.nodes, ...tags], bodyBlock(body), body)}</hs:sec>`
  )
}

/**
 * Page, one column, page number. Without the column definition, lines become too short and tables exceed the margin.
 */
const sectionProperties = ((): string => {
  const note = (name: string, place: string) =>
    `<hp:${name}><hp:autoNumFormat type="DIGIT" userChar="" prefixChar="" suffixChar=")" supscript="0"/><hp:noteLine length="-1" type="SOLID" width="0.12 mm" color="#000000"/><hp:noteSpacing betweenNotes="283" belowLine="567" aboveLine="850"/><hp:numbering type="CONTINUOUS" newNum="1"/><hp:placement place="${place}" beneathText="0"/></hp:${name}>`
  const pageBorder = (type: string) =>
    `<hp:pageBorderFill type="${type}" borderFillIDRef="1" textBorder="PAPER" headerInside="0" footerInside="0" fillArea="PAPER"><hp:offset left="1417" right="1417" top="1417" bottom="1417"/></hp:pageBorderFill>`
  return (
    '<hp:secPr id="" textDirection="HORIZONTAL" spaceColumns="1134" tabStop="8000" outlineShapeIDRef="1" memoShapeIDRef="0" textVerticalWidthHead="0" masterPageCnt="0">' +
    '<hp:grid lineGrid="0" charGrid="0" wonggojiFormat="0"/><hp:startNum pageStartsOn="BOTH" page="0" pic="0" tbl="0" equation="0"/>' +
    '<hp:visibility hideFirstHeader="0" hideFirstFooter="0" hideFirstMasterPage="0" border="SHOW_ALL" fill="SHOW_ALL" hideFirstPageNum="0" hideFirstEmptyLine="0" showLineNumber="0"/>' +
    '<hp:lineNumberShape restartType="0" countBy="0" distance="0" startNumber="0"/>' +
    // Hancom's word for upright paper.
    `<hp:pagePr landscape="WIDELY" width="${page.width}" height="${page.height}" gutterType="LEFT_ONLY"><hp:margin header="4252" footer="4252" gutter="0" left="${page.side}" right="${page.side}" top="${page.top}" bottom="${page.bottom}"/></hp:pagePr>` +
    note('footNotePr', 'EACH_COLUMN') +
    note('endNotePr', 'END_OF_DOCUMENT') +
    ['BOTH', 'EVEN', 'ODD'].map(pageBorder).join('') +
    '</hp:secPr><hp:ctrl><hp:colPr id="" type="NEWSPAPER" layout="LEFT" colCount="1" sameSz="1" sameGap="0"/></hp:ctrl>' +
    '<hp:ctrl><hp:pageNum pos="BOTTOM_CENTER" formatType="DIGIT" sideChar="-"/></hp:ctrl>'
  )
})()

const bodyBlock = ({ isRightToLeft }: Body): Block => ({
  look: { after: 800, ...(isRightToLeft ? { align: 'RIGHT' } : {}) },
  char: { height: bodyHeight },
  style: '본문',
})

function writeBlocks(nodes: readonly MarkdownNode[], as: Block, body: Body): string {
  let xml = ''
  let line: MarkdownNode[] = []
  const endLine = () => {
    if (line.length > 0) xml += paragraph(runs(line, as.char, body), as, body)
    line = []
  }
  for (const node of nodes) {
    if (isInline(node)) line.push(node)
    else {
      endLine()
      xml += writeBlock(node as Element, as, body)
    }
  }
  endLine()
  return xml
}

function writeBlock(node: Element, as: Block, body: Body): string {
  switch (node.type) {
    case 'h2':
    case 'h3':
    case 'h4': {
      const { height, style, before } = headingLooks[node.type]
      const char = { height, isBold: true }
      const look: ParagraphLook = {
        align: alignOf(node.align) ?? (body.isRightToLeft ? 'RIGHT' : 'LEFT'),
        before,
        after: 400,
        isKeptWithNext: true,
      }
      return paragraph(runs(node.children, char, body), { look, char, style }, body)
    }
    case 'p': {
      const align = alignOf(node.align)
      return writeBlocks(node.children, align ? { ...as, look: { ...as.look, align } } : as, body)
    }
    case 'ul':
      return node.children.map((item) => listItem(item, '•', as, body)).join('')
    case 'ol':
      return node.children.map((item, index) => listItem(item, `${node.start + index}.`, as, body)).join('')
    case 'blockquote': {
      const left = (as.look.left ?? 0) + indent
      return writeBlocks(node.children, { ...as, look: { ...as.look, left, border: 'quote' } }, body)
    }
    case 'pre': {
      const char: CharLook = { height: 1_000, isCode: true }
      const look: ParagraphLook = { align: 'LEFT', left: (as.look.left ?? 0) + indent }
      return node.text
        .split('\n')
        .map((line) => paragraph(run(line, char, body), { look, char, style: '본문' }, body))
        .join('')
    }
    case 'hr':
      return paragraph('', { ...as, look: { border: 'rule', after: 800 } }, body)
    case 'table':
      return table(node.children, body)
    case 'img':
      return picture(node, as, body)
    default:
      return 'children' in node ? writeBlocks(node.children, as, body) : ''
  }
}

const alignOf = (align: Alignment | undefined) =>
  align && ({ left: 'LEFT', center: 'CENTER', right: 'RIGHT' } as const)[align]

/** List marks are text with a hanging indent, as in Korean office documents, so numbers stay as in the source. */
function listItem(item: MarkdownNode, mark: string, as: Block, body: Body): string {
  if (typeof item === 'string' || !('children' in item)) return ''
  const left = (as.look.left ?? 0) + indent
  const inner: Block = { ...as, look: { ...as.look, left, after: 200 } }
  const end = item.children.findIndex((child) => !isInline(child))
  const [own, below] = end < 0 ? [item.children, []] : [item.children.slice(0, end), item.children.slice(end)]
  const [first, ...others] = below
  const isWrapped = own.length === 0 && typeof first === 'object' && first.type === 'p'
  const line = isWrapped ? first.children : own
  const hanging: Block = { ...inner, look: { ...inner.look, intent: -indent } }
  return (
    paragraph(run(`${mark} `, as.char, body) + runs(line, as.char, body), hanging, body) +
    writeBlocks(isWrapped ? others : below, inner, body)
  )
}

function picture(
  { src, alt, caption, align }: Element & { type: 'img' | 'video' },
  as: Block,
  body: Body,
): string {
  const found = body.pictures.get(src)
  const place = alignOf(align) ?? 'CENTER'
  const below: Block = { ...as, look: { align: place, after: 800 }, char: { height: 900 } }
  const words = caption ? paragraph(run(caption, below.char, body), below, body) : ''
  if (!found) return paragraph(run(alt, as.char, body), as, body) + words
  const own = { width: found.width * unitsOfPixel, height: found.height * unitsOfPixel }
  const shown = fitPicture(own, { width: textWidth, height: textHeight })
  const id = body.nextId()
  const corner = (name: string, x: number, y: number) => `<hc:${name} x="${x}" y="${y}"/>`
  const matrix = (name: string, x: number, y: number) =>
    `<hc:${name} e1="${x}" e2="0" e3="0" e4="0" e5="${y}" e6="0"/>`
  const scale = (to: number, of: number) => Number((to / of).toFixed(6))
  const xml =
    `<hp:pic id="${id}" zOrder="${id}" numberingType="PICTURE" textWrap="TOP_AND_BOTTOM" textFlow="BOTH_SIDES" lock="0" dropcapstyle="None" href="" groupLevel="0" instid="${id}" reverse="0">` +
    `<hp:offset x="0" y="0"/><hp:orgSz width="${own.width}" height="${own.height}"/><hp:curSz width="${shown.width}" height="${shown.height}"/><hp:flip horizontal="0" vertical="0"/>` +
    `<hp:rotationInfo angle="0" centerX="${Math.round(shown.width / 2)}" centerY="${Math.round(shown.height / 2)}" rotateimage="1"/>` +
    `<hp:renderingInfo>${matrix('transMatrix', 1, 1)}${matrix('scaMatrix', scale(shown.width, own.width), scale(shown.height, own.height))}${matrix('rotMatrix', 1, 1)}</hp:renderingInfo>` +
    `<hp:imgRect>${corner('pt0', 0, 0)}${corner('pt1', own.width, 0)}${corner('pt2', own.width, own.height)}${corner('pt3', 0, own.height)}</hp:imgRect>` +
    `<hp:imgClip left="0" right="${own.width}" top="0" bottom="${own.height}"/><hp:inMargin left="0" right="0" top="0" bottom="0"/><hp:imgDim dimwidth="${own.width}" dimheight="${own.height}"/>` +
    `<hc:img binaryItemIDRef="${found.id}" bright="0" contrast="0" effect="REAL_PIC" alpha="0"/><hp:effects/>` +
    `<hp:sz width="${shown.width}" widthRelTo="ABSOLUTE" height="${shown.height}" heightRelTo="ABSOLUTE" protect="0"/>` +
    '<hp:pos treatAsChar="1" affectLSpacing="0" flowWithText="1" allowOverlap="0" holdAnchorAndSO="0" vertRelTo="PARA" horzRelTo="COLUMN" vertAlign="TOP" horzAlign="LEFT" vertOffset="0" horzOffset="0"/>' +
    `<hp:outMargin left="0" right="0" top="0" bottom="0"/><hp:shapeComment>${escapeXml(alt)}</hp:shapeComment></hp:pic>`
  const look: ParagraphLook = caption
    ? { align: place, after: 200, isKeptWithNext: true }
    : { align: place, after: 800 }
  return paragraph(`<hp:run charPrIDRef="0">${xml}<hp:t/></hp:run>`, { ...as, look }, body) + words
}

type Cell = { children: readonly MarkdownNode[]; width: number; isHeader: boolean }

/**
 * A table over the full width. It is anchored to its paragraph: a table treated as a character does not break over
 * pages.
 */
function table(rows: readonly MarkdownNode[], body: Body): string {
  const cells = rows.flatMap((row) =>
    typeof row === 'object' && row.type === 'tr' ? [row.children.map(cellChildren)] : [],
  )
  const columnCount = Math.max(0, ...cells.map((row) => row.length))
  if (columnCount === 0) return ''
  const widths = columnWidths(cells, columnCount)
  const heights = cells.map((row) => rowHeight(row, widths))
  const written = cells.map((row, rowAt) => {
    const line = widths.map((width, columnAt) => {
      const cell: Cell = { children: row[columnAt] ?? [], width, isHeader: rowAt === 0 }
      return tableCell(cell, { rowAt, columnAt, height: heights[rowAt]! }, body)
    })
    return `<hp:tr>${line.join('')}</hp:tr>`
  })
  const id = body.nextId()
  const height = heights.reduce((sum, one) => sum + one, 0)
  const xml =
    `<hp:tbl id="${id}" zOrder="${id}" numberingType="TABLE" textWrap="TOP_AND_BOTTOM" textFlow="BOTH_SIDES" lock="0" dropcapstyle="None" pageBreak="CELL" repeatHeader="1" rowCnt="${cells.length}" colCnt="${columnCount}" cellSpacing="0" borderFillIDRef="${borderId('cell')}" noAdjust="0">` +
    `<hp:sz width="${textWidth}" widthRelTo="ABSOLUTE" height="${height}" heightRelTo="ABSOLUTE" protect="0"/>` +
    '<hp:pos treatAsChar="0" affectLSpacing="0" flowWithText="1" allowOverlap="0" holdAnchorAndSO="0" vertRelTo="PARA" horzRelTo="COLUMN" vertAlign="TOP" horzAlign="LEFT" vertOffset="0" horzOffset="0"/>' +
    `<hp:outMargin left="0" right="0" top="0" bottom="${lineUnits}"/><hp:inMargin left="510" right="510" top="141" bottom="141"/>${written.join('')}</hp:tbl>`
  const host: Block = { look: {}, char: { height: bodyHeight }, style: '본문' }
  return paragraph(`<hp:run charPrIDRef="0">${xml}<hp:t/></hp:run>`, host, body)
}

const cellChildren = (cell: MarkdownNode): readonly MarkdownNode[] =>
  typeof cell === 'object' && 'children' in cell ? cell.children : []

function tableCell(
  { children, width, isHeader }: Cell,
  at: { rowAt: number; columnAt: number; height: number },
  body: Body,
): string {
  const char: CharLook = { height: 1_000, ...(isHeader ? { isBold: true } : {}) }
  const look: ParagraphLook = { align: isHeader ? 'CENTER' : body.isRightToLeft ? 'RIGHT' : 'LEFT' }
  const content = paragraph(runs(children, char, body), { look, char, style: '본문' }, body)
  return (
    `<hp:tc name="" header="${isHeader ? 1 : 0}" hasMargin="0" protect="0" editable="0" dirty="0" borderFillIDRef="${borderId(isHeader ? 'headerCell' : 'cell')}">` +
    `<hp:subList id="" textDirection="HORIZONTAL" lineWrap="BREAK" vertAlign="CENTER" linkListIDRef="0" linkListNextIDRef="0" textWidth="0" textHeight="0" hasTextRef="0" hasNumRef="0">${content}</hp:subList>` +
    `<hp:cellAddr colAddr="${at.columnAt}" rowAddr="${at.rowAt}"/><hp:cellSpan colSpan="1" rowSpan="1"/>` +
    `<hp:cellSz width="${width}" height="${at.height}"/><hp:cellMargin left="510" right="510" top="141" bottom="141"/></hp:tc>`
  )
}

/** The width of a text in half-width units: Hangul, Hanja and kana take two. */
const halfLetters = (text: string): number =>
  Array.from(text).reduce(
    (sum, letter) => sum + (/[\u1100-\u11ff\u2e80-\ud7a3\uf900-\uffef]/.test(letter) ? 2 : 1),
    0,
  )
const wordsOf = (nodes: readonly MarkdownNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      if ('children' in node) return wordsOf(node.children)
      return 'text' in node ? node.text : ' '
    })
    .join('')

/** Column widths by content: each is at least a tenth of an equal share, and their sum is the text's width. */
function columnWidths(rows: (readonly MarkdownNode[])[][], count: number): number[] {
  const wants = Array.from({ length: count }, (_, at) =>
    Math.min(60, Math.max(8, ...rows.map((row) => halfLetters(wordsOf(row[at] ?? []))))),
  )
  const sum = wants.reduce((total, want) => total + want, 0)
  const widths = wants.map((want) => Math.floor((textWidth * want) / sum))
  widths[0]! += textWidth - widths.reduce((total, width) => total + width, 0)
  return widths
}

/** The word processor computes row heights; other programs use this value. */
const rowHeight = (row: (readonly MarkdownNode[])[], widths: number[]): number => {
  const lines = row.map((cell, at) =>
    Math.ceil((halfLetters(wordsOf(cell)) * 500) / Math.max(1_000, widths[at]! - 1_020)),
  )
  return Math.max(1, ...lines) * lineUnits + 282
}

const paragraph = (content: string, { look, char, style }: Block, body: Body): string =>
  `<hp:p id="${body.nextId()}" paraPrIDRef="${body.looks.paragraphId(look)}" styleIDRef="${styleId(style)}" pageBreak="0" columnBreak="0" merged="0">` +
  `${content || `<hp:run charPrIDRef="${body.looks.charId(char)}"/>`}</hp:p>`

function runs(nodes: readonly MarkdownNode[], char: CharLook, body: Body): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return run(node, char, body)
      switch (node.type) {
        case 'br':
          return `<hp:run charPrIDRef="${body.looks.charId(char)}"><hp:t><hp:lineBreak/></hp:t></hp:run>`
        case 'code':
          return run(node.text, { ...char, isCode: true }, body)
        case 'strong':
          return runs(node.children, { ...char, isBold: true }, body)
        case 'em':
          return runs(node.children, { ...char, isItalic: true }, body)
        case 's':
          return runs(node.children, { ...char, isStruck: true }, body)
        case 'u':
          return runs(node.children, { ...char, isUnderlined: true }, body)
        case 'mark':
          return runs(node.children, { ...char, isHighlighted: true }, body)
        case 'a':
          return link(node, char, body)
        default:
          return 'children' in node ? runs(node.children, char, body) : ''
      }
    })
    .join('')
}

const run = (text: string, char: CharLook, body: Body): string =>
  `<hp:run charPrIDRef="${body.looks.charId(char)}"><hp:t>${escapeXml(text).replace(/\r?\n/g, '<hp:lineBreak/>').replace(/\t/g, '<hp:tab/>')}</hp:t></hp:run>`

/** A field from begin to end; only the text between them has the link's style, or the colour would spread. */
function link(node: Element & { type: 'a' }, char: CharLook, body: Body): string {
  const id = body.nextId()
  const plain = body.looks.charId(char)
  const text = (name: string, value: string) =>
    `<hp:stringParam name="${name}">${escapeXml(value)}</hp:stringParam>`
  const begin =
    `<hp:ctrl><hp:fieldBegin id="${id}" type="HYPERLINK" name="" editable="0" dirty="0" zorder="-1" fieldid="627272811">` +
    '<hp:parameters cnt="6" name=""><hp:integerParam name="Prop">0</hp:integerParam>' +
    text('Command', `${node.href.replace(/([:;])/g, '\\$1')};1;0;0;`) +
    text('Path', node.href) +
    text('Category', 'HWPHYPERLINK_TYPE_URL') +
    text('TargetType', 'HWPHYPERLINK_TARGET_BOOKMARK') +
    text('DocOpenType', 'HWPHYPERLINK_JUMP_CURRENTTAB') +
    '</hp:parameters></hp:fieldBegin></hp:ctrl>'
  return (
    `<hp:run charPrIDRef="${plain}">${begin}</hp:run>${runs(node.children, { ...char, isLink: true }, body)}` +
    `<hp:run charPrIDRef="${plain}"><hp:ctrl><hp:fieldEnd beginIDRef="${id}" fieldid="627272811"/></hp:ctrl></hp:run>`
  )
}

/** Removes characters that XML does not allow: a file with one of them counts as damaged. */
export const escapeXml = (text: string): string =>
  text
    .replace(/(?![\t\n\r])\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
