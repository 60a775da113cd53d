// Reads a stream of server-sent events like a member's browser, and records the arrival time of each delta.
import { Agent, request } from 'node:http'

export type StreamRequest = {
  url: string
  headers: Record<string, string>
  body: unknown
  readDelta: (event: unknown) => string
}
/** `at`: when the bytes arrived, on the clock of performance.now(); `length`: characters received by then. */
export type StreamRead = { text: string; arrivals: { at: number; length: number }[] }

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/**
 * Resolves at the end of the stream, and parses only then: clients must not use the CPU time of the measured server.
 * @throws on any status but 200 and on a cut connection
 */
export function readStream(stream: StreamRequest): Promise<StreamRead> {
  const { url, headers, body, readDelta } = stream
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        const came: Arrived[] = []
        response.on('data', (bytes: Buffer) => came.push({ at: performance.now(), bytes }))
        response.on('error', reject)
        response.on('end', () => {
          if (response.statusCode === 200) resolve(readArrived(came, readDelta))
          else
            reject(
              new Error(
                `${url} answered ${response.statusCode}: ${Buffer.concat(came.map(({ bytes }) => bytes)).toString()}`,
              ),
            )
        })
      },
    )
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // A keep-alive connection that the other end closed during our write: it has read nothing.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(readStream(stream))
      else reject(error)
    })
    outgoing.end(JSON.stringify(body))
  })
}

export const closeReaders = (): void => agent.destroy()

type Arrived = { at: number; bytes: Buffer }

function readArrived(came: Arrived[], readDelta: StreamRequest['readDelta']): StreamRead {
  const decoder = new TextDecoder()
  const read: StreamRead = { text: '', arrivals: [] }
  let rest = ''
  for (const { at, bytes } of came) {
    const frames = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) read.text += readDelta(parseFrame(frame))
    read.arrivals.push({ at, length: read.text.length })
  }
  return read
}

function parseFrame(frame: string): unknown {
  const data = /^data: (.*)$/m.exec(frame)?.[1]
  return data === undefined ? null : JSON.parse(data)
}
