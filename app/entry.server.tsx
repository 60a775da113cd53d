import { describeFailure, logLine } from '#shared/log-line.ts'
import { renderToReadableStream } from 'react-dom/server'
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router'
import messageChunks from 'virtual:message-chunks'
import { DocumentProvider } from './document.tsx'
import { requestLanguage } from './session/language.ts'
import en from './session/messages-en.ts'
import ko from './session/messages-ko.ts'
import { requestConfig } from './session/request-config.ts'
import { WordsProvider } from './session/words.tsx'

export { requestConfig }

/**
 * Renders a page to its whole text: loaders have everything ready, so nothing is gained by sending pieces, and an error
 * while rendering still becomes a proper 500.
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
    <DocumentProvider nonce={nonce} messageChunk={messageChunks[language]}>
      <WordsProvider language={language} messages={language === 'en' ? en : ko}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </WordsProvider>
    </DocumentProvider>,
    {
      nonce,
      signal: request.signal,
      onError: (error) => void (renderingError ??= error),
      // React sends parts of a long page behind it and moves them in by a script, though all of them are ready: they would jump, and be
      // missing without scripts.
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

/** Errors of loaders and actions, on their way to the error page. What a person caused (4xx) and what was aborted is no error of ours. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  console.error(logLine(describeFailure(`web: ${new URL(request.url).pathname}`, error)))
}
