// A file or a link as the beginning of a member's own text. Nothing is stored: the browser creates the text from it.
import { readMemberLink } from '#server/adapters/member-links.ts'
import { writePlain } from '#server/adapters/reading/document-blocks.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import { splitTitle } from '#shared/text-title.ts'
import type { ToolFile } from '#shared/tools-form.ts'
import { contentMaxLength, titleMaxLength } from '#shared/tools.ts'

/** `text` is Markdown, at most `contentMaxLength` characters. */
export type OwnMaterial = { title: string; text: string }
type Reading = { memberId: string; signal: AbortSignal }

/**
 * Reads a file that `requireOwnFiles` allowed.
 * @throws AppError as `FileReader`; only_tool_file_format for pictures, pdf_without_text for scans, file_too_large for
 * more text than a text can hold
 */
export async function readOwnFile(
  { fileReader }: Dependencies,
  { path, name }: ToolFile,
  { memberId, signal }: Reading,
): Promise<OwnMaterial> {
  const read = await fileReader.read({ path, name, memberId, charactersMax: contentMaxLength + 1 }, signal)
  if (read.kind === 'picture') throw new AppError('only_tool_file_format', { field: 'files' })
  const text = read.kind === 'pdf' ? writePlain(read.text.split('\n\n').map(joinLines).join('\n')) : read.text
  if (read.kind === 'pdf' && !text) throw new AppError('pdf_without_text', { field: 'files' })
  if (text.length > contentMaxLength) throw new AppError('file_too_large', { field: 'files' })
  const named = name.replace(/\.[^.]+$/, '')
  if (read.kind === 'pdf') return { title: titleOf(named), text }
  const found = read.title ? { title: read.title, text } : splitTitle(text, named)
  return { title: titleOf(found.title), text: found.text }
}

/** A PDF has lines and no paragraphs: a paragraph ends with a line that is clearly shorter than the longest. */
function joinLines(page: string): string {
  const lines = page.split('\n').map((line) => line.trim())
  const longest = Math.max(...lines.map((line) => line.length))
  return lines.map((line) => line + (line.length < longest * 0.75 ? '\n' : ' ')).join('')
}

/** @throws AppError as `readMemberLink` */
export async function readOwnLink(deps: Dependencies, url: string, reading: Reading): Promise<OwnMaterial> {
  const { title, text, headings } = await readMemberLink(deps, url, reading)
  const isHeading = new Set(headings)
  const lines = text
    .split('\n')
    .map((line) => (isHeading.has(line.trim()) ? `## ${writePlain(line)}` : writePlain(line)))
  return { title: titleOf(title), text: lines.filter(Boolean).join('\n\n') }
}

const titleOf = (title: string): string => Array.from(title.trim()).slice(0, titleMaxLength).join('')
