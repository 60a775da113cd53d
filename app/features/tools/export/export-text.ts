// Exports a text to other programs. The browser builds every export from the parsed Markdown, so no HTML from a model
// or a member is exported.
import { whenOnline } from '#app/session/chunk-errors.ts'
import { parseMarkdown } from '#app/ui/editor/markdown-tree.ts'
import { splitAtCode } from '#shared/code-blocks.ts'
import { escapeCodePipes } from '#shared/code-pipes.ts'
import { outputLanguageTags, type OutputLanguage, type WritingTool } from '#shared/tools.ts'
import { fileNameOf } from './download-file.ts'
import { toHtml } from './export-html.ts'
import { writeMarkTags } from '../mark-tags.ts'

export type ExportedText = {
  tool: WritingTool
  title: string
  content: string
  tags: string[]
  language: OutputLanguage
  /** The origin of the site: image addresses omit it. */
  origin: string
}

export type ExportKind = 'md' | 'txt' | 'html' | 'docx' | 'hwpx' | 'pdf'

/** @returns the file; the libraries of its kind are loaded on demand */
export const makeFile = async (kind: Exclude<ExportKind, 'pdf'>, text: ExportedText): Promise<File> =>
  asFile(kind, text, await makeContent(kind, text))

/** A PDF may lack letters: see `preparePdf`. */
export async function prepareFile(
  text: ExportedText,
): Promise<{ missing: string[]; make: () => Promise<File> }> {
  const { preparePdf } = await whenOnline(() => import('./export-pdf.ts'))
  const { missing, make } = await preparePdf(text)
  return { missing, make: async () => asFile('pdf', text, await make()) }
}

const asFile = (kind: ExportKind, text: ExportedText, content: BlobPart): File =>
  new File([content], `${fileNameOf(text.title)}.${kind}`, { type: types[kind] })

const types: Record<ExportKind, string> = {
  md: 'text/markdown;charset=utf-8',
  txt: 'text/plain;charset=utf-8',
  html: 'text/html;charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  hwpx: 'application/hwp+zip',
  pdf: 'application/pdf',
}

async function makeContent(kind: Exclude<ExportKind, 'pdf'>, text: ExportedText): Promise<BlobPart> {
  switch (kind) {
    case 'md':
      return asMarkdown(text)
    case 'txt':
      return (await whenOnline(() => import('./export-plain.ts'))).plainCopy(text)
    case 'html':
      return htmlPage(text)
    case 'docx':
      return (await whenOnline(() => import('./export-docx.ts'))).makeDocx(text)
    case 'hwpx':
      return (await whenOnline(() => import('./export-hwpx.ts'))).makeHwpx(text)
  }
}

const asMarkdown = ({ title, content, tags, origin }: ExportedText): string =>
  [
    title && `# ${title}`,
    withPlainPictures(writeMarkTags(withEscapedPipes(content.trim())), origin),
    tags.map((tag) => `#${tag.replace(/\s+/g, '_')}`).join(' '),
  ]
    .filter(Boolean)
    .join('\n\n') + '\n'

/** Other programs take a bare pipe in the code of a cell for the cell's end. */
const withEscapedPipes = (content: string): string =>
  splitAtCode(content)
    .map(({ isCode, text }) => (isCode ? text : text.replace(/^[ \t>]*\|.*$/gm, escapeCodePipes)))
    .join('')

/** Addresses of our images have no host, which other programs need, and end with a size, which none knows. */
const withPlainPictures = (content: string, origin: string): string =>
  content.replace(/(!\[[^\]\n]{0,1000}\]\()(\/storage\/[^\s()#]*)(?:#\d+x\d+)?/g, `$1${origin}$2`)

/**
 * Fonts are the reader's own: every system has those for the languages of its users. Korean wraps between words, Japanese
 * and Chinese between characters. Addresses break anywhere, or they would push a table off the paper.
 */
const paper = `@page { margin: 22mm }
body { font: 11pt/1.7 system-ui, sans-serif; margin: 0 auto; max-width: 40em; overflow-wrap: break-word }
:lang(ko) { word-break: keep-all }
a, code { overflow-wrap: anywhere }
h1, h2, h3, h4 { break-after: avoid; line-height: 1.35 }
img, video { break-inside: avoid; height: auto; max-width: 100% }
body > img, body > video { display: block; margin: 0 auto }
figure { break-inside: avoid; margin: 1em 0; text-align: center }
figcaption { color: #555; font-size: 0.85em }
mark { background: #fff3a3; color: inherit }
table { border-collapse: collapse; width: 100% }
tr, pre, blockquote { break-inside: avoid }
th, td { border: 1px solid #bbb; padding: 4px 8px; text-align: start }
blockquote { border-inline-start: 3px solid #bbb; color: #444; margin-inline: 0; padding-inline-start: 1em }
pre { white-space: pre-wrap }`

/** The text as a page of its own, which looks like a document on paper and on screen. */
export function htmlPage(text: ExportedText): string {
  const language = outputLanguageTags[text.language]
  const direction = text.language === 'Arabic' ? 'rtl' : 'ltr'
  const title = toHtml([text.title], text.origin)
  const tags =
    text.tags.length > 0
      ? `\n<p>${toHtml([text.tags.map((tag) => `#${tag}`).join(' ')], text.origin)}</p>`
      : ''
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${paper}</style></head>
<body>
<h1>${title}</h1>
${toHtml(parseMarkdown(text.content), text.origin)}${tags}
</body>
</html>
`
}
