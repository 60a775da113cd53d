// The minimal relay of events: reads a provider's frames, numbers them and sends them, with one write for frames that
// arrive together. It counts, stores and checks nothing.
// node bench/least-relay.ts <url of the provider>
import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const provider = new URL(process.argv[2] ?? '')
const agent = new Agent({ keepAlive: true })

function relay(answer: IncomingMessage, response: ServerResponse): void {
  let rest = ''
  let id = 0
  response.writeHead(answer.statusCode ?? 502, { 'content-type': 'text/event-stream' })
  answer.setEncoding('utf8')
  answer.on('data', (chunk: string) => {
    const frames = (rest + chunk).split('\n\n')
    rest = frames.pop() ?? ''
    const events = frames.map((frame) => retell(frame, ++id)).join('')
    if (events) response.write(events)
  })
  answer.on('end', () => response.end())
}

function retell(frame: string, id: number): string {
  const data = frame.slice(frame.indexOf('data: ') + 'data: '.length)
  return `id: ${id}\ndata: ${JSON.stringify(JSON.parse(data))}\n\n`
}

const server = createServer((request, response) => {
  const { method, url, headers } = request
  const onward = ask(
    new URL(url ?? '/', provider),
    { method, agent, headers: { ...headers, host: provider.host } },
    (answer) => relay(answer, response),
  )
  onward.on('error', (error) => response.destroy(error))
  request.pipe(onward)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`The relay listens at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit(0))
