import { AppError } from '#shared/errors.ts'
import { detectMediaType, isNamedLike } from './media-type.ts'
import type { PdfText } from './read-pdf.ts'
import type { ReadPicture } from './read-picture.ts'

export type FileContent = ({ kind: 'pdf'; bytes: number } & PdfText) | ({ kind: 'picture' } & ReadPicture)

/**
 * Parses a member's file by its content. Only the libraries of its type are loaded.
 * @throws AppError file_empty, only_tool_file_format; errors of readPdf and readPicture
 */
export async function readFile(
  data: Uint8Array<ArrayBuffer>,
  { name, charactersMax }: { name: string; charactersMax: number },
): Promise<FileContent> {
  if (data.length === 0) throw new AppError('file_empty')
  const mediaType = detectMediaType(data)
  if (!mediaType || !isNamedLike(name, mediaType)) throw new AppError('only_tool_file_format')
  if (mediaType !== 'application/pdf') {
    const { readPicture } = await import('./read-picture.ts')
    return { kind: 'picture', ...(await readPicture(data)) }
  }
  const { readPdf } = await import('./read-pdf.ts')
  const bytes = data.length
  return { kind: 'pdf', bytes, ...(await readPdf(data, charactersMax)) }
}
