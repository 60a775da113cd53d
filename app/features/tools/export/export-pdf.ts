import pdfMake from 'pdfmake/build/pdfmake'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import { isInline, parseMarkdown, type MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import type { Alignment } from '#shared/text-marks.ts'
import { contentsTitle, hasContents } from './export-outline.ts'
import {
  fitPicture,
  linkVideos,
  loadPictures,
  type DocumentPicture,
  type LoadPicture,
} from './export-pictures.ts'
import type { ExportedText } from './export-text.ts'
import { chooseFonts, createFontReader, mainFont, type ChosenFonts, type ReadFont } from './pdf-letters.ts'
import { keepWords, type PdfRun } from './pdf-words.ts'

type Element = Exclude<MarkdownNode, string>
type Frame = { pictures: Map<string, DocumentPicture>; fonts: ChosenFonts; hasContents: boolean }

const bodySize = 11
const tocMargins = { h2: [0, 2, 0, 0], h3: [16, 2, 0, 0] } satisfies Record<
  string,
  [number, number, number, number]
>
const tagLine = (text: ExportedText) => text.tags.map((tag) => `#${tag}`).join(' ')

/** How a test reads fonts and pictures without a browser. */
type Readers = { font?: ReadFont; picture?: LoadPicture }

/**
 * A PDF whose text can be selected and searched. It embeds only the glyphs that it needs, and fonts are loaded by the
 * letters of the text.
 * @returns the letters that no font has, to be named before `make` draws the missing letter for them
 */
export async function preparePdf(
  text: ExportedText,
  readers: Readers = {},
): Promise<{ missing: string[]; make: () => Promise<Blob> }> {
  const all = [text.title, text.content, tagLine(text), contentsTitle[text.language]].join('\n')
  const nodes = linkVideos(parseMarkdown(text.content), text.origin)
  const [fonts, pictures] = await Promise.all([
    chooseFonts(all, text.language, createFontReader(readers.font)),
    loadPictures(nodes, text.origin, readers.picture),
  ])
  return {
    missing: fonts.missing,
    async make() {
      const document = composeDocument(text, nodes, {
        fonts,
        pictures,
        hasContents: hasContents(text, nodes),
      })
      await addFonts(fonts)
      for (const [src, { data }] of pictures) virtualfs.writeFileSync(fileOf(src), data.slice().buffer)
      return await pdfMake.createPdf(document).getBlob()
    },
  }
}

/** Missing in the types of the library. It reads fonts as bytes and pictures as a buffer. */
type WithFiles = { virtualfs: { writeFileSync: (name: string, content: Uint8Array | ArrayBuffer) => void } }
const { virtualfs } = pdfMake as typeof pdfMake & WithFiles

/** Pictures are files of the library, because base64 letters of a photo take longer than its page. */
const fileOf = (src: string): string => `picture-${src}`

/** Pretendard has no italics: emphasis uses the upright font. */
async function addFonts(fonts: ChosenFonts): Promise<void> {
  pdfMake.clearFonts()
  for (const [name, { normal, bold }] of Object.entries(await fonts.load())) {
    const files = { normal: `${name}-normal`, bold: `${name}-bold` }
    virtualfs.writeFileSync(files.normal, normal)
    virtualfs.writeFileSync(files.bold, bold)
    pdfMake.addFonts({ [name]: { ...files, italics: files.normal, bolditalics: files.bold } })
  }
}

function composeDocument(
  text: ExportedText,
  nodes: readonly MarkdownNode[],
  frame: Frame,
): TDocumentDefinitions {
  const contents: Content[] = frame.hasContents
    ? [{ toc: { title: { text: runs(contentsTitle[text.language], frame, { bold: true }), style: 'h2' } } }]
    : []
  return {
    info: { title: text.title },
    images: Object.fromEntries([...frame.pictures.keys()].map((src) => [src, fileOf(src)])),
    pageSize: 'A4',
    pageMargins: [64, 64, 64, 64],
    defaultStyle: { font: mainFont, fontSize: bodySize, lineHeight: 1.5 },
    styles: {
      title: { fontSize: 22, margin: [0, 0, 0, 16] },
      h2: { fontSize: 16, margin: [0, 14, 0, 6] },
      h3: { fontSize: 13, margin: [0, 10, 0, 4] },
      h4: { fontSize: 11, margin: [0, 8, 0, 4] },
      p: { margin: [0, 0, 0, 8] },
      caption: { fontSize: 9, color: '#555555', margin: [0, 0, 0, 10] },
    },
    footer: (page, pages) => ({
      text: `${page} / ${pages}`,
      alignment: 'center',
      fontSize: 9,
      color: '#666666',
      margin: [0, 20, 0, 0],
    }),
    content: [
      ...(text.title ? [{ text: runs(text.title, frame, { bold: true }), style: 'title' }] : []),
      ...contents,
      ...blocks(nodes, frame),
      ...(text.tags.length > 0 ? [{ text: runs(tagLine(text), frame), color: '#666666' }] : []),
    ],
  }
}

/** The area between the margins of a page, in points. */
const pagePoints = { width: 467, height: 700 }

function blocks(nodes: readonly MarkdownNode[], frame: Frame): Content[] {
  const made: Content[] = []
  let line: MarkdownNode[] = []
  const endLine = () => {
    if (line.length > 0) made.push({ text: inlines(line, frame) })
    line = []
  }
  for (const node of nodes) {
    if (isInline(node)) line.push(node)
    else {
      endLine()
      made.push(block(node as Element, frame))
    }
  }
  endLine()
  return made
}

function block(node: Element, frame: Frame): Content {
  const item = (child: MarkdownNode): Content => ({
    stack: typeof child === 'object' && 'children' in child ? blocks(child.children, frame) : [],
  })
  switch (node.type) {
    case 'p':
      return { text: inlines(node.children, frame), style: 'p', ...alignment(node.align) }
    case 'h2':
    case 'h3':
    case 'h4':
      return {
        text: inlines(node.children, frame, { bold: true }),
        style: node.type,
        ...alignment(node.align),
        ...(frame.hasContents && node.type !== 'h4'
          ? { tocItem: true, tocMargin: tocMargins[node.type] }
          : {}),
      }
    case 'ul':
      return { ul: node.children.map(item), margin: [0, 0, 0, 8] }
    case 'ol':
      return { ol: node.children.map(item), start: node.start, margin: [0, 0, 0, 8] }
    case 'blockquote':
      return { stack: blocks(node.children, frame), margin: [16, 4, 0, 8], color: '#555555' }
    case 'pre':
      return {
        text: runs(node.text, frame),
        margin: [8, 0, 0, 8],
        preserveLeadingSpaces: true,
        color: '#444444',
      }
    case 'hr':
      return {
        canvas: [{ type: 'line', x1: 0, y1: 6, x2: 467, y2: 6, lineWidth: 0.5, lineColor: '#bbbbbb' }],
      }
    case 'table':
      return table(node.children, frame)
    case 'img':
      return picture(node, frame)
    default:
      return { stack: 'children' in node ? blocks(node.children, frame) : [] }
  }
}

const alignment = (align: Alignment | undefined) => (align ? { alignment: align } : {})

/** A pixel of a screen is three quarters of a point. */
function picture(
  { src, alt, caption, align = 'center' }: Element & { type: 'img' | 'video' },
  frame: Frame,
): Content {
  const found = frame.pictures.get(src)
  const below: Content[] = caption
    ? [{ text: inlines([caption], frame), style: 'caption', alignment: align }]
    : []
  if (!found) return [{ text: runs(alt, frame), style: 'p', color: '#555555' }, ...below]
  const points = { width: found.width * 0.75, height: found.height * 0.75 }
  const image = {
    image: src,
    ...fitPicture(points, pagePoints),
    alignment: align,
    margin: [0, 4, 0, caption ? 4 : 10] as [number, number, number, number],
  }
  return caption ? { stack: [image, ...below], unbreakable: true } : image
}

function table(rows: MarkdownNode[], frame: Frame): Content {
  const lines = rows.flatMap((row) => (typeof row === 'object' && row.type === 'tr' ? [row.children] : []))
  const columns = Math.max(1, ...lines.map((line) => line.length))
  const wordMax = Math.floor(pagePoints.width / columns / bodySize) - 2
  const body = lines.map((line, row) =>
    Array.from({ length: columns }, (_, column) => {
      const cell = line[column]
      const children = typeof cell === 'object' && 'children' in cell ? cell.children : []
      return { text: inlines(children, frame, row === 0 ? { bold: true } : {}, wordMax) }
    }),
  )
  return {
    table: { headerRows: 1, widths: Array<string>(columns).fill('*'), body },
    layout: 'lightHorizontalLines',
    margin: [0, 4, 0, 10],
  }
}

type Look = Omit<PdfRun, 'text' | 'font'>
/** A line of the body has 42 Hangul letters, one within nested lists about 30. */
const bodyWordMax = 20

const runs = (text: string, frame: Frame, look: Look = {}): PdfRun[] =>
  frame.fonts.runs(text, look.bold ?? false).map((run) => ({ ...look, ...run }))

const inlines = (
  nodes: readonly MarkdownNode[],
  frame: Frame,
  look: Look = {},
  wordMax = bodyWordMax,
): PdfRun[] => keepWords(looks(nodes, frame, look), wordMax)

/** Struck and underlined words have both lines. */
const decorated = (look: Look, line: 'underline' | 'lineThrough'): Look => ({
  ...look,
  decoration: [...new Set([look.decoration ?? [], line].flat())],
})

function looks(nodes: readonly MarkdownNode[], frame: Frame, look: Look): PdfRun[] {
  return nodes.flatMap((node): PdfRun[] => {
    if (typeof node === 'string') return runs(node, frame, look)
    switch (node.type) {
      case 'br':
        return [{ text: '\n' }]
      case 'code':
        return runs(node.text, frame, look)
      case 'strong':
        return looks(node.children, frame, { ...look, bold: true })
      case 's':
        return looks(node.children, frame, decorated(look, 'lineThrough'))
      case 'u':
        return looks(node.children, frame, decorated(look, 'underline'))
      case 'mark':
        return looks(node.children, frame, { ...look, background: '#fff3a3' })
      case 'a':
        return looks(node.children, frame, { ...decorated(look, 'underline'), link: node.href })
      default:
        return 'children' in node ? looks(node.children, frame, look) : []
    }
  })
}
