// The headers of members' files. Files are on the product's own origin, so none of them may ever run there.
import type { StoredMetadata } from './object-rows.ts'

/** Types that browsers show without running anything in them. Everything else is a download when opened. */
const inert = /^(image\/(png|jpe?g|gif|webp|avif|bmp|heic|heif)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain)$/

/**
 * Headers of a file. HTML is served as text, as at storage-api; SVG, XML, PDF and unknown types as attachment, which an
 * `<img>` still shows. Types are not sniffed (nosniff), and a file that a browser opens anyway is in a sandbox without
 * origin, scripts or network.
 */
export function fileHeaders(metadata: StoredMetadata, download: string | undefined): Headers {
  const type = servedType(metadata.mimetype)
  const isInert = inert.test(baseType(type)) && !/html/i.test(metadata.mimetype)
  const headers = new Headers({
    'content-type': type,
    etag: metadata.eTag,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-robots-tag': 'none',
  })
  if (metadata.contentEncoding) headers.set('content-encoding', metadata.contentEncoding)
  if (download !== undefined || !isInert) headers.set('content-disposition', attachment(download ?? ''))
  return headers
}

/**
 * One type and at most its charset. A browser may use the last of several types, so a file that was checked as a
 * picture could run as a script.
 */
function servedType(stated: string): string {
  if (/html/i.test(stated)) return 'text/plain'
  if (/^[\w.+-]+\/[\w.+-]+(\s*;\s*charset=[\w-]+)?$/i.test(stated)) return stated
  const type = baseType(stated)
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream'
}

function attachment(name: string): string {
  if (name === '') return 'attachment'
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded};`
}

/** A media type without its parameters, in lower case. */
export function baseType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}
