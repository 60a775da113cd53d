import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFileStore, type FileStore } from './file-store.ts'

const path = `${'a'.repeat(32)}/I1795000000000.pdf`
const bytesMax = 10 * 1024 * 1024
const { signal } = new AbortController()
let server: Server
let files: FileStore
let answer: (response: ServerResponse) => void
let sent = 0

beforeAll(async () => {
  server = createServer((_request, response) => answer(response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  files = createFileStore({ url, publishableKey: 'publishable', secretKey: 'secret' })
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Writes until the client disconnects or `bytes` are written. */
const pour =
  (bytes: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    sent = 0
    response.writeHead(200, headers)
    const chunk = Buffer.alloc(65_536)
    const more = () => {
      while (sent < bytes && !response.destroyed) {
        sent += chunk.length
        if (!response.write(chunk)) return
      }
      if (sent >= bytes) response.end()
    }
    response.on('drain', more)
    more()
  }

it.each([
  ['endless', Number.POSITIVE_INFINITY, {}],
  ['declared as endless as it is', 100_000_000, { 'content-length': '100000000' }],
  ['one byte too long', bytesMax + 1, {}],
])('security 85: a file that is %s is cut off while it arrives', async (_, bytes, headers) => {
  answer = pour(bytes, headers)
  const before = process.memoryUsage().rss
  await expect(files.read({ path, bytesMax, signal })).rejects.toMatchObject({ code: 'file_too_large' })
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
  // Bytes that were in transit when the connection closed.
  expect(sent).toBeLessThan(bytesMax + 16 * 1024 * 1024)
})

it('security 85: a file of exactly the limit is read whole', async () => {
  answer = pour(bytesMax)
  expect((await files.read({ path, bytesMax, signal })).length).toBe(bytesMax)
})

it('security 90: only paths of our own bucket become URLs', async () => {
  let asked = 0
  answer = (response) => {
    asked++
    response.end()
  }
  for (const other of [
    '../image/x.png',
    'http://127.0.0.1/',
    'file:///etc/passwd',
    `${path}?download`,
    `${path}/../x`,
    '',
  ])
    for (const open of [files.read({ path: other, bytesMax, signal }), files.sign({ path: other, signal })])
      await expect(open).rejects.toMatchObject({ code: 'file_gone' })
  expect(asked).toBe(0)
})

it('a signed URL opens one file for two minutes, has none of our keys, and is the only request', async () => {
  const asked: unknown[] = []
  answer = (response) => {
    const { method, url, headers } = response.req
    asked.push([method, url, headers.apikey])
    response.req.setEncoding('utf8').on('data', (body) => asked.push(JSON.parse(body as string)))
    response.req.on('end', () =>
      response.end(JSON.stringify({ signedURL: `/object/sign/document/${path}?token=signed` })),
    )
  }
  const address = await files.sign({ path, signal })
  expect(new URL(address)).toMatchObject({
    pathname: `/storage/v1/object/sign/document/${path}`,
    search: '?token=signed',
  })
  expect(asked).toEqual([['POST', `/storage/v1/object/sign/document/${path}`, 'secret'], { expiresIn: 120 }])
})

it('a file on this machine has a local URL, without any request', async () => {
  answer = () => expect.unreachable('asked')
  const store = { url: 'http://127.0.0.1:1', publishableKey: 'publishable', secretKey: 'secret' }
  const near = createFileStore(store, async (bucket, name) => `/${bucket}/${name}`)
  expect(await near.sign({ path, signal })).toBe(`file:///document/${path}`)
  await expect(near.sign({ path: '../image/x.png', signal })).rejects.toMatchObject({ code: 'file_gone' })
})

it('a missing file, a broken and an unreachable service have their own errors; an abort throws its own reason', async () => {
  answer = (response) => response.writeHead(404).end()
  await expect(files.read({ path, bytesMax, signal })).rejects.toMatchObject({ code: 'file_gone' })
  answer = (response) => response.writeHead(502).end()
  await expect(files.read({ path, bytesMax, signal })).rejects.toMatchObject({ code: 'unavailable' })
  await expect(files.sign({ path, signal })).rejects.toMatchObject({ code: 'unavailable' })
  await expect(files.remove([path])).rejects.toMatchObject({ code: 'unavailable' })
  const stop = new AbortController()
  const reason = new Error('stopped')
  answer = () => stop.abort(reason)
  await expect(files.read({ path, bytesMax, signal: stop.signal })).rejects.toBe(reason)
})
