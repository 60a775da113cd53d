import { readFile as readBytes, stat } from 'node:fs/promises'
import { AppError } from '#shared/errors.ts'
import { uploadKinds } from '#shared/uploads.ts'
import { readBody } from '#server/outside/read-body.ts'
import { detectMediaType, isNamedLike } from './media-type.ts'
import type { PdfText } from './read-pdf.ts'
import type { ReadPicture } from './read-picture.ts'

export type FileContent = ({ kind: 'pdf'; bytes: number } & PdfText) | ({ kind: 'picture' } & ReadPicture)

const timeoutMs = 30_000

/**
 * A member's file by what is in it, fetched no further than the limit of its kind. Libraries are loaded for the kind only.
 * @throws AppError file_gone, file_empty, file_too_large, image_too_large, only_tool_file_format, unavailable; what readPdf and readPicture throw
 */
export async function readFile(file: {
  address: string
  name: string
  charactersMax: number
}): Promise<FileContent> {
  const data = await fetchFile(file.address, file.name)
  if (data.length === 0) throw new AppError('file_empty')
  const mediaType = detectMediaType(data)
  if (!mediaType || !isNamedLike(file.name, mediaType)) throw new AppError('only_tool_file_format')
  if (mediaType !== 'application/pdf') {
    const { readPicture } = await import('./read-picture.ts')
    return { kind: 'picture', ...(await readPicture(data)) }
  }
  const { readPdf } = await import('./read-pdf.ts')
  const bytes = data.length
  return { kind: 'pdf', bytes, ...(await readPdf(data, file.charactersMax)) }
}

async function fetchFile(address: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const isPdf = name.toLowerCase().endsWith('.pdf')
  const { maxBytes } = uploadKinds[isPdf ? 'tool-file' : 'image']
  try {
    if (address.startsWith('file:')) return await readNear(new URL(address), maxBytes)
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (response.ok) return await readBody(response, maxBytes)
    throw new AppError(response.status >= 500 ? 'unavailable' : 'file_gone')
  } catch (error) {
    if (!(error instanceof AppError)) throw new AppError('unavailable', { cause: error })
    throw error.code === 'file_too_large' && !isPdf ? new AppError('image_too_large') : error
  }
}

/** Stored files never change: what was measured is what is read. */
async function readNear(address: URL, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { size } = await stat(address)
    if (size > bytesMax) throw new AppError('file_too_large')
    return new Uint8Array(await readBytes(address))
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new AppError('file_gone') : error
  }
}
