// Links as text, fetched safely and parsed in another process. A short cache gives the model the same page that the
// member previewed.
import { LRUCache } from 'lru-cache'
import { AppError } from '#shared/errors.ts'
import { sourceCharactersMax } from '#shared/tools.ts'
import type { DocumentReader } from './reading/document-reader.ts'
import type { PageText } from './reading/read-page.ts'
import type { Robots } from './robots.ts'
import type { PageHead, SafeFetch } from './safe-fetch.ts'

/** `url`: the final address, after redirects. */
export type LinkText = PageText & { site: string; url: string }

export type LinkReader = {
  /**
   * The readable text of the page, at most `sourceCharactersMax` characters.
   * @param link.memberId the caller: one page is read at a time for a member
   * @param link.beforeHost is called before each connection and throws to refuse the host
   * @param link.isFound a search found the page, and no person named it: its host's robots rules hold, and it is parsed
   * within the short limits
   * @throws AppError link_robots, link_refused, link_timeout, link_unreachable, link_gone, link_sign_in, link_not_page,
   * link_too_large, link_unreadable; the signal's reason
   */
  read(
    link: {
      url: string
      memberId: string
      beforeHost: (host: string) => Promise<void>
      isFound: boolean
      deadlineMs?: number
    },
    signal: AbortSignal,
  ): Promise<LinkText>
}

const ttlMs = 10 * 60_000
const maxEntries = 200

export function createLinkReader(fetchPage: SafeFetch, reader: DocumentReader, robots: Robots): LinkReader {
  // One cache serves all members, since requests carry no cookies.
  const cache = new LRUCache<string, LinkText>({ max: maxEntries, ttl: ttlMs })
  return {
    async read({ url, memberId, beforeHost, isFound, ...limits }, signal) {
      const key = `${isFound ? 'found' : 'named'} ${url}`
      const known = cache.get(key)
      if (known) return known
      const page = await fetchPage(readableAddress(url), {
        ...limits,
        signal,
        check,
        async beforeHost(host, address) {
          await beforeHost(host)
          if (isFound) await robots.requireAllowed(address)
        },
      })
      const parsed = await reader.read(
        {
          kind: 'page',
          memberId,
          data: page.data,
          address: page.url.href,
          charset: page.charset,
          charactersMax: sourceCharactersMax,
          isQuick: isFound,
        },
        signal,
      )
      const site = page.url.hostname.replace(/^(?:www|m)\./, '')
      const link = { ...parsed, site, url: page.url.href }
      cache.set(key, link)
      return link
    },
  }
}

/** Posts of blog.naver.com are frames around a script; the mobile page of the same post has its text. */
function readableAddress(url: string): string {
  return url.replace(/^https?:\/\/blog\.naver\.com\/(?=[\w-]+\/\d+)/i, 'https://m.blog.naver.com/')
}

const signInPath = /\/(?:[^/]*(?:log-?in|sign-?in|nidlogin)[^/]*)(?:\/|$)/i

function check({ status, url, mediaType, redirects }: PageHead): void {
  const isLedToSignIn = redirects > 0 && signInPath.test(url.pathname)
  if (status === 401 || status === 403 || status === 407 || isLedToSignIn) throw new AppError('link_sign_in')
  if (status === 404 || status === 410) throw new AppError('link_gone')
  if (status !== 200) throw new AppError('link_unreachable', { message: `status_${status}` })
  if (mediaType !== 'text/html' && mediaType !== 'application/xhtml+xml') throw new AppError('link_not_page')
}
