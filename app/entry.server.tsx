import { describeFailure, logLine } from '#shared/log-line.ts'
import { renderToReadableStream } from 'react-dom/server'
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router'
import type { Language } from '#shared/language.ts'
import { DocumentProvider } from './document.tsx'
import { requestLanguage } from './session/language.ts'
import { requestConfig } from './session/request-config.ts'
import { LanguageProvider } from '#app/session/words.tsx'
import touchIcon from './ui/app-icons/apple-touch-icon.png?url'

export { requestConfig, requestLanguage }

/**
 * Renders a page to its whole text: loaders have all data ready, so streaming gains nothing. An error during rendering
 * can still become a 500.
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
  const { nonce } = loadContext.get(requestConfig)
  let renderingError: unknown
  const stream = await renderToReadableStream(
    <DocumentProvider nonce={nonce} links={headLinks(language)}>
      <LanguageProvider language={language}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </LanguageProvider>
    </DocumentProvider>,
    {
      nonce,
      signal: request.signal,
      onError: (error) => void (renderingError ??= error),
      // React streams parts of a long page after it and moves them in by a script, although all of them are ready. They
      // would jump, and be missing without scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  )
  await stream.allReady
  if (renderingError !== undefined) console.error(renderingError)
  return new Response(await new Response(stream).text(), {
    status: renderingError === undefined ? status : 500,
    headers,
  })
}

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
