// The minimal proxy between a provider and a client: passes bytes on without reading them.
// node bench/byte-pipe.ts <url of the provider>
import { Agent, createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'

const provider = new URL(process.argv[2] ?? '')
const agent = new Agent({ keepAlive: true })

const server = createServer((request, response) => {
  const { method, url, headers } = request
  const onward = ask(
    new URL(url ?? '/', provider),
    { method, agent, headers: { ...headers, host: provider.host } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    },
  )
  onward.on('error', (error) => response.destroy(error))
  request.pipe(onward)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`The pipe listens at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit(0))
