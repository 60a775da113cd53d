import type { FileStore } from './file-store.ts'
import { FileMissing } from './file-store.ts'
import type { StoredMetadata, StoredObject } from './object-rows.ts'
import { findRange } from './find-range.ts'
import { fileHeaders } from './response-headers.ts'
import { noSuchKey, StorageError } from './storage-error.ts'

/**
 * Answers a GET or HEAD with a stored file: conditional requests (304) and one range (206) as in RFC 9110. Throws
 * NoSuchKey when its bytes are missing, InvalidRange (416).
 */
export async function serveFile(
  request: Request,
  files: FileStore,
  object: StoredObject,
  options: { cacheControl?: string },
): Promise<Response> {
  const { metadata } = object
  const headers = fileHeaders(metadata, new URL(request.url).searchParams.get('download') ?? undefined)
  headers.set('cache-control', options.cacheControl ?? metadata.cacheControl)
  if (isUnchanged(request.headers, metadata)) {
    headers.delete('content-type')
    return new Response(null, { status: 304, headers })
  }
  const range = findRange(request.headers, metadata)
  if (range === 'unsatisfiable') {
    throw new StorageError(416, 'InvalidRange', 'The requested range is not satisfiable', {
      error: 'invalid_range',
      httpStatus: 416,
    })
  }
  headers.set('content-length', String(range ? range.last - range.first + 1 : metadata.size))
  if (range) headers.set('content-range', `bytes ${range.first}-${range.last}/${metadata.size}`)
  const status = range ? 206 : 200
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const body = metadata.size === 0 ? null : await openFile(files, object.version, range)
  return new Response(body, { status, headers })
}

async function openFile(files: FileStore, version: string, range: Parameters<FileStore['open']>[1]) {
  try {
    return await files.open(version, range)
  } catch (error) {
    if (error instanceof FileMissing) throw noSuchKey()
    throw error
  }
}

/** RFC 9110, 13.2.2: If-None-Match counts, and If-Modified-Since only without it. */
function isUnchanged(headers: Headers, metadata: StoredMetadata): boolean {
  const tags = headers.get('if-none-match')
  if (tags !== null)
    return tags.trim() === '*' || tags.split(',').some((tag) => isSameTag(tag, metadata.eTag))
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return since >= Math.floor(Date.parse(metadata.lastModified) / 1000) * 1000
}

function isSameTag(tag: string, eTag: string): boolean {
  return tag.trim().replace(/^W\//, '') === eTag
}
