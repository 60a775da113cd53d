// A text leaves for other programs. Everything is made in the browser, from the parsed Markdown: no HTML of a model or a person goes out as it came.
import { parseMarkdown } from '#app/ui/editor/markdown-tree.ts'
import { outputLanguageTags, type OutputLanguage } from '#shared/tools.ts'
import { toHtml } from './export-html.ts'

export type ExportedText = {
  title: string
  content: string
  tags: string[]
  language: OutputLanguage
  /** Of the site: pictures are named without it. */
  origin: string
}

export type ExportKind = 'md' | 'html' | 'docx' | 'pdf'

/** The letters of Pretendard; for other scripts a PDF would show boxes. */
const pdfLanguages: readonly OutputLanguage[] = [
  'Korean',
  'English',
  'Spanish',
  'French',
  'German',
  'Russian',
]
export const canExport = (kind: ExportKind, language: OutputLanguage): boolean =>
  kind !== 'pdf' || pdfLanguages.includes(language)

/** @returns the file; libraries and fonts are loaded for the kind that was asked for */
export async function makeFile(kind: ExportKind, text: ExportedText): Promise<File> {
  return new File([await makeContent(kind, text)], `${fileName(text.title)}.${kind}`, { type: types[kind] })
}

const types: Record<ExportKind, string> = {
  md: 'text/markdown;charset=utf-8',
  html: 'text/html;charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
}

async function makeContent(kind: ExportKind, text: ExportedText): Promise<BlobPart> {
  switch (kind) {
    case 'md':
      return asMarkdown(text)
    case 'html':
      return htmlPage(text)
    case 'docx':
      return (await import('./export-docx.ts')).makeDocx(text)
    case 'pdf':
      return (await import('./export-pdf.ts')).makePdf(text)
  }
}

/** What a blog editor takes: headings, quotes, lists, tables and pictures as tags that every editor knows, without classes or styles. */
export function richText(text: ExportedText): { html: string; plain: string } {
  const nodes = parseMarkdown(text.content)
  const tags = text.tags.map((tag) => `#${tag}`).join(' ')
  const html = toHtml(
    [
      ...(text.title ? [{ type: 'h2' as const, children: [text.title] }] : []),
      ...nodes,
      ...(tags ? [{ type: 'p' as const, children: [tags] }] : []),
    ],
    text.origin,
  )
  return { html, plain: [text.title, text.content.trim(), tags].filter(Boolean).join('\n\n') }
}

const asMarkdown = ({ title, content, tags, origin }: ExportedText): string =>
  [
    title && `# ${title}`,
    withHosts(content.trim(), origin),
    tags.map((tag) => `#${tag.replace(/\s+/g, '_')}`).join(' '),
  ]
    .filter(Boolean)
    .join('\n\n') + '\n'

/** Pictures of ours are named without a host: elsewhere they need it. */
const withHosts = (content: string, origin: string): string =>
  content.replace(/(!\[[^\]\n]*\]\()(\/storage\/[^\s)]+\))/g, `$1${origin}$2`)

function htmlPage(text: ExportedText): string {
  const language = outputLanguageTags[text.language]
  const direction = text.language === 'Arabic' ? 'rtl' : 'ltr'
  const title = toHtml([text.title], text.origin)
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body>
<h1>${title}</h1>
${toHtml(parseMarkdown(text.content), text.origin)}
</body>
</html>
`
}

/** Signs that some systems refuse in names are left out. */
function fileName(title: string): string {
  const clean = title
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return (
    Array.from(clean)
      .slice(0, 80)
      .join('')
      .replace(/^\.+|[. ]+$/g, '') || 'text'
  )
}
