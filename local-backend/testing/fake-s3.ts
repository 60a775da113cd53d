import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Options } from '#backend/storage/s3-files.ts'

export type FakeS3 = {
  options: S3Options
  objects: Map<string, Buffer>
  /** Method and path of every request, in order. */
  requests: string[]
  /** Answers the next `times` requests of this method with a status. */
  failNext(method: string, status: number, times: number): void
  stop(): Promise<void>
}

/**
 * The part of Amazon's S3 protocol that file storage needs (Amazon S3 API Reference: PutObject, GetObject, CopyObject,
 * DeleteObject), path style, in memory. Refuses requests that are not signed with Signature Version 4 for its key and
 * region.
 */
export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>()
  const requests: string[] = []
  const failures: { method: string; status: number }[] = []
  const server: Server = createServer((request, response) => {
    readBody(request).then(
      (body) => answer(request, response, body),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const port = (server.address() as AddressInfo).port

  function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://s3')
    const method = request.method ?? 'GET'
    const key = decodeURIComponent(url.pathname)
    requests.push(`${method} ${key}`)
    const failure = failures.findIndex((planned) => planned.method === method)
    if (failure >= 0) return fail(response, failures.splice(failure, 1)[0]!.status, 'InternalError')
    if (!isSigned(request)) return fail(response, 403, 'SignatureDoesNotMatch')
    if (method === 'PUT') return put(request, response, key, body)
    if (method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
      return
    }
    const stored = objects.get(key)
    if (!stored) return fail(response, 404, 'NoSuchKey')
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (!range) {
      response.writeHead(200, { 'content-length': stored.length, etag: '"fake"' }).end(stored)
      return
    }
    const part = stored.subarray(Number(range[1]), Number(range[2]) + 1)
    const contentRange = `bytes ${range[1]}-${range[2]}/${stored.length}`
    response.writeHead(206, { 'content-length': part.length, 'content-range': contentRange }).end(part)
  }

  function put(request: IncomingMessage, response: ServerResponse, key: string, body: Buffer): void {
    const source = request.headers['x-amz-copy-source']
    if (source === undefined) {
      if (request.headers['content-length'] === undefined) return fail(response, 411, 'MissingContentLength')
      objects.set(key, body)
      response.writeHead(200, { etag: '"fake"' }).end()
      return
    }
    const original = objects.get(`/${decodeURIComponent(String(source)).replace(/^\//, '')}`)
    if (!original) return fail(response, 404, 'NoSuchKey')
    objects.set(key, original)
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end('<CopyObjectResult><ETag>"fake"</ETag></CopyObjectResult>')
  }

  return {
    options: {
      bucket: 'files',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'ap-northeast-2',
      accessKeyId: 'AKIAFAKE',
      secretAccessKey: 'fake-secret',
      prefix: 'munjang/',
    },
    objects,
    requests,
    failNext(method, status, times) {
      for (let count = 0; count < times; count++) failures.push({ method, status })
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function isSigned({ headers }: IncomingMessage): boolean {
  const authorization = headers.authorization ?? ''
  return (
    /^AWS4-HMAC-SHA256 Credential=AKIAFAKE\/\d{8}\/ap-northeast-2\/s3\/aws4_request, ?SignedHeaders=[a-z0-9;-]*host;[a-z0-9;-]*x-amz-date[a-z0-9;-]*, ?Signature=[0-9a-f]{64}$/.test(
      authorization,
    ) && headers['x-amz-content-sha256'] !== undefined
  )
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
