import { randomUUID } from 'node:crypto'
import { readdir, rename, writeFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOperator, signIn, typed, type SignedIn } from '#backend/testing/sign-in.ts'
import { startStorageBackend, type StorageBackend } from '#backend/testing/storage-backend.ts'
import { query, runOnce, serveBackend, type TestBackend } from '#backend/testing/test-backend.ts'

const tenMegabytes = 10 * 1_048_576
let backend: StorageBackend
let ada: SignedIn
const own = (name: string) => `${ada.session.user.id}/${name}`

beforeAll(async () => {
  backend = await startStorageBackend({ fileSizeLimitBytes: tenMegabytes })
  ada = await signIn(backend, 'google', typed('Ada', 'ada@example.com', true))
})
afterAll(() => backend.stop())

/**
 * Sends headers and then the output of `write`; resolves with the response, or null when the connection ends without
 * one.
 */
function send(
  path: string,
  headers: Record<string, string>,
  write: (sending: ReturnType<typeof request>) => void,
): Promise<{ status: number; body: string } | null> {
  return new Promise((resolve) => {
    const sending = request(`${backend.url}/storage/v1/object/${path}`, {
      method: 'POST',
      headers: {
        apikey: backend.keys.publishableKey,
        authorization: `Bearer ${ada.session.access_token}`,
        'content-type': 'text/plain',
        ...headers,
      },
    })
    sending.on('response', (response: IncomingMessage) => {
      response.setEncoding('utf8')
      let body = ''
      response.on('data', (chunk: string) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    sending.on('error', () => resolve(null))
    write(sending)
  })
}

const chunk = Buffer.alloc(65_536)

/** A body from one shared buffer, so that the sender does not grow. */
function zeros(bytes: number): Readable {
  return Readable.from(
    (function* () {
      for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, left)
    })(),
  )
}

async function nothingLeft(name: string): Promise<void> {
  expect(await readdir(join(backend.folder, 'incoming'))).toEqual([])
  expect(
    await query(backend.database.adminUrl, 'select 1 from storage.objects where name = $1', [own(name)]),
  ).toEqual([])
  expect(await query(backend.database.adminUrl, 'select 1 from storage.unused_files')).toEqual([])
}

it('ten uploads of 10 MB at once hold less than 60 MB of memory', async () => {
  // Garbage is collected before each measurement, or the figure would depend on the collector.
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = held()
  let peak = 0
  let sent = 0
  const uploads = Array.from({ length: 10 }, (_, index) =>
    send(`own/${own(`parallel-${index}`)}`, { 'content-length': String(tenMegabytes) }, (sending) => {
      zeros(tenMegabytes)
        .on('data', () => {
          if (++sent % 100 === 0) peak = Math.max(peak, held())
        })
        .pipe(sending)
    }),
  )
  expect((await Promise.all(uploads)).map((answer) => answer?.status)).toEqual(Array(10).fill(200))
  expect((peak - before) / 1_048_576).toBeLessThan(60)
})

it('security 85: 10 MB are accepted and one byte more is refused, raw and as a form', async () => {
  const files = ada.client.storage.from('own')
  const whole = new Blob([Buffer.alloc(tenMegabytes)], { type: 'image/png' })
  expect((await files.upload(own('ten'), whole)).error).toBeNull()
  const tooMuch = Buffer.alloc(tenMegabytes + 1)
  const refused = { status: 400, statusCode: '413', message: 'The object exceeded the maximum allowed size' }
  expect((await files.upload(own('more'), new Blob([tooMuch]))).error).toMatchObject(refused)
  const declared = await send(`own/${own('more')}`, { 'content-length': String(tooMuch.length) }, (sending) =>
    sending.flushHeaders(),
  )
  expect(JSON.parse(declared?.body ?? '{}')).toMatchObject({ statusCode: '413' })
  await nothingLeft('more')
})

it('security 85: an endless body is cut off, at any limit of its bucket', async () => {
  const endless = await send(`small/${own('endless')}`, { 'transfer-encoding': 'chunked' }, (sending) => {
    zeros(Infinity).pipe(sending)
  })
  // A client that is cut off while it sends may not read the reason.
  const reason = endless && (JSON.parse(endless.body) as { statusCode: string }).statusCode
  expect([null, '413']).toContain(reason)
  await nothingLeft('endless')
})

it('a bucket accepts only its types, and refuses others before it reads a byte', async () => {
  const small = ada.client.storage.from('small')
  expect((await small.upload(own('a.png'), 'x', { contentType: 'image/png' })).error).toBeNull()
  expect((await small.upload(own('a.txt'), 'x')).error).toBeNull()
  const refused = { statusCode: '415', message: 'mime type application/pdf is not supported' }
  expect((await small.upload(own('a.pdf'), 'x', { contentType: 'application/pdf' })).error).toMatchObject(
    refused,
  )
  const form = await small.upload(own('a.pdf'), new Blob(['x'], { type: 'application/pdf' }))
  expect(form.error).toMatchObject(refused)
  const early = await send(
    `small/${own('a.pdf')}`,
    { 'content-type': 'application/pdf', 'transfer-encoding': 'chunked' },
    (sending) => sending.flushHeaders(),
  )
  expect(JSON.parse(early?.body ?? '{}')).toMatchObject(refused)
  await nothingLeft('a.pdf')
})

it('an upload that policies refuse is refused before it is sent', async () => {
  const early = await send('own/foreign/file', { 'content-length': '1000000' }, (sending) =>
    sending.flushHeaders(),
  )
  expect(JSON.parse(early?.body ?? '{}')).toMatchObject({ statusCode: '403' })
})

it('an aborted upload leaves no row, no file and no partial one, raw and as a form', async () => {
  const beginning = `--edge\r\ncontent-disposition: form-data; name=""; filename="blob"\r\ncontent-type: text/plain\r\n\r\n`
  for (const [type, first] of [
    ['text/plain', 'half of'],
    ['multipart/form-data; boundary=edge', `${beginning}half of`],
  ] as const) {
    const noticed = backend.nextLog('storage_upload_aborted')
    const headers = { 'content-type': type, 'content-length': '100000' }
    const answer = send(`own/${own('aborted')}`, headers, (sending) => {
      sending.write(first, () => sending.destroy())
    })
    expect(await answer).toBeNull()
    await noticed
    await nothingLeft('aborted')
  }
})

it('forms without a file, without an end or with too much around it are refused and leave nothing', async () => {
  const type = 'multipart/form-data; boundary=edge'
  const field = (name: string, value: string) =>
    `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = `--edge\r\ncontent-disposition: form-data; name=""; filename="b"\r\ncontent-type: text/plain\r\n\r\nx\r\n--edge--\r\n`
  for (const [body, reason] of [
    [`${field('cacheControl', '60')}--edge--\r\n`, 'No content provided'],
    [field('cacheControl', '60'), 'The upload ended early'],
    [`${field('metadata', 'not json')}${file}`, 'metadata has to be a JSON object of at most 8 kB'],
    [
      `${field('metadata', `{"a":"${'x'.repeat(9_000)}"}`)}${file}`,
      'metadata has to be a JSON object of at most 8 kB',
    ],
  ] as const) {
    const answer = await send(`own/${own('form')}`, { 'content-type': type }, (sending) => sending.end(body))
    expect(JSON.parse(answer?.body ?? '{}')).toMatchObject({ message: reason })
  }
  const noBoundary = await send(`own/${own('form')}`, { 'content-type': 'multipart/form-data' }, (sending) =>
    sending.end('x'),
  )
  expect(noBoundary?.status).toBe(400)
  await nothingLeft('form')
})

it('a failing disk fails the whole upload: no row, no file, and no details of the disk', async () => {
  const folder = join(backend.folder, 'files')
  await rename(folder, `${folder}-away`)
  await writeFile(folder, 'in the way')
  const { error } = await ada.client.storage
    .from('own')
    .upload(own('unlucky'), 'x', { contentType: 'text/plain' })
  await rename(`${folder}`, `${folder}-blocker`)
  await rename(`${folder}-away`, folder)
  expect(error).toMatchObject({ status: 500, message: 'Internal server error' })
  await query(backend.database.adminUrl, 'delete from storage.unused_files')
  await nothingLeft('unlucky')
})

it('a row with missing bytes answers not found and does not fail', async () => {
  const path = own('lost')
  await ada.client.storage.from('own').upload(path, 'x', { contentType: 'text/plain' })
  await runOnce(
    backend.database.adminUrl,
    `update storage.objects set version = '${randomUUID()}' where name = '${path}'`,
  )
  expect((await ada.client.storage.from('own').download(path)).error).toMatchObject({
    message: 'Object not found',
  })
})

/** Calls as the site's own server does, for a visitor at `address` or for a member. */
async function ask(path: string, by: { address?: string; token?: string }, on: TestBackend = backend) {
  const response = await fetch(`${on.url}/storage/v1/${path}`, {
    headers: {
      apikey: on.keys.publishableKey,
      'x-proxy-secret': on.keys.proxySecret,
      'x-forwarded-for': by.address ?? '10.0.0.1',
      ...(by.token ? { authorization: `Bearer ${by.token}` } : {}),
    },
  })
  await response.arrayBuffer()
  return response
}

it('backend S11: readers of files share connections with each other, members and the secret key', async () => {
  const lock = new pg.Client({ connectionString: backend.database.adminUrl })
  await lock.connect()
  const tokens = await Promise.all(
    ['Bob', 'Eve', 'Dan'].map(async (name) => {
      const { session } = await signIn(backend, 'google', typed(name, `${name}@example.com`, true))
      return session.access_token
    }),
  )
  await lock.query('begin')
  await lock.query('lock table storage.objects in access exclusive mode')
  const waitingOnes = async () => {
    const [row] = await query<{ count: number }>(
      backend.database.adminUrl,
      `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event = 'relation' and usename = 'authenticator'`,
    )
    return row?.count
  }
  const times = (count: number, read: (index: number) => Promise<Response>) =>
    Array.from({ length: count }, (_, index) => read(index))
  const one = times(6, () => ask('object/public/open/a', { address: '10.9.0.1' }))
  await expect.poll(waitingOnes).toBe(3)
  expect((await ask('bucket', { address: '10.9.0.2' })).status).toBe(200)
  const many = times(6, (index) => ask('object/public/open/a', { address: `10.9.1.${index}` }))
  await expect.poll(waitingOnes).toBe(5)
  const read = (token?: string) => times(4, () => ask('object/own/a', token ? { token } : {}))
  const first = read(tokens[0])
  await expect.poll(waitingOnes).toBe(8)
  expect((await ask('bucket', tokens[1] ? { token: tokens[1] } : {})).status).toBe(200)
  const others = [...read(tokens[1]), ...read(tokens[2])]
  await expect.poll(waitingOnes).toBe(9)
  expect((await createOperator(backend).storage.listBuckets()).error).toBeNull()
  await lock.query('rollback')
  await lock.end()
  const statuses = (await Promise.all([...one, ...many, ...first, ...others])).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([400]))
})

it('backend S11: calls of storage are counted per address of a visitor and per member', async () => {
  const folder = { files: { folder: backend.folder } }
  const options = { publicUrl: backend.url, storage: folder, rateLimits: { file: 3 } }
  const other = await serveBackend(backend.database, backend.keys, options)
  const statuses = async (path: string, by: Parameters<typeof ask>[1]) => {
    const answers: Response[] = []
    for (let index = 0; index < 5; index++) answers.push(await ask(path, by, other))
    expect(Number(answers[4]?.headers.get('retry-after'))).toBeGreaterThan(0)
    return answers.map(({ status }) => status)
  }
  const refused = [400, 400, 400, 429, 429]
  expect(await statuses('object/public/open/none', { address: '10.8.0.1' })).toEqual(refused)
  expect(await statuses('object/sign/own/none?token=x', { address: '10.8.0.2' })).toEqual(refused)
  expect(await statuses('object/own/none', { address: '10.8.0.3' })).toEqual(refused)
  expect(await statuses('object/own/none', { token: ada.session.access_token })).toEqual(refused)
  await other.stop()
})

it('a body of JSON is at most 1 MB', async () => {
  const paths = Array.from({ length: 2_000 }, () => 'x'.repeat(600))
  const { error } = await createOperator(backend).storage.from('own').remove(paths)
  expect(error).toMatchObject({ statusCode: '413' })
})

it('backend S2: a path with an upload’s path inside does not remove the limit of JSON', async () => {
  const answer = await send('sign/own/storage/v1/object/x', { 'transfer-encoding': 'chunked' }, (sending) => {
    zeros(1_048_577).pipe(sending)
  })
  expect(JSON.parse(answer?.body ?? '{}')).toMatchObject({ statusCode: '413' })
})
