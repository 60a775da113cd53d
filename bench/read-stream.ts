// Reads a stream of server-sent events as a member's browser would, and notes when each piece of text arrived.
import { Agent, request } from 'node:http'

export type StreamRequest = {
  url: string
  headers: Record<string, string>
  body: unknown
  readDelta: (event: unknown) => string
  /** Called with the characters received so far, each time that something came. */
  onLength?: (length: number) => void
}
/** `at`: when the bytes came in, on the clock of performance.now(); `length`: characters received by then. */
export type StreamRead = { text: string; arrivals: { at: number; length: number }[] }

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** Resolves at the end of the stream. @throws on any status but 200 and on a cut connection */
export function readStream(stream: StreamRequest): Promise<StreamRead> {
  const { url, headers, body, readDelta, onLength } = stream
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        const read: StreamRead = { text: '', arrivals: [] }
        let rest = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          const at = performance.now()
          const frames = (rest + chunk).split('\n\n')
          rest = frames.pop() ?? ''
          for (const frame of frames) read.text += readDelta(parseFrame(frame))
          read.arrivals.push({ at, length: read.text.length })
          onLength?.(read.text.length)
        })
        response.on('error', reject)
        response.on('end', () => {
          if (response.statusCode === 200) resolve(read)
          else reject(new Error(`${url} answered ${response.statusCode}: ${rest}`))
        })
      },
    )
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // A kept connection that the other end closed as we wrote: it has read nothing.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(readStream(stream))
      else reject(error)
    })
    outgoing.end(JSON.stringify(body))
  })
}

export const closeReaders = (): void => agent.destroy()

function parseFrame(frame: string): unknown {
  const data = /^data: (.*)$/m.exec(frame)?.[1]
  return data === undefined ? null : JSON.parse(data)
}
