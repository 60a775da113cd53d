import type { ByteRange } from './file-store.ts'

/**
 * The one requested range; null when the whole file is sent: no range, several of them, another unit, or If-Range with
 * a file that has changed since (RFC 9110, 14.2 and 13.1.5).
 */
export function findRange(
  headers: Headers,
  file: { size: number; eTag: string; lastModified: string },
): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('range')?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const condition = headers.get('if-range')
  if (condition !== null && condition !== file.eTag && !isSameSecond(condition, file.lastModified))
    return null
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), file.size)
    return length === 0 ? 'unsatisfiable' : { first: file.size - length, last: file.size - 1 }
  }
  const first = Number(match[1])
  const last = match[2] === '' ? file.size - 1 : Math.min(Number(match[2]), file.size - 1)
  if (match[2] !== '' && Number(match[2]) < first) return null
  return first >= file.size ? 'unsatisfiable' : { first, last }
}

function isSameSecond(date: string, lastModified: string): boolean {
  return Math.floor(Date.parse(date) / 1000) === Math.floor(Date.parse(lastModified) / 1000)
}
