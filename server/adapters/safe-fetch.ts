// The only client for addresses that members name. Every hop is checked, and the connection uses the checked addresses.
// Names are not resolved a second time, so none can change in between. The request contains none of our data.
import { request as askPlain, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as askTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { AppError } from '#shared/errors.ts'
import { siteName } from '#shared/site.ts'
import { createSemaphore } from './semaphore.ts'
import {
  hostOf,
  requirePublicUrl,
  resolveBySystem,
  resolvePublic,
  type Address,
  type Resolve,
} from './public-address.ts'
import { collectBytes } from './read-body.ts'

export type PageHead = {
  status: number
  /** The final address, after redirects. */
  url: URL
  /** Lower case, without parameters. */
  mediaType: string
  /** From the header; empty when it names none. */
  charset: string
  redirects: number
}
type Page = PageHead & { data: Uint8Array<ArrayBuffer> }

export type SafeFetch = (
  address: string,
  options: {
    signal: AbortSignal
    /** Called before each connection; throws to refuse the host or the address. */
    beforeHost?: (host: string, url: URL) => Promise<void>
    /** A shorter deadline than the client's own. */
    deadlineMs?: number
    /** Called before the body is read; throws to close the response. */
    check: (head: PageHead) => void
  },
) => Promise<Page>

export type SafeFetchLimits = {
  /** Limits both the decoded page and the bytes on the wire. */
  bytesMax: number
  /** Covers all hops, name resolution and the body together. */
  deadlineMs: number
  redirectsMax: number
  /** Concurrent requests of this process. */
  requestsMax: number
}
const limitsDefault: SafeFetchLimits = {
  bytesMax: 3 * 1024 * 1024,
  deadlineMs: 15_000,
  redirectsMax: 5,
  requestsMax: 16,
}

/** The limits for /robots.txt; RFC 9309 wants 500 KiB of it to be read. */
export const robotsLimits = { bytesMax: 500 * 1024, deadlineMs: 5_000 }

/** Site owners see in their log who sends the requests, and why. @param origin of the site */
export const userAgentOf = (origin: string): string =>
  `${siteName.en}/1.0 (+${origin}; reads pages that members name)`

type Target = { addresses: Address[]; port: number }

type SafeFetchOptions = {
  /** Our own hosts, which members' links must not reach through this server. */
  ownHosts: readonly string[]
  userAgent: string
  limits?: Partial<SafeFetchLimits>
  resolve?: Resolve
  /** Maps checked addresses to other targets. Only tests set it: it puts their servers behind the whole check. */
  dial?: (target: Target) => Target
}

/**
 * Fetches the page at a public address.
 * @throws from the call: AppError link_refused, link_timeout, link_unreachable, link_too_large; errors of `beforeHost`
 * and `check`; the signal's reason
 */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const limits = { ...limitsDefault, ...options.limits }
  const places = createSemaphore(limits.requestsMax)
  return async (address, { signal, beforeHost, check, deadlineMs = Infinity }) => {
    const first = requirePublicUrl(address, options.ownHosts)
    await places.acquire()
    const deadline = AbortSignal.timeout(Math.min(limits.deadlineMs, deadlineMs))
    const ended = AbortSignal.any([signal, deadline])
    try {
      return await follow(first)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (error instanceof AppError) throw error
      throw new AppError(deadline.aborted ? 'link_timeout' : 'link_unreachable', { cause: error })
    } finally {
      places.release()
    }

    async function follow(start: URL): Promise<Page> {
      let url = start
      for (let redirects = 0; redirects <= limits.redirectsMax; redirects++) {
        await beforeHost?.(hostOf(url), url)
        const answer = await connect(url)
        try {
          const next = redirectOf(answer)
          if (next === null) {
            const head = headOf(answer, url, redirects)
            check(head)
            return { ...head, data: await readBody(answer, limits.bytesMax, ended) }
          }
          url = requirePublicUrl(
            URL.canParse(next, url.href) ? new URL(next, url).href : '',
            options.ownHosts,
          )
        } finally {
          answer.destroy()
        }
      }
      throw new AppError('link_unreachable', { message: 'too_many_redirects' })
    }

    async function connect(url: URL): Promise<IncomingMessage> {
      const resolve = options.resolve ?? resolveBySystem
      const addresses = await orAbort(resolvePublic(url, resolve), ended)
      const checked: Target = { addresses, port: url.protocol === 'https:' ? 443 : 80 }
      return ask(url, options.dial?.(checked) ?? checked, { userAgent: options.userAgent, signal: ended })
    }
  }
}

/** Name resolution cannot be aborted, but the caller can stop waiting. */
function orAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function ask(
  url: URL,
  { addresses, port }: Target,
  { userAgent, signal }: { userAgent: string; signal: AbortSignal },
): Promise<IncomingMessage> {
  const host = hostOf(url)
  const pinned: LookupFunction = (_host, { all }, answer) =>
    all ? answer(null, addresses) : answer(null, addresses[0]!.address, addresses[0]!.family)
  const request: RequestOptions & { servername: string } = {
    // Any name works, since `pinned` resolves it. With an address here, Node would skip the lookup.
    host: 'checked.invalid',
    port,
    lookup: pinned,
    servername: isIP(host) ? '' : host,
    path: url.pathname + url.search,
    // Each request has its own connection: members share none.
    agent: false,
    signal,
    headers: {
      host: url.host,
      'user-agent': userAgent,
      accept: 'text/html,application/xhtml+xml',
      'accept-language': 'ko,en;q=0.8',
      'accept-encoding': 'gzip, br',
    },
  }
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? askTls : askPlain)(request)
    outgoing.once('response', resolve)
    outgoing.once('error', reject)
    outgoing.end()
  })
}

/** The target of a redirect, or null when the response is the page. */
function redirectOf({ statusCode, headers }: IncomingMessage): string | null {
  return [301, 302, 303, 307, 308].includes(statusCode ?? 0) ? (headers.location ?? null) : null
}

function headOf({ statusCode, headers }: IncomingMessage, url: URL, redirects: number): PageHead {
  const [mediaType = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = /charset\s*=\s*"?([\w-]+)/.exec(parameters.join(';'))?.[1] ?? ''
  return { status: statusCode ?? 0, url, mediaType: mediaType.trim(), charset, redirects }
}

/** Stops at the limit, both on the wire and after decoding, whatever length was declared. */
async function readBody(
  answer: IncomingMessage,
  bytesMax: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const collect = (chunks: AsyncIterable<Buffer>) => collectBytes(chunks, bytesMax, 'link_too_large')
  const cut = (chunks: AsyncIterable<Buffer>) => limited(chunks, bytesMax)
  if (encoding === 'identity') return pipeline(answer, collect, { signal })
  const decoder = encoding === 'gzip' ? createGunzip() : encoding === 'br' ? createBrotliDecompress() : null
  if (!decoder) throw new AppError('link_unreachable', { message: 'unknown_encoding' })
  return pipeline(answer, cut, decoder, collect, { signal })
}

async function* limited(chunks: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > bytesMax) throw new AppError('link_too_large')
    yield chunk
  }
}
