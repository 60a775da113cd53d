// A file given to a tool: checked by name, size and by what is really in it.
import type { Model, ModelFile } from '#server/outside/models.ts'
import { AppError } from '#shared/errors.ts'
import { findToolFileProblem } from '#shared/tools.ts'

/**
 * @throws AppError on field `file`: the catalogue's format and size errors, or a reason why this model cannot read it
 */
export async function readToolFile(file: File, model: Model): Promise<ModelFile> {
  const problem = findToolFileProblem(file)
  if (problem) throw new AppError(problem, { field: 'file' })
  const data = new Uint8Array(await file.arrayBuffer())
  const mediaType = detectMediaType(data)
  if (!mediaType || !isNamedLike(file.name, mediaType)) {
    throw new AppError('only_tool_file_format', { field: 'file', message: 'file_is_not_what_it_says' })
  }
  const reason = model.findFileProblem(mediaType)
  if (reason) throw new AppError('only_tool_file_format', { field: 'file', message: reason })
  return { name: cleanName(file.name), mediaType, data }
}

type ToolMediaType =
  | 'image/gif'
  | 'image/png'
  | 'image/jpeg'
  | 'image/webp'
  | 'image/heic'
  | 'image/heif'
  | 'application/pdf'
const isImage = (mediaType: string) => mediaType.startsWith('image/')

/** Phones rename one picture format to another, which harms nobody; a picture called PDF or the other way round is refused. */
function isNamedLike(name: string, mediaType: string): boolean {
  const isPdfName = name.toLowerCase().endsWith('.pdf')
  return isImage(mediaType) ? !isPdfName : isPdfName
}

/** The type by its first bytes: signatures of the formats' own specifications. Null for anything that tools do not take. */
function detectMediaType(data: Uint8Array): ToolMediaType | null {
  const text = (start: number, end: number) => String.fromCharCode(...data.subarray(start, end))
  if (text(0, 4) === 'GIF8') return 'image/gif'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  // PDF 1.7, implementation note 13: the header may stand anywhere in the first 1024 bytes.
  if (text(0, 1024).includes('%PDF-')) return 'application/pdf'
  if (text(4, 8) === 'ftyp') return heifBrands[text(8, 12)] ?? null
  return null
}

/** Brands of ISO 23008-12 (HEIF); `mif1` and `msf1` are HEIF without saying how the picture is coded. */
const heifBrands: Record<string, 'image/heic' | 'image/heif'> = {
  heic: 'image/heic',
  heix: 'image/heic',
  hevc: 'image/heic',
  hevx: 'image/heic',
  heim: 'image/heic',
  heis: 'image/heic',
  mif1: 'image/heif',
  msf1: 'image/heif',
}

function cleanName(name: string): string {
  return Array.from(name.replace(/[\p{Cc}\p{Cf}]/gu, '').replace(/[\\/]/g, '_'))
    .slice(-120)
    .join('')
}
