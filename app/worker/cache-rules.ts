// The rules of the service worker. They run without a browser, so that tests can read them.
import { chooseLanguage, isLanguage, languages, type Language } from '#shared/language.ts'
import { offlinePathOf, type BuildFiles } from '#shared/offline.ts'

/** The part of a worker's surroundings that the rules use. */
export type WorkerScope = {
  caches: CacheStorage
  fetch: (request: Request | string, init?: RequestInit) => Promise<Response>
  origin: string
  browserLanguages: readonly string[]
}

const prefix = 'munjang-'
const forbidden = /(?:^|[\s,])(?:private|no-store)(?:[\s,=]|$)/i
/** A failed sign-in or payment must show what happened, so the worker leaves these to the browser. */
const untouched = /^\/(?:ko|en)\/(?:sign|payment)(?:\/|$)/i

/**
 * Whether a response may be stored: a complete, public one of our own origin. A personal page must never be read by the
 * next person at the same browser.
 */
export function mayStore(response: Response): boolean {
  return (
    response.status === 200 &&
    !response.redirected &&
    (response.type === 'basic' || response.type === 'default') &&
    !forbidden.test(response.headers.get('cache-control') ?? '')
  )
}

/** The language of the offline page that stands for the path. */
export function languageOf(path: string, browserLanguages: readonly string[]): Language {
  const [, first] = path.split('/')
  return isLanguage(first) ? first : chooseLanguage(undefined, browserLanguages.join(','))
}

/** Whether the offline page may stand for this path when the network is gone. */
export function isPage(path: string): boolean {
  return (path === '/' || /^\/(?:ko|en)(?:\/|$)/.test(path)) && !untouched.test(path)
}

/** The worker's three parts. Only `install` stores anything, and only what the build lists. */
export function createWorker(scope: WorkerScope, build: BuildFiles) {
  const cacheName = prefix + build.version

  async function load(path: string): Promise<[string, Response]> {
    // Without a session: what is stored is what every visitor gets.
    const response = await scope.fetch(path, { credentials: 'omit' })
    if (!mayStore(response)) throw new Error(`${path} may not be stored.`)
    return [path, response]
  }

  async function loadPage(language: Language): Promise<[string, Response]> {
    const [path, response] = await load(offlinePathOf(language))
    const html = await response.clone().text()
    if (!html.includes(build.entry)) throw new Error('The server has another build.')
    return [path, response]
  }

  async function answerPage(request: Request, preload: Promise<Response | undefined>): Promise<Response> {
    try {
      return (await preload) ?? (await scope.fetch(request))
    } catch (error) {
      const { pathname, search } = new URL(request.url)
      const offlinePath = offlinePathOf(languageOf(pathname, scope.browserLanguages))
      const page = await scope.caches.match(offlinePath)
      if (!page) throw error
      if (pathname === offlinePath) return page
      // Under the other address the page's scripts would look for the other page.
      const target = `${offlinePath}?from=${encodeURIComponent(pathname + search)}`
      return Response.redirect(new URL(target, scope.origin).href, 302)
    }
  }

  return {
    /** Stores the offline pages and their files. @throws when one of them cannot be had; the browser tries again later */
    async install(): Promise<void> {
      const loaded = await Promise.all([...languages.map(loadPage), ...build.files.map(load)])
      const cache = await scope.caches.open(cacheName)
      await Promise.all(loaded.map(([path, response]) => cache.put(path, response)))
    },
    /** Removes older versions. The files of the one before stay for pages that are still open. */
    async activate(): Promise<void> {
      const names = (await scope.caches.keys()).filter(
        (name) => name.startsWith(prefix) && name !== cacheName,
      )
      await Promise.all(names.slice(0, -1).map((name) => scope.caches.delete(name)))
    },
    /** @returns the answer, or null when the request does not concern the worker */
    answer(request: Request, preload: Promise<Response | undefined>): Promise<Response> | null {
      const { origin, pathname } = new URL(request.url)
      if (request.method !== 'GET' || origin !== scope.origin) return null
      if (pathname.startsWith('/assets/'))
        return scope.caches.match(pathname).then((found) => found ?? scope.fetch(request))
      return request.mode === 'navigate' && isPage(pathname) ? answerPage(request, preload) : null
    },
  }
}
