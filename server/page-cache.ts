// Caches pages of visitors for a second: one rendering serves all concurrent callers and the callers of that second.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { sessionCookieName } from '#shared/accounts.ts'
import { chooseLanguage, languageCookieName } from '#shared/language.ts'

const lifetimeMs = 1_000
const entriesMax = 500

/** `encode` compresses the page once per encoding. */
export type CachedPage = {
  headers: [string, string][]
  body: Buffer
  encode: (encoding: PageEncoding) => Promise<Buffer>
  scriptHashes: string[]
}
/**
 * In order of preference. A long list in Brotli fits into the first packets that a server may send before an
 * acknowledgement.
 */
export const pageEncodings = ['br', 'gzip'] as const
type PageEncoding = (typeof pageEncodings)[number]

const encoders: Record<PageEncoding, (body: Buffer) => Promise<Buffer>> = {
  // A cached page lives for a second: above quality 5 compression takes longer and gains nothing.
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => promisify(gzip)(body),
}
export type Render = () => Promise<Response>

/** These pages are never cached for any caller. */
const neverCached = /^\/(ko|en)\/(sign|public)(\/|$)/i

/**
 * The cache key of a request's page, or null when it must be rendered: with a session, with another method than GET,
 * for the router's own data requests, and where a page must change at once with its text.
 */
export function pageKey(request: Request): string | null {
  const url = new URL(request.url)
  const cookies = request.headers.get('cookie') ?? ''
  if (request.method !== 'GET' || cookies.includes(sessionCookieName)) return null
  if (url.pathname.endsWith('.data') || neverCached.test(url.pathname)) return null
  const stored = cookies
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${languageCookieName}=`))
    ?.slice(languageCookieName.length + 1)
  return `${chooseLanguage(stored, request.headers.get('accept-language'))} ${url.pathname}${url.search}`
}

/**
 * Caches pages per key: single-flight and bounded, the oldest goes first. Each new page removes outdated ones, because
 * hundreds of once-requested URLs would take tens of megabytes. `now` in milliseconds, for tests.
 */
export function createPageCache(now: () => number = Date.now) {
  const cache = new Map<string, { until: number; page: Promise<CachedPage | Response> }>()

  /**
   * @returns the cached page, or the response itself when it must not be cached; only the caller that rendered it gets
   * that response
   */
  async function get(key: string, render: Render): Promise<CachedPage | Response> {
    const found = cache.get(key)
    if (found && found.until > now()) {
      const page = await found.page
      return page instanceof Response ? render() : page
    }
    const page = render().then(takeSnapshot)
    dropOutdated()
    cache.delete(key)
    cache.set(key, { until: now() + lifetimeMs, page })
    if (cache.size > entriesMax) cache.delete(cache.keys().next().value ?? '')
    try {
      const made = await page
      if (made instanceof Response) cache.delete(key)
      return made
    } catch (error) {
      cache.delete(key)
      throw error
    }
  }

  /** The map has pages in the order of their requests. */
  function dropOutdated(): void {
    for (const [key, { until }] of cache) {
      if (until > now()) return
      cache.delete(key)
    }
  }

  return { get, count: () => cache.size }
}

async function takeSnapshot(response: Response): Promise<CachedPage | Response> {
  const isPage =
    response.status === 200 && (response.headers.get('content-type') ?? '').startsWith('text/html')
  if (!isPage || response.headers.has('set-cookie')) return response
  // A nonce is for one response, so a cached page allows its scripts by their hashes.
  const html = (await response.text()).replaceAll(/ nonce="[^"]*"/g, '')
  const body = Buffer.from(html)
  const headers = [...response.headers].filter(([name]) => name !== 'content-length')
  const encoded: Partial<Record<PageEncoding, Promise<Buffer>>> = {}
  const encode = (encoding: PageEncoding) => (encoded[encoding] ??= encoders[encoding](body))
  return { headers, body, encode, scriptHashes: hashInlineScripts(html) }
}

/** `sha256-…` of each inline script, in the format of Content Security Policy level 3. */
export function hashInlineScripts(html: string): string[] {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  return [
    ...new Set(
      scripts.map(
        ([, text]) =>
          `sha256-${createHash('sha256')
            .update(text ?? '')
            .digest('base64')}`,
      ),
    ),
  ]
}
