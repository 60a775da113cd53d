// Pages for visitors, kept for a second: whoever asks meanwhile gets the same bytes, and one rendering serves all who wait.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { sessionCookieName } from '#shared/accounts.ts'
import { chooseLanguage, languageCookieName } from '#shared/language.ts'

const lifetimeMs = 1_000
const entriesMax = 500

/** `encode` compresses the page once for all who take it so. */
export type CachedPage = {
  headers: [string, string][]
  body: Buffer
  encode: (encoding: PageEncoding) => Promise<Buffer>
  scriptHashes: string[]
}
/** In order of preference: a long list in Brotli fits into what a server may send before it has heard of the first piece. */
export const pageEncodings = ['br', 'gzip'] as const
type PageEncoding = (typeof pageEncodings)[number]

const encoders: Record<PageEncoding, (body: Buffer) => Promise<Buffer>> = {
  // A page lives for a second: above 5 it takes longer and is no smaller.
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => promisify(gzip)(body),
}
export type Render = () => Promise<Response>

/** Nothing here is about a person: these pages are never kept, whoever asks. */
const neverKept = /^\/(ko|en)\/(sign|public)(\/|$)/i

/**
 * The key under which a request's page may be kept, or null when it must be made anew: with a session, with another
 * method than GET, for the router's own data requests, and where a page must change the moment that its text does.
 */
export function pageKey(request: Request): string | null {
  const url = new URL(request.url)
  const cookies = request.headers.get('cookie') ?? ''
  if (request.method !== 'GET' || cookies.includes(sessionCookieName)) return null
  if (url.pathname.endsWith('.data') || neverKept.test(url.pathname)) return null
  const stored = cookies
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${languageCookieName}=`))
    ?.slice(languageCookieName.length + 1)
  return `${chooseLanguage(stored, request.headers.get('accept-language'))} ${url.pathname}${url.search}`
}

/**
 * Keeps pages per key. Single-flight; bounded, the oldest goes first; what nobody gets any more goes with the next new page, since
 * hundreds of addresses that were asked for once would hold tens of megabytes. `now` in milliseconds, for tests.
 */
export function createPageCache(now: () => number = Date.now) {
  const kept = new Map<string, { until: number; page: Promise<CachedPage | Response> }>()

  /** @returns the kept page, or the response itself when it must not be kept; only the one who rendered gets that response */
  async function get(key: string, render: Render): Promise<CachedPage | Response> {
    const found = kept.get(key)
    if (found && found.until > now()) {
      const page = await found.page
      return page instanceof Response ? render() : page
    }
    const page = render().then(takeSnapshot)
    dropOutdated()
    kept.delete(key)
    kept.set(key, { until: now() + lifetimeMs, page })
    if (kept.size > entriesMax) kept.delete(kept.keys().next().value ?? '')
    try {
      const made = await page
      if (made instanceof Response) kept.delete(key)
      return made
    } catch (error) {
      kept.delete(key)
      throw error
    }
  }

  /** Pages are in the order in which they were asked for. */
  function dropOutdated(): void {
    for (const [key, { until }] of kept) {
      if (until > now()) return
      kept.delete(key)
    }
  }

  return { get, count: () => kept.size }
}

async function takeSnapshot(response: Response): Promise<CachedPage | Response> {
  const isPage =
    response.status === 200 && (response.headers.get('content-type') ?? '').startsWith('text/html')
  if (!isPage || response.headers.has('set-cookie')) return response
  // A nonce is for one answer; what many get is allowed by the hash of its scripts instead.
  const html = (await response.text()).replaceAll(/ nonce="[^"]*"/g, '')
  const body = Buffer.from(html)
  const headers = [...response.headers].filter(([name]) => name !== 'content-length')
  const encoded: Partial<Record<PageEncoding, Promise<Buffer>>> = {}
  const encode = (encoding: PageEncoding) => (encoded[encoding] ??= encoders[encoding](body))
  return { headers, body, encode, scriptHashes: hashInlineScripts(html) }
}

/** `sha256-…` of each inline script, as Content Security Policy level 3 wants them. */
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
