import type { Bucket } from './object-rows.ts'
import { baseType } from './response-headers.ts'
import { invalidRequest, StorageError, tooLarge } from './storage-error.ts'

/** Throws InvalidMimeType when the bucket does not accept files of this type; `image/*` matches all of a kind. */
export function checkMediaType(bucket: Bucket, mediaType: string): void {
  const allowed = bucket.allowed_mime_types ?? []
  const type = baseType(mediaType)
  const isWelcome =
    allowed.length === 0 ||
    allowed.some((entry) => {
      const wanted = baseType(entry)
      return (
        wanted === type || wanted === '*/*' || (wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1)))
      )
    })
  if (isWelcome && /^[\w.+-]+\/[\w.+-]+$/.test(type)) return
  throw new StorageError(415, 'InvalidMimeType', `mime type ${mediaType.slice(0, 100)} is not supported`, {
    error: 'invalid_mime_type',
  })
}

/** The smaller limit of bucket and server, in bytes. */
export function maxBytesOf(bucket: Bucket, fileSizeLimitBytes: number): number {
  return bucket.file_size_limit === null
    ? fileSizeLimitBytes
    : Math.min(fileSizeLimitBytes, Number(bucket.file_size_limit))
}

const units: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }

/**
 * A limit of a bucket in bytes, from a number or as in '10MB' (decimal units, as in storage-api); null for none. Throws
 * InvalidRequest, and EntityTooLarge above the server's limit.
 */
export function readSizeLimit(value: unknown, fileSizeLimitBytes: number): number | null {
  if (value === null || value === undefined) return null
  const text = typeof value === 'number' ? String(value) : value
  const match = typeof text === 'string' ? /^(\d{1,15}(?:\.\d{1,3})?)(gb|mb|kb|b)?$/i.exec(text) : null
  if (!match) {
    throw invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  }
  const bytes = Math.floor(Number(match[1]) * (units[(match[2] ?? 'b').toLowerCase()] ?? 1))
  if (bytes > fileSizeLimitBytes) throw tooLarge()
  // storage-api treats zero as "no limit of its own".
  return bytes === 0 ? null : bytes
}

/** Media types that a bucket accepts; null for any. Throws InvalidMimeType. */
export function readMediaTypes(value: unknown): string[] | null {
  if (value === null || value === undefined) return null
  if (!Array.isArray(value) || value.length > 100)
    throw invalidRequest('allowed_mime_types has to be an array')
  for (const entry of value) {
    if (typeof entry === 'string' && /^([\w.+-]+|\*)\/([\w.+-]+|\*)$/.test(entry)) continue
    throw new StorageError(
      415,
      'InvalidMimeType',
      `mime type ${String(entry).slice(0, 100)} is not supported`,
      {
        error: 'invalid_mime_type',
      },
    )
  }
  return value.length === 0 ? null : (value as string[])
}
