import { AppError } from '#shared/errors.ts'
import { extensionOf } from '#shared/uploads.ts'
import { writePlain, type DocumentText } from './document-blocks.ts'
import { detectMediaType, isNamedLike } from './media-type.ts'
import type { PdfText } from './read-pdf.ts'
import type { ReadPicture } from './read-picture.ts'

export type FileContent =
  | ({ kind: 'pdf'; bytes: number } & PdfText)
  | ({ kind: 'picture' } & ReadPicture)
  /** A text file or an office document, as Markdown. */
  | ({ kind: 'document' } & DocumentText)

type Asked = { name: string; charactersMax: number }

/**
 * Parses a member's file by its content. Only the libraries of its type are loaded.
 * @throws AppError file_empty, only_tool_file_format; errors of readPdf, readPicture, readDocx and readHwpx
 */
export async function readFile(data: Uint8Array<ArrayBuffer>, asked: Asked): Promise<FileContent> {
  if (data.length === 0) throw new AppError('file_empty')
  const { name, charactersMax } = asked
  const mediaType = detectMediaType(data)
  if (!isNamedLike(name, mediaType)) throw new AppError('only_tool_file_format')
  if (mediaType === null) return readTextFile(data, asked)
  if (mediaType === 'application/zip') return readOffice(data, asked)
  if (mediaType !== 'application/pdf') {
    const { readPicture } = await import('./read-picture.ts')
    return { kind: 'picture', ...(await readPicture(data)) }
  }
  const { readPdf } = await import('./read-pdf.ts')
  const bytes = data.length
  return { kind: 'pdf', bytes, ...(await readPdf(data, charactersMax)) }
}

/** The reader refuses an archive without the parts of its format. */
async function readOffice(data: Uint8Array, { name, charactersMax }: Asked): Promise<FileContent> {
  const isWord = extensionOf(name) === 'docx'
  const read = isWord ? (await import('./read-docx.ts')).readDocx : (await import('./read-hwpx.ts')).readHwpx
  const { title, text } = read(data)
  if (!title && !text) throw new AppError('file_empty')
  return { kind: 'document', title, text: text.slice(0, charactersMax) }
}

async function readTextFile(data: Uint8Array, { name, charactersMax }: Asked): Promise<FileContent> {
  const { readPlain } = await import('./read-plain.ts')
  const text = readPlain(data, charactersMax)
  if (!text) throw new AppError('file_empty')
  return {
    kind: 'document',
    title: '',
    text: (extensionOf(name) === 'md' ? text : writePlain(text)).slice(0, charactersMax),
  }
}
