// The AI SDK's providers make requests well and read streams slowly: four WHATWG streams and a schema check for every piece of text.
// So they get a fetch that sends what they made, hands the stream to us and shows them an empty one. Errors go back to them whole.
import { Agent as PlainAgent, request as askPlain, type IncomingMessage } from 'node:http'
import { Agent as TlsAgent, request as askTls } from 'node:https'

export type TappedFetch = {
  fetch: typeof globalThis.fetch
  /** The answer's stream; null when there was none, because the provider refused. */
  takeStream(): IncomingMessage | null
}

const plainAgent = new PlainAgent({ keepAlive: true })
const tlsAgent = new TlsAgent({ keepAlive: true })
const errorMaxBytes = 1_048_576

/** For one call of one model. */
export function createTappedFetch(): TappedFetch {
  let stream: IncomingMessage | null = null
  return {
    async fetch(input, init) {
      const answer = await send(input instanceof Request ? input.url : input.toString(), init ?? {})
      const headers = new Headers()
      for (const [name, value] of Object.entries(answer.headers))
        if (value !== undefined) headers.set(name, String(value))
      const status = answer.statusCode ?? 502
      if (status !== 200) return new Response(await readError(answer), { status, headers })
      stream = answer
      return new Response(new ReadableStream({ start: (controller) => controller.close() }), { headers })
    },
    takeStream: () => stream,
  }
}

function send(url: string, init: RequestInit): Promise<IncomingMessage> {
  const { method, headers, body, signal } = init
  const isTls = url.startsWith('https:')
  return new Promise((resolve, reject) => {
    let isAnswered = false
    const outgoing = (isTls ? askTls : askPlain)(
      url,
      {
        method: method ?? 'GET',
        agent: isTls ? tlsAgent : plainAgent,
        headers: Object.fromEntries(new Headers(headers)),
        ...(signal ? { signal } : {}),
      },
      (answer) => {
        isAnswered = true
        resolve(answer)
      },
    )
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // A kept connection that was closed as we wrote: nobody has read what we asked (https://nodejs.org/api/http.html#requestreusedsocket).
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET' && !isAnswered
      if (isStale) resolve(send(url, init))
      else reject(error)
    })
    outgoing.end(body as string | Uint8Array | undefined)
  })
}

async function readError(answer: IncomingMessage): Promise<string> {
  answer.setEncoding('utf8')
  let text = ''
  for await (const chunk of answer) {
    text += chunk as string
    if (text.length > errorMaxBytes) break
  }
  return text
}
