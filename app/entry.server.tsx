import { describeFailure, logLine } from '#shared/log-line.ts'
import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream, type RenderToPipeableStreamOptions } from 'react-dom/server'
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router'
import type { Language } from '#shared/language.ts'
import type { PartFiles } from '#shared/request-config.ts'
import { DocumentProvider } from './document.tsx'
import { requestLanguage } from './session/language.ts'
import { RenderedParts } from './session/lazy-with-retry.ts'
import { requestConfig } from './session/request-config.ts'
import { LanguageProvider } from '#app/session/words.tsx'
import touchIcon from './ui/app-icons/apple-touch-icon.png?url'

export { requestConfig, requestLanguage }

/**
 * Renders a page to its whole text: loaders have all data ready, so streaming gains nothing. An error during rendering
 * can still become a 500. The response has no body: the page goes to `setPage`.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.append('Vary', 'Cookie, Accept-Language')
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  const language = requestLanguage(new URL(request.url).pathname, request.headers)
  const { nonce, setPage, partFiles } = loadContext.get(requestConfig)
  const parts = new Set<string>()
  let renderingError: unknown
  const page = await renderPage(
    <DocumentProvider nonce={nonce} links={headLinks(language)}>
      <RenderedParts value={parts}>
        <LanguageProvider language={language}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </LanguageProvider>
      </RenderedParts>
    </DocumentProvider>,
    {
      nonce,
      onError: (error) => void (renderingError ??= error),
      // React streams parts of a long page after it and moves them in by a script, although all of them are ready. They
      // would jump, and be missing without scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
    request.signal,
  )
  if (renderingError !== undefined) console.error(renderingError)
  setPage(withCodeLinks(page, parts, partFiles))
  return new Response(null, { status: renderingError === undefined ? status : 500, headers })
}

/** @throws when not even the frame of the page can be rendered */
function renderPage(
  page: ReactNode,
  options: RenderToPipeableStreamOptions,
  signal: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    const target = new Writable({
      write(chunk: Uint8Array, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve(Buffer.concat(chunks))
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(page, {
      ...options,
      onShellError: reject,
      onAllReady: () => void pipe(target),
    })
    signal.addEventListener('abort', () => abort(signal.reason))
  })
}

/**
 * The page with the links to its code at the end of its head, after its styles: React puts them first, where a slow
 * connection loads 150 kB of script before the page can be painted. `fetchpriority` says the same to the browser.
 */
function withCodeLinks(page: Buffer, parts: Set<string>, partFiles: PartFiles): Buffer {
  const end = page.indexOf('</head>')
  if (end < 0) return page
  const head = page.toString('utf8', 0, end)
  const links: string[] = []
  const styled = head.replace(codeLink, (_, href: string) => {
    links.push(linkTo(href))
    return ''
  })
  const all = [...links, ...linksToParts(page, parts, partFiles)].join('')
  return Buffer.concat([Buffer.from(styled + all), page.subarray(end)])
}

/**
 * A link to the code of each part that was rendered, and to what that imports. The browser loads all of it at once, and
 * hydrates when it is there (`loadRenderedParts`).
 */
function linksToParts(page: Buffer, parts: Set<string>, partFiles: PartFiles): string[] {
  const linked = new Set<string>()
  return [...parts].flatMap((part) => {
    // Code that is imported statically as well has no file of its own, and comes with what imports it.
    const [own, ...imported] = partFiles[part] ?? (import.meta.env.DEV ? [`/${part}`] : [])
    if (!own) return []
    const others = imported.filter((file) => !linked.has(file) && !page.includes(`href="${file}"`))
    for (const file of others) linked.add(file)
    return [linkTo(own, ` data-part="${part}"`), ...others.map((file) => linkTo(file))]
  })
}

const codeLink = /<link rel="modulepreload" href="([^"]*)"[^>]*>/g
const linkTo = (file: string, attributes = '') =>
  `<link rel="modulepreload" fetchpriority="low" href="${file}"${attributes}/>`

function headLinks(language: Language) {
  return (
    <>
      <link rel="manifest" href={`/${language}/app.webmanifest`} />
      <link rel="apple-touch-icon" href={touchIcon} />
    </>
  )
}

/**
 * Handles errors of loaders and actions before the error page. Client errors (4xx) and aborted requests are not logged.
 */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  console.error(logLine(describeFailure(`web: ${new URL(request.url).pathname}`, error)))
}
