// Uploads: accepted files, their buckets and their names.
import type { ErrorCode } from './errors.ts'

const megabyte = 1024 * 1024
const imageMaxBytes = 10 * megabyte
/** The maximum of every upload, except videos with a higher limit of the operator. */
export const uploadMaxBytes = 100 * megabyte
/** The highest limit of a video that an operator can set (B01). */
export const videoMegabytesMax = 1024

export type UploadKind = 'image' | 'video' | 'pdf' | 'tool-file'

type UploadRules = {
  /** Lower case, without the dot. */
  extensions: readonly string[]
  maxBytes: number
  formatCode: ErrorCode
  sizeCode: ErrorCode
  /** Buckets of supabase/migrations: `image` and `video` are public, `document` is private. */
  bucket: 'image' | 'video' | 'document'
  isPublic: boolean
}

/** The kinds of files and their limits (U01 to U08). webp is a tool file but no image, svg the reverse. */
export const uploadKinds: Record<UploadKind, UploadRules> = {
  image: {
    extensions: ['svg', 'gif', 'png', 'jpg', 'jpeg', 'heic', 'heif', 'heix'],
    maxBytes: imageMaxBytes,
    formatCode: 'only_image_format',
    sizeCode: 'image_too_large',
    bucket: 'image',
    isPublic: true,
  },
  video: {
    extensions: ['avi', 'mp4', 'mov', 'wmv', 'webm', 'qt', 'amv', 'm4p', 'm4v'],
    maxBytes: uploadMaxBytes,
    formatCode: 'only_video_format',
    sizeCode: 'video_too_large',
    bucket: 'video',
    isPublic: true,
  },
  pdf: {
    extensions: ['pdf'],
    maxBytes: uploadMaxBytes,
    formatCode: 'only_pdf_format',
    sizeCode: 'pdf_too_large',
    bucket: 'document',
    isPublic: false,
  },
  'tool-file': {
    extensions: ['gif', 'png', 'jpg', 'jpeg', 'heic', 'heif', 'webp', 'pdf', 'docx', 'hwpx', 'md', 'txt'],
    maxBytes: uploadMaxBytes,
    formatCode: 'only_tool_file_format',
    sizeCode: 'file_too_large',
    bucket: 'document',
    isPublic: false,
  },
}

/** Whether a tool's file is a document by its name, and no picture. */
export const isDocument = (name: string): boolean =>
  ['pdf', 'docx', 'hwpx', 'md', 'txt'].includes(extensionOf(name))

/**
 * The path of a public picture, without a host: on our own site, or at the backend behind it. Few browsers show HEIC.
 */
export const picturePath =
  /^\/storage\/v1\/object\/public\/image\/[0-9a-f]{32}\/I[0-9]{13}\.(?:gif|png|jpe?g|svg)$/

/** The path of videos that browsers can play. */
export const videoPath =
  /^\/storage\/v1\/object\/public\/video\/[0-9a-f]{32}\/I[0-9]{13}\.(?:mp4|m4v|webm|mov|qt)$/

/**
 * The problem of a file, by its name and size in bytes (U01 to U09), or null.
 * @param maxBytes replaces the kind's own limit: for videos the operator's setting (B01)
 */
export function findUploadProblem(
  kind: UploadKind,
  file: { name: string; size: number },
  maxBytes = uploadKinds[kind].maxBytes,
): ErrorCode | null {
  const rules = uploadKinds[kind]
  const extension = extensionOf(file.name)
  if (!rules.extensions.includes(extension)) return rules.formatCode
  const isToolImage = kind === 'tool-file' && !isDocument(file.name)
  if (isToolImage && file.size > imageMaxBytes) return 'image_too_large'
  return file.size > maxBytes ? rules.sizeCode : null
}

/** The first problem of several files, or null: one file too many comes first (U13). */
export function findUploadsProblem(
  kind: UploadKind,
  files: readonly { name: string; size: number }[],
  maxCount: number,
): ErrorCode | null {
  if (files.length > maxCount) return 'too_many_files'
  for (const file of files) {
    const problem = findUploadProblem(kind, file)
    if (problem) return problem
  }
  return null
}

/** The name of a stored file: `I`, milliseconds since 1970, its extension (U10). */
export function uploadName(name: string, now: number): string {
  return `I${now}.${extensionOf(name)}`
}

/** In lower case, '' for a name without one (U09). */
export function extensionOf(name: string): string {
  return name.includes('.') ? (name.split('.').at(-1) ?? '').toLowerCase() : ''
}
