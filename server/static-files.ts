// Serves the built files of the browser side. Only files that were in the folder at the start are read, so no path
// leads out of it.
import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

type StaticFile = { path: string; etag: string; encodings: string[] }
export type StaticFiles = (request: Request, path: string) => Promise<Response | null>

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
}
/** Files that the build wrote next to the original; in order of preference. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const
const isHashed = (path: string) => path.startsWith('/assets/')
const immutable = 'public, max-age=31536000, immutable'
const briefly = 'public, max-age=3600'

/** Reads the folder once. A missing folder serves nothing. */
export function serveStaticFiles(folder: string): StaticFiles {
  const files = listFiles(folder)
  return async (request, path) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const file = files.get(path)
    if (!file) return null
    const headers = new Headers({
      'content-type': types[extname(path).toLowerCase()] ?? 'application/octet-stream',
      'cache-control': isHashed(path) ? immutable : briefly,
      etag: file.etag,
    })
    if (file.encodings.length > 0) headers.set('vary', 'accept-encoding')
    if (request.headers.get('if-none-match') === file.etag)
      return new Response(null, { status: 304, headers })
    const accepted = request.headers.get('accept-encoding') ?? ''
    const encoding = encodings.find(
      ({ name }) => file.encodings.includes(name) && acceptsEncoding(accepted, name),
    )
    if (encoding) headers.set('content-encoding', encoding.name)
    const body = request.method === 'HEAD' ? null : await readFile(file.path + (encoding?.suffix ?? ''))
    return new Response(body, { headers })
  }
}

function listFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  const entries = readdirOrNothing(folder)
  for (const path of entries) {
    const stats = statSync(path)
    if (!stats.isFile() || encodings.some(({ suffix }) => path.endsWith(suffix))) continue
    const address = `/${relative(folder, path).split(sep).join('/')}`
    files.set(address, {
      path,
      etag: `"${stats.size.toString(36)}-${Math.trunc(stats.mtimeMs).toString(36)}"`,
      encodings: encodings.filter(({ suffix }) => entries.includes(path + suffix)).map(({ name }) => name),
    })
  }
  return files
}

function readdirOrNothing(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Whether an `Accept-Encoding` names the coding and does not refuse it (RFC 9110, 12.5.3). */
export function acceptsEncoding(header: string, name: string): boolean {
  return header.split(',').some((part) => {
    const [coding = '', quality] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/)
    return coding === name && quality !== '0'
  })
}
