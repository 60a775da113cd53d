import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOperator, createVisitor, signIn, typed, type SignedIn } from '#backend/testing/sign-in.ts'
import { startStorageBackend, type StorageBackend } from '#backend/testing/storage-backend.ts'

let backend: StorageBackend
let ada: SignedIn
const own = (name: string) => `${ada.session.user.id}/${name}`
const files = () => ada.client.storage.from('own')

beforeAll(async () => {
  backend = await startStorageBackend()
  ada = await signIn(backend, 'google', typed('Ada', 'ada@example.com', true))
})
afterAll(() => backend.stop())

async function textOf(path: string): Promise<string | undefined> {
  const { data } = await files().download(path)
  return data?.text()
}

it('upload takes text, bytes, Buffer, Blob, File, form data and both kinds of streams, and download returns them', async () => {
  const bytes = new TextEncoder().encode('글 한 편')
  const form = new FormData()
  form.append('file', new Blob([bytes], { type: 'text/plain' }), 'form.txt')
  const bodies = {
    text: '글 한 편',
    array: bytes.buffer,
    view: bytes,
    buffer: Buffer.from(bytes),
    blob: new Blob([bytes], { type: 'text/plain' }),
    file: new File([bytes], '글.txt', { type: 'text/plain' }),
    form,
    web: new Blob([bytes]).stream(),
    node: Readable.from([bytes]),
  }
  for (const [kind, body] of Object.entries(bodies)) {
    const { data, error } = await files().upload(own(`kinds/${kind}`), body as Blob, {
      contentType: 'text/plain',
    })
    expect({ kind, error, path: data?.path, full: data?.fullPath }).toEqual({
      kind,
      error: null,
      path: own(`kinds/${kind}`),
      full: `own/${own(`kinds/${kind}`)}`,
    })
    expect(data?.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(await textOf(own(`kinds/${kind}`))).toBe('글 한 편')
    expect((await files().info(own(`kinds/${kind}`))).data?.contentType).toBe('text/plain')
  }
})

it('a file of 0 bytes is a file', async () => {
  expect((await files().upload(own('empty'), new Blob([], { type: 'text/plain' }))).error).toBeNull()
  expect((await files().upload(own('empty-raw'), '', { contentType: 'text/plain' })).error).toBeNull()
  expect((await files().download(own('empty'))).data?.size).toBe(0)
  expect((await files().info(own('empty'))).data?.size).toBe(0)
})

it('upload refuses an existing key, upsert replaces, update replaces only an existing file', async () => {
  const path = own('twice.txt')
  await files().upload(path, 'one', { contentType: 'text/plain' })
  const before = await backend.listFiles()
  const again = await files().upload(path, 'two', { contentType: 'text/plain' })
  expect(again.error).toMatchObject({
    status: 400,
    statusCode: '409',
    message: 'The resource already exists',
  })
  expect(await textOf(path)).toBe('one')
  expect((await files().upload(path, 'three', { upsert: true, contentType: 'text/plain' })).error).toBeNull()
  expect(await textOf(path)).toBe('three')
  expect((await files().update(path, 'four', { contentType: 'text/markdown' })).error).toBeNull()
  expect(await textOf(path)).toBe('four')
  expect((await files().info(path)).data?.contentType).toBe('text/markdown')
  const missing = await files().update(own('never.txt'), 'five', { contentType: 'text/plain' })
  expect(missing.error).toMatchObject({ statusCode: '404', message: 'Object not found' })
  expect((await backend.listFiles()).length).toBe(before.length)
})

it('two concurrent upserts of one new key both succeed and leave one file', async () => {
  const before = await backend.listFiles()
  const path = own('race.txt')
  const uploads = ['a', 'b', 'c', 'd'].map((body) =>
    files().upload(path, body, { upsert: true, contentType: 'text/plain' }),
  )
  expect((await Promise.all(uploads)).map(({ error }) => error)).toEqual([null, null, null, null])
  expect(['a', 'b', 'c', 'd']).toContain(await textOf(path))
  expect((await backend.listFiles()).length).toBe(before.length + 1)
})

it('U11: an upload is cached for 3600 seconds by default; metadata and both e-tags agree', async () => {
  const body = randomBytes(5_000)
  await files().upload(own('meta.bin'), body, {
    contentType: 'application/octet-stream',
    metadata: { title: '봄', pages: 3 },
  })
  await files().upload(own('meta-form.bin'), new Blob([body]), {
    cacheControl: '60',
    metadata: { title: '봄' },
  })
  const { data } = await files().info(own('meta.bin'))
  expect(data).toMatchObject({
    name: own('meta.bin'),
    bucketId: 'own',
    size: 5_000,
    cacheControl: 'max-age=3600',
    contentType: 'application/octet-stream',
    metadata: { title: '봄', pages: 3 },
    etag: `"${createHash('sha256').update(body).digest('hex')}"`,
  })
  expect((await files().info(own('meta-form.bin'))).data).toMatchObject({
    cacheControl: 'max-age=60',
    metadata: { title: '봄' },
    etag: data?.etag,
  })
})

it('info and exists distinguish existing and missing files', async () => {
  await files().upload(own('here'), 'x', { contentType: 'text/plain' })
  expect(await files().exists(own('here'))).toEqual({ data: true, error: null })
  expect(await files().exists(own('gone'))).toMatchObject({ data: false, error: { code: 'NoSuchKey' } })
  expect((await files().info(own('gone'))).error).toMatchObject({ status: 400, statusCode: '404' })
  expect((await files().download(own('gone'))).error).toMatchObject({ message: 'Object not found' })
})

it('move keeps the bytes, the id and the owner under a new name, also in another bucket', async () => {
  await files().upload(own('old.txt'), 'moved', { contentType: 'text/plain' })
  const { data: before } = await files().info(own('old.txt'))
  expect(await files().move(own('old.txt'), own('deep/new.txt'))).toMatchObject({
    data: { message: 'Successfully moved' },
  })
  expect((await files().info(own('deep/new.txt'))).data?.id).toBe(before?.id)
  expect((await files().exists(own('old.txt'))).data).toBe(false)
  await files().move(own('deep/new.txt'), own('shown.txt'), { destinationBucket: 'open' })
  const { data } = ada.client.storage.from('open').getPublicUrl(own('shown.txt'))
  expect(await (await fetch(data.publicUrl)).text()).toBe('moved')
  expect((await files().move(own('no'), own('where'))).error).toMatchObject({ message: 'Object not found' })
})

it('move and copy refuse an existing name, and a bucket that would not accept the file as an upload', async () => {
  await files().upload(own('a.bin'), 'a', { contentType: 'application/zip' })
  await files().upload(own('b.bin'), randomBytes(1_001), { contentType: 'text/plain' })
  expect((await files().move(own('a.bin'), own('b.bin'))).error).toMatchObject({ statusCode: '409' })
  expect((await files().copy(own('a.bin'), own('b.bin'))).error).toMatchObject({ statusCode: '409' })
  const small = { destinationBucket: 'small' }
  expect((await files().copy(own('a.bin'), own('a.bin'), small)).error).toMatchObject({ statusCode: '415' })
  expect((await files().move(own('b.bin'), own('b.bin'), small)).error).toMatchObject({ statusCode: '413' })
})

it('a copy stays when its original is removed', async () => {
  await files().upload(own('origin.txt'), 'copied', { contentType: 'text/plain', metadata: { a: 1 } })
  expect((await files().copy(own('origin.txt'), own('copy.txt'))).data).toEqual({
    path: `own/${own('copy.txt')}`,
  })
  const removed = await files().remove([own('origin.txt'), own('was never there')])
  expect(removed.data).toHaveLength(1)
  expect(removed.data?.[0]).toMatchObject({ name: own('origin.txt'), bucket_id: 'own' })
  expect(await textOf(own('copy.txt'))).toBe('copied')
  expect((await files().info(own('copy.txt'))).data?.metadata).toEqual({ a: 1 })
})

it('a removed file is deleted from disk too', async () => {
  const before = await backend.listFiles()
  await files().upload(own('short-lived'), 'x', { contentType: 'text/plain' })
  expect((await backend.listFiles()).length).toBe(before.length + 1)
  await files().remove([own('short-lived')])
  expect((await backend.listFiles()).length).toBe(before.length)
})

it('U11: list gives 100 names from the first, ascending, folders before files', async () => {
  const operator = createOperator(backend).storage.from('own')
  const names = Array.from({ length: 101 }, (_, index) => `many/f${String(index).padStart(3, '0')}.txt`)
  for (const name of names) await operator.upload(name, 'x', { contentType: 'text/plain' })
  await operator.upload('many/z folder/inside.txt', 'x', { contentType: 'text/plain' })
  const { data } = await operator.list('many')
  expect(data).toHaveLength(100)
  expect(data?.slice(0, 3).map(({ name, id }) => [name, id === null])).toEqual([
    ['z folder', true],
    ['f000.txt', false],
    ['f001.txt', false],
  ])
  expect(data?.[1]?.metadata).toMatchObject({ size: 1, mimetype: 'text/plain', cacheControl: 'max-age=3600' })
  const page = await operator.list('many', {
    limit: 2,
    offset: 101,
    sortBy: { column: 'name', order: 'asc' },
  })
  expect(page.data?.map(({ name }) => name)).toEqual(['f100.txt'])
  const found = await operator.list('many', { search: 'F09', sortBy: { column: 'name', order: 'desc' } })
  expect(found.data?.map(({ name }) => name)).toEqual(
    names
      .slice(90, 100)
      .reverse()
      .map((name) => name.slice(5)),
  )
  expect((await operator.list('many', { search: '%' })).data).toEqual([])
  const newest = await operator.list('many', {
    limit: 1,
    offset: 1,
    sortBy: { column: 'created_at', order: 'desc' },
  })
  expect(newest.data?.map(({ name }) => name)).toEqual(['f100.txt'])
  expect((await operator.list('')).data?.map(({ name }) => name)).toContain('many')
  expect((await operator.list('many', { limit: 1_001 })).error).toMatchObject({ statusCode: '400' })
})

it('listV2 pages through keys, with folders when a delimiter is requested', async () => {
  const operator = createOperator(backend).storage.from('open')
  for (const key of ['v2/a', 'v2/b/1', 'v2/b/2', 'v2/c', 'v2-other'])
    await operator.upload(key, 'x', { contentType: 'text/plain' })
  const keys: string[] = []
  let cursor: string | undefined
  do {
    const { data } = await operator.listV2({
      prefix: 'v2/',
      limit: 2,
      with_delimiter: true,
      ...(cursor ? { cursor } : {}),
    })
    keys.push(
      ...(data?.folders ?? []).map(({ name }) => name),
      ...(data?.objects ?? []).map(({ name }) => name),
    )
    cursor = data?.nextCursor
    expect(data?.hasNext).toBe(cursor !== undefined)
  } while (cursor)
  expect(keys.sort()).toEqual(['v2/a', 'v2/b/', 'v2/c'])
  const flat = await operator.listV2({ prefix: 'v2/', sortBy: { column: 'created_at', order: 'desc' } })
  expect(flat.data?.objects.map(({ name }) => name)).toEqual(['v2/c', 'v2/b/2', 'v2/b/1', 'v2/a'])
  expect((await operator.listV2({ cursor: 'forged' })).error).toMatchObject({ statusCode: '400' })
})

it('a visitor without session is refused members’ actions, and reads public files', async () => {
  const visitor = createVisitor(backend).storage
  await createOperator(backend).storage.from('open').upload('seen.txt', 'seen', { contentType: 'text/plain' })
  expect(await (await visitor.from('open').download('seen.txt')).data?.text()).toBe('seen')
  const refused = await visitor.from('open').upload('mine.txt', 'x', { contentType: 'text/plain' })
  expect(refused.error).toMatchObject({
    status: 400,
    statusCode: '403',
    message: 'new row violates row-level security policy',
  })
})

it('a program on the same machine gets the path of a file, and null for a missing one', async () => {
  await files().upload(own('near.txt'), '글 한 편', { contentType: 'text/plain' })
  const { findFile } = backend.backend
  const path = await findFile('own', own('near.txt'))
  expect(path?.startsWith(backend.folder)).toBe(true)
  expect(await readFile(path ?? '', 'utf8')).toBe('글 한 편')
  expect([await findFile('own', own('never.txt')), await findFile('nowhere', own('near.txt'))]).toEqual([
    null,
    null,
  ])
})

it('clients 4: an upload whose request was wrapped has its own body, and one that ends early is refused', async () => {
  const send = (name: string, body: string, length: number) =>
    backend.backend.app.fetch(
      new Request(`${backend.url}/storage/v1/object/own/${own(name)}`, {
        method: 'POST',
        headers: {
          apikey: backend.keys.publishableKey,
          authorization: `Bearer ${ada.session.access_token}`,
          'content-type': 'text/plain',
          'content-length': String(length),
        },
        body,
      }),
      // The request of Node's server, whose body was read already.
      { incoming: Readable.from([]) },
    )
  expect((await send('wrapped.txt', 'whole', 5)).status).toBe(200)
  expect(await (await files().download(own('wrapped.txt'))).data?.text()).toBe('whole')
  const early = await send('early.txt', 'half', 8)
  expect([early.status, await early.json()]).toMatchObject([400, { message: 'The upload ended early' }])
})
