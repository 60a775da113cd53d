// A Markdown text as its readers see and count it.
import { measureText } from './measure.ts'
import type { LengthUnit } from './text-length.ts'
import { withoutMarks } from './text-marks.ts'

/** The length of a Markdown text as a reader sees it: without formatting and URLs, tables and headings included. */
export function measureLength(markdown: string, unit: LengthUnit): number {
  const plain = renderedText(markdown)
  return unit === 'words' ? (plain.match(/\S+/g)?.length ?? 0) : measureText(plain, unit)
}

/** A Markdown text as a reader sees it, line by line. Pictures and their captions do not count. */
export function renderedText(markdown: string): string {
  return withoutMarks(markdown)
    .replace(/[ \t]+/g, ' ')
    .replace(/!\[[^[\]\n]{0,400}\]\([^()"\n]{0,2000}(?:"[^"\n]{0,400}")?\)/g, '')
    .replace(/\[([^[\]\n]{0,400})\]\([^()\n]{0,2000}\)/g, '$1')
    .replace(/^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*$/gm, '')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+[.)])[ \t]+/gm, '')
    .replace(/^[ \t]*(?:-{3,}|\*{3,}|_{3,}|```.*)[ \t]*$/gm, '')
    .replace(/\\([\\`*_{}[\]()#+\-.!~>|])/g, '$1')
    .replace(/\*\*|~~|__|`/g, '')
    .replace(/[ \t]*\|[ \t]*/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .replace(/^ | $/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

/** A Markdown text for programs that take plain text: an empty line between paragraphs, nothing of Markdown. */
export const plainParagraphs = (markdown: string): string =>
  markdown
    .split(/\n{2,}/)
    .map(plainAnswer)
    .join('\n\n')

/** A Markdown answer as a reader counts it: paragraphs by single line breaks, without formatting. */
export function plainAnswer(markdown: string): string {
  return withoutMarks(markdown)
    .trim()
    .replace(/\n{2,}/g, '\n')
    .replace(/\\([\\`*_{}[\]()#+\-.!~>|])/g, '$1')
    .replace(/\*\*|~~|__/g, '')
}
