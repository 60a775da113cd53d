import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createTappedFetch } from './tapped-fetch.ts'

let close = () => {}
afterEach(() => close())

/** Answers the first request of a connection, and closes it when a second one comes. */
async function startForgetfulServer(answersOf: number) {
  const bodies: string[] = []
  const asked = new WeakMap<object, number>()
  const server = createServer(async (request, response) => {
    const count = (asked.get(request.socket) ?? 0) + 1
    asked.set(request.socket, count)
    let body = ''
    for await (const chunk of request) body += String(chunk)
    bodies.push(body)
    if (count > answersOf) request.socket.destroy()
    else response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${body}\n\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

async function ask(url: string, body: string): Promise<string> {
  const tapped = createTappedFetch()
  await tapped.fetch(url, { method: 'POST', body })
  let text = ''
  for await (const chunk of tapped.takeStream() ?? []) text += String(chunk)
  return text
}

it('R5: a kept connection that the provider closes while we ask is no failure: asked again on a new one', async () => {
  const { url, bodies } = await startForgetfulServer(1)
  expect(await ask(url, 'one')).toBe('data: one\n\n')
  expect(await ask(url, 'two')).toBe('data: two\n\n')
  expect(bodies).toEqual(['one', 'two', 'two'])
})

it('R5: a new connection that is closed before an answer is a failure, and nothing is asked twice', async () => {
  const { url, bodies } = await startForgetfulServer(0)
  await expect(ask(url, 'one')).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(bodies).toEqual(['one'])
})
