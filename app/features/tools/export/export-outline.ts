import type { MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import type { OutputLanguage } from '#shared/tools.ts'
import type { ExportedText } from './export-text.ts'

/** With fewer headings, a list of them helps no reader. */
const headingsMin = 3

/** Whether a document begins with a table of contents: reports and business plans do. */
export const hasContents = ({ tool }: ExportedText, nodes: readonly MarkdownNode[]): boolean =>
  (tool === 'document' || tool === 'business-plan') &&
  nodes.filter((node) => typeof node === 'object' && (node.type === 'h2' || node.type === 'h3')).length >=
    headingsMin

/** The heading of the table of contents, in the language of the text. */
export const contentsTitle: Record<OutputLanguage, string> = {
  Korean: '차례',
  English: 'Contents',
  Japanese: '目次',
  Chinese: '目录',
  Spanish: 'Índice',
  French: 'Sommaire',
  German: 'Inhalt',
  Russian: 'Содержание',
  Arabic: 'المحتويات',
  Hindi: 'विषय-सूची',
}
