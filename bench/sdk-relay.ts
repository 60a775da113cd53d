// The minimal relay with the model SDK alone: `doStream` and one write for each delta, and nothing else. The additional
// time of the product is ours.
// node bench/sdk-relay.ts <url of the provider>
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOpenAI } from '@ai-sdk/openai'

const model = createOpenAI({ apiKey: 'none', baseURL: `${new URL(process.argv[2] ?? '').origin}/v1` })('fake')

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const { input: text } = JSON.parse(body) as { input: string }
  const { stream } = await model.doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text }] }] })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let id = 0
  for await (const part of stream) {
    if (part.type !== 'text-delta') continue
    const event = { type: 'response.output_text.delta', delta: part.delta }
    response.write(`id: ${++id}\ndata: ${JSON.stringify(event)}\n\n`)
  }
  response.end()
})
server.listen(0, '127.0.0.1', () => {
  console.log(`The relay listens at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit(0))
