import boldFont from 'pretendard/dist/public/static/alternative/Pretendard-Bold.ttf?url'
import regularFont from 'pretendard/dist/public/static/alternative/Pretendard-Regular.ttf?url'
import pdfMake from 'pdfmake/build/pdfmake'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import { parseMarkdown, type MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import { fitPicture, linkVideos, loadPictures, type DocumentPicture } from './export-pictures.ts'
import type { ExportedText } from './export-text.ts'

type Element = Exclude<MarkdownNode, string>

const inlineTypes = new Set(['strong', 'em', 's', 'a', 'code', 'br'])
const isInline = (node: MarkdownNode) => typeof node === 'string' || inlineTypes.has(node.type)

/** A PDF whose text can be selected and searched. It embeds only the glyphs of Pretendard that it needs. */
export async function makePdf(text: ExportedText): Promise<Blob> {
  const address = (path: string) => new URL(path, window.location.origin).href
  const [normal, bold] = [address(regularFont), address(boldFont)]
  const nodes = linkVideos(parseMarkdown(text.content), window.location.origin)
  const pictures = await loadPictures(nodes, window.location.origin)
  const document: TDocumentDefinitions = {
    info: { title: text.title },
    pageSize: 'A4',
    pageMargins: [64, 64, 64, 64],
    defaultStyle: { font: 'Pretendard', fontSize: 11, lineHeight: 1.5 },
    styles: {
      title: { fontSize: 22, bold: true, margin: [0, 0, 0, 16] },
      h2: { fontSize: 16, bold: true, margin: [0, 14, 0, 6] },
      h3: { fontSize: 13, bold: true, margin: [0, 10, 0, 4] },
      h4: { fontSize: 11, bold: true, margin: [0, 8, 0, 4] },
      p: { margin: [0, 0, 0, 8] },
    },
    content: [
      ...(text.title ? [{ text: text.title, style: 'title' }] : []),
      ...blocks(nodes, pictures),
      ...(text.tags.length > 0
        ? [{ text: text.tags.map((tag) => `#${tag}`).join(' '), color: '#666666' }]
        : []),
    ],
  }
  // Pretendard has no italics: emphasis uses the upright font.
  pdfMake.addFonts({ Pretendard: { normal, bold, italics: normal, bolditalics: bold } })
  return await pdfMake.createPdf(document).getBlob()
}

type Pictures = Map<string, DocumentPicture>
/** The area between the margins of a page, in points. */
const pagePoints = { width: 467, height: 700 }

function blocks(nodes: readonly MarkdownNode[], pictures: Pictures): Content[] {
  const made: Content[] = []
  let line: MarkdownNode[] = []
  const endLine = () => {
    if (line.length > 0) made.push({ text: inlines(line) })
    line = []
  }
  for (const node of nodes) {
    if (isInline(node)) line.push(node)
    else {
      endLine()
      made.push(block(node as Element, pictures))
    }
  }
  endLine()
  return made
}

function block(node: Element, pictures: Pictures): Content {
  const item = (child: MarkdownNode): Content => ({
    stack: typeof child === 'object' && 'children' in child ? blocks(child.children, pictures) : [],
  })
  switch (node.type) {
    case 'p':
    case 'h2':
    case 'h3':
    case 'h4':
      return { text: inlines(node.children), style: node.type }
    case 'ul':
      return { ul: node.children.map(item), margin: [0, 0, 0, 8] }
    case 'ol':
      return { ol: node.children.map(item), start: node.start, margin: [0, 0, 0, 8] }
    case 'blockquote':
      return { stack: blocks(node.children, pictures), margin: [16, 4, 0, 8], color: '#555555' }
    case 'pre':
      return { text: node.text, margin: [8, 0, 0, 8], preserveLeadingSpaces: true, color: '#444444' }
    case 'hr':
      return {
        canvas: [{ type: 'line', x1: 0, y1: 6, x2: 467, y2: 6, lineWidth: 0.5, lineColor: '#bbbbbb' }],
      }
    case 'table':
      return table(node.children)
    case 'img':
      return picture(node, pictures)
    default:
      return { stack: 'children' in node ? blocks(node.children, pictures) : [] }
  }
}

/** A pixel of a screen is three quarters of a point. */
function picture({ src, alt }: Element & { type: 'img' }, pictures: Pictures): Content {
  const found = pictures.get(src)
  if (!found) return { text: alt, style: 'p', color: '#555555' }
  const points = { width: found.width * 0.75, height: found.height * 0.75 }
  const data = btoa(Array.from(found.data, (byte) => String.fromCharCode(byte)).join(''))
  return {
    image: `data:image/${found.kind === 'jpg' ? 'jpeg' : 'png'};base64,${data}`,
    ...fitPicture(points, pagePoints),
    alignment: 'center',
    margin: [0, 4, 0, 10],
  }
}

function table(rows: MarkdownNode[]): Content {
  const cells = rows.flatMap((row, index) =>
    typeof row === 'object' && row.type === 'tr'
      ? [
          row.children.map((cell) => ({
            text: typeof cell === 'object' && 'children' in cell ? inlines(cell.children) : [],
            bold: index === 0,
          })),
        ]
      : [],
  )
  const columns = Math.max(0, ...cells.map((row) => row.length))
  const body = cells.map((row) => [
    ...row,
    ...Array.from({ length: columns - row.length }, () => ({ text: [], bold: false })),
  ])
  return {
    table: { headerRows: 1, widths: Array<string>(columns).fill('*'), body },
    layout: 'lightHorizontalLines',
    margin: [0, 4, 0, 10],
  }
}

type Look = { bold?: boolean; decoration?: 'lineThrough' | 'underline'; link?: string }
type Piece = Look & { text: string }

function inlines(nodes: readonly MarkdownNode[], look: Look = {}): Piece[] {
  return nodes.flatMap((node): Piece[] => {
    if (typeof node === 'string') return [{ ...look, text: node }]
    switch (node.type) {
      case 'br':
        return [{ text: '\n' }]
      case 'code':
        return [{ ...look, text: node.text }]
      case 'strong':
        return inlines(node.children, { ...look, bold: true })
      case 's':
        return inlines(node.children, { ...look, decoration: 'lineThrough' })
      case 'a':
        return inlines(node.children, { ...look, link: node.href, decoration: 'underline' })
      default:
        return 'children' in node ? inlines(node.children, look) : []
    }
  })
}
