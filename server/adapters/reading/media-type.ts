// Detects the type of a file by its content, not by its name.
import { extensionOf, isDocument } from '#shared/uploads.ts'

type ToolMediaType =
  | 'image/gif'
  | 'image/png'
  | 'image/jpeg'
  | 'image/webp'
  | 'image/heic'
  | 'image/heif'
  | 'application/pdf'
  | 'application/zip'

/** The extensions of a type; null for pictures. Text has no signature. */
const extensionsOf = (mediaType: ToolMediaType | null): readonly string[] | null => {
  if (mediaType === null) return ['md', 'txt']
  if (mediaType === 'application/pdf') return ['pdf']
  return mediaType === 'application/zip' ? ['docx', 'hwpx'] : null
}

/**
 * Phones often name one picture format as another, which is harmless. A picture named as a document, or the reverse, is
 * refused.
 */
export function isNamedLike(name: string, mediaType: ToolMediaType | null): boolean {
  return extensionsOf(mediaType)?.includes(extensionOf(name)) ?? !isDocument(name)
}

/**
 * The type by its first bytes: signatures of the formats' own specifications. Null for text and for types
 * that tools do not take.
 */
export function detectMediaType(data: Uint8Array): ToolMediaType | null {
  const text = (start: number, end: number) => String.fromCharCode(...data.subarray(start, end))
  if (text(0, 4) === 'GIF8') return 'image/gif'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  // PDF 1.7, implementation note 13: the header may be anywhere in the first 1024 bytes.
  if (text(0, 1024).includes('%PDF-')) return 'application/pdf'
  // Office documents are archives.
  if (text(0, 4) === 'PK\x03\x04') return 'application/zip'
  if (text(4, 8) === 'ftyp') return heifBrands[text(8, 12)] ?? null
  return null
}

/** Brands of ISO 23008-12 (HEIF); `mif1` and `msf1` are HEIF without the codec of the picture. */
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
