// Every row of README.md's table for storage, with plain calls.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOperator, createVisitor } from '#backend/testing/sign-in.ts'
import { newMember, startTarget, type Member, type Target } from './target.ts'

/** Unique names per run: a hosted project may have files of an earlier one. */
const run = randomUUID().slice(0, 8)
const [open, own] = [`open-${run}`, `own-${run}`]
let target: Target
let operator: SupabaseClient
let member: Member
const key = (name: string) => `${member.session.user.id}/${name}`
const files = () => member.client.storage.from(own)
const there = () => operator.storage.from(open)
const text = (value: string) => new Blob([value], { type: 'text/plain' })

beforeAll(async () => {
  target = await startTarget()
  operator = createOperator(target)
  member = await newMember(target)
  await operator.storage.createBucket(open, { public: true })
  await operator.storage.createBucket(own, {
    public: false,
    fileSizeLimit: 1_000,
    allowedMimeTypes: ['text/*'],
  })
  await target.run(
    `create policy "members keep files ${run}" on storage.objects for all to authenticated
       using (bucket_id = '${own}' and (storage.foldername(name))[1] = (select auth.uid())::text)
       with check (bucket_id = '${own}' and (storage.foldername(name))[1] = (select auth.uid())::text)`,
  )
})
afterAll(async () => {
  for (const bucket of [open, own]) {
    await operator.storage.emptyBucket(bucket)
    await operator.storage.deleteBucket(bucket)
  }
  await target.run(`drop policy "members keep files ${run}" on storage.objects`)
  await target.stop()
})

it('buckets are made, read, listed, changed, emptied and deleted with the secret key only', async () => {
  const name = `made-${run}`
  expect((await operator.storage.createBucket(name, { public: false })).data).toEqual({ name })
  expect((await operator.storage.createBucket(name)).error).toMatchObject({ statusCode: '409' })
  expect((await operator.storage.updateBucket(name, { public: true })).error).toBeNull()
  const found = await operator.storage.getBucket(name)
  expect(found.data).toMatchObject({ id: name, public: true })
  expect(found.data, 'clients 7').not.toHaveProperty('type')
  expect((await operator.storage.listBuckets()).data?.map(({ id }) => id)).toContain(name)
  expect((await member.client.storage.createBucket(`not-${run}`)).error).toMatchObject({ statusCode: '403' })
  expect((await operator.storage.emptyBucket(name)).error).toBeNull()
  expect((await operator.storage.deleteBucket(name)).error).toBeNull()
  expect((await operator.storage.getBucket(name)).error).toMatchObject({ statusCode: '404' })
})

it('a file is uploaded, downloaded, described and replaced', async () => {
  const options = { contentType: 'text/plain', cacheControl: '60', metadata: { note: 'x' } }
  const uploaded = await files().upload(key('a.txt'), text('first'), options)
  expect(uploaded.data).toMatchObject({ path: key('a.txt'), fullPath: `${own}/${key('a.txt')}` })
  expect((await files().upload(key('a.txt'), text('again'))).error).toMatchObject({ statusCode: '409' })
  expect(await (await files().download(key('a.txt'))).data?.text()).toBe('first')
  expect((await files().info(key('a.txt'))).data).toMatchObject({ size: 5, contentType: 'text/plain' })
  expect((await files().exists(key('a.txt'))).data).toBe(true)
  expect((await files().exists(key('b.txt'))).data).toBe(false)
  expect((await files().update(key('b.txt'), text('x'), options)).error).toMatchObject({
    statusCode: '404',
    code: 'NoSuchKey',
  })
  expect((await files().update(key('a.txt'), text('second'), options)).error).toBeNull()
  expect((await files().upload(key('a.txt'), text('third'), { upsert: true })).error).toBeNull()
  expect(await (await files().download(key('a.txt'))).data?.text()).toBe('third')
})

it('a bucket refuses too large files and other types, and policies decide about the rest', async () => {
  expect((await files().upload(key('large'), text('x'.repeat(1_001)))).error).toMatchObject({
    statusCode: '413',
  })
  const picture = new Blob(['x'], { type: 'image/png' })
  expect((await files().upload(key('picture'), picture)).error).toMatchObject({ statusCode: '415' })
  expect((await files().upload('somebody-else/x.txt', text('x'))).error).toMatchObject({ statusCode: '403' })
  const visitor = createVisitor(target).storage.from(own)
  expect((await visitor.upload(key('v.txt'), text('x'))).error).toMatchObject({ statusCode: '403' })
  expect((await visitor.download(key('a.txt'))).error).not.toBeNull()
})

it('files are listed, moved, copied and removed', async () => {
  for (const name of ['list/b.txt', 'list/a.txt', 'list/deep/c.txt'])
    expect((await files().upload(key(name), text(name))).error).toBeNull()
  const names = async (options = {}) =>
    (await files().list(key('list'), options)).data?.map(({ name }) => name)
  expect((await names())?.toSorted()).toEqual(['a.txt', 'b.txt', 'deep'])
  expect(await names({ search: 'b' })).toEqual(['b.txt'])
  expect(await names({ limit: 1, offset: 1, sortBy: { column: 'name', order: 'desc' } })).toHaveLength(1)
  const inside = await files().listV2({ prefix: key('list/'), with_delimiter: true })
  expect(inside.data?.objects).toHaveLength(2)
  expect(inside.data?.folders, 'clients 7').toEqual([{ key: key('list/deep'), name: key('list/deep/') }])
  expect((await files().move(key('list/a.txt'), key('moved.txt'))).error).toBeNull()
  expect((await files().copy(key('moved.txt'), key('copied.txt'))).data?.path).toBe(
    `${own}/${key('copied.txt')}`,
  )
  expect((await files().remove([key('moved.txt'), key('list/b.txt')])).data).toHaveLength(2)
  expect((await files().download(key('moved.txt'))).error).not.toBeNull()
  expect(await (await files().download(key('copied.txt'))).data?.text()).toBe('list/a.txt')
})

it('signed and public URLs open one file each, without a session', async () => {
  await files().upload(key('signed.txt'), text('signed'))
  const { data } = await files().createSignedUrl(key('signed.txt'), 60, { download: 'name.txt' })
  const opened = await fetch(data?.signedUrl ?? '')
  expect([opened.status, await opened.text()]).toEqual([200, 'signed'])
  expect(opened.headers.get('content-disposition')).toContain('name.txt')
  const several = await files().createSignedUrls([key('signed.txt'), key('never.txt')], 60)
  expect(several.data?.map(({ error }) => error === null)).toEqual([true, false])
  await operator.storage.from(open).upload('x.txt', text('for all'), { contentType: 'text/plain' })
  const address = createVisitor(target).storage.from(open).getPublicUrl('x.txt').data.publicUrl
  expect(await (await fetch(address)).text()).toBe('for all')
})

it('a public file supports range and conditional requests', async () => {
  await there().upload('range.txt', text('0123456789'), { contentType: 'text/plain' })
  const address = there().getPublicUrl('range.txt').data.publicUrl
  const ask = (headers: Record<string, string>, method = 'GET') => fetch(address, { method, headers })
  const whole = await ask({}, 'HEAD')
  const [tag, date] = [whole.headers.get('etag') ?? '', whole.headers.get('last-modified') ?? '']
  expect([whole.status, whole.headers.get('content-length')]).toEqual([200, '10'])
  const part = await ask({ Range: 'bytes=2-4' })
  expect([part.status, await part.text()]).toEqual([206, '234'])
  expect((await ask({ Range: 'bytes=20-' })).status).toBe(416)
  expect((await ask({ 'If-None-Match': tag })).status).toBe(304)
  expect((await ask({ 'If-Modified-Since': date })).status).toBe(304)
  expect((await ask({ Range: 'bytes=2-4', 'If-Range': '"another"' })).status).toBe(200)
})

it('a signed address takes one upload without a session', async () => {
  const { data } = await files().createSignedUploadUrl(key('later.txt'))
  const visitor = createVisitor(target).storage.from(own)
  expect(
    (await visitor.uploadToSignedUrl(key('later.txt'), data?.token ?? '', text('later'))).error,
  ).toBeNull()
  expect(await (await files().download(key('later.txt'))).data?.text()).toBe('later')
  const again = await visitor.uploadToSignedUrl(key('later.txt'), data?.token ?? '', text('x'))
  expect(again.error).toMatchObject({ statusCode: '409' })
})

it('upload takes text, bytes, Buffer, Blob, File, FormData and streams, with contentEncoding and metadata', async () => {
  const form = new FormData()
  form.append('', text('form'), 'form.txt')
  const bodies: Record<string, Parameters<ReturnType<typeof files>['upload']>[1]> = {
    text: 'text',
    bytes: new TextEncoder().encode('bytes').buffer,
    buffer: Buffer.from('buffer'),
    blob: text('blob'),
    file: new File(['file'], 'file.txt', { type: 'text/plain' }),
    form,
    web: text('web').stream(),
    node: Readable.from([Buffer.from('node')]),
  }
  for (const [name, body] of Object.entries(bodies)) {
    const stored = await files().upload(key(`bodies/${name}`), body, {
      contentType: 'text/plain',
      contentEncoding: 'identity',
      metadata: { from: name },
      duplex: 'half',
    })
    expect([name, stored.error]).toEqual([name, null])
    expect(await (await files().download(key(`bodies/${name}`))).data?.text()).toBe(name)
    expect((await files().info(key(`bodies/${name}`))).data?.metadata).toMatchObject({ from: name })
  }
})

it('copy goes to another bucket with destinationBucket, and copyMetadata: false leaves the metadata behind', async () => {
  await files().upload(key('told.txt'), text('told'), { metadata: { note: 'x' } })
  await operator.storage.from(own).copy(key('told.txt'), `copied-${run}.txt`, { destinationBucket: open })
  expect(await (await there().download(`copied-${run}.txt`)).data?.text()).toBe('told')
  expect((await files().copy(key('told.txt'), key('bare.txt'), { copyMetadata: false })).error).toBeNull()
  expect((await files().info(key('bare.txt'))).data?.metadata ?? {}).not.toHaveProperty('note')
})

it('transform, purgeCache, lifecycle, versions and other kinds of buckets answer FeatureNotEnabled', async () => {
  await there().upload('plain.txt', text('x'), { contentType: 'text/plain' })
  const refusals = [
    (await there().download('plain.txt', { transform: { width: 10 } })).error,
    (await there().createSignedUrl('plain.txt', 60, { transform: { width: 10 } })).error,
    (await there().purgeCache('plain.txt')).error,
    (await operator.storage.getBucketLifecycle(open)).error,
    (await there().list('', { noncurrentVersions: 'include' })).error,
    (await operator.storage.createBucket(`odd-${run}`, { public: false, type: 'ANALYTICS' })).error,
  ]
  for (const error of refusals) expect(error).toMatchObject({ code: 'FeatureNotEnabled' })
})

it('resumable uploads (TUS) and the S3 protocol are not there', async () => {
  for (const path of ['upload/resumable', 's3']) {
    const answer = await fetch(`${target.url}/storage/v1/${path}`, {
      method: 'POST',
      headers: { apikey: target.keys.secretKey },
    })
    expect([path, answer.status]).toEqual([path, 404])
  }
})

it('O15: refusals of the storage, invalid responses and missing responses have different error classes', async () => {
  const refused = await files().download(key('nothing.txt'))
  expect(refused.error).toMatchObject({ name: 'StorageApiError', status: expect.any(Number) })
  const brokenLine = createClient(target.url, target.keys.publishableKey, {
    auth: { persistSession: false },
    global: { fetch: () => Promise.reject(new TypeError('fetch failed')) },
  })
  expect((await brokenLine.storage.from(open).list()).error).toMatchObject({ name: 'StorageUnknownError' })
  expect((await brokenLine.functions.invoke('nothing')).error).toMatchObject({ name: 'FunctionsFetchError' })
  expect((await member.client.functions.invoke('nothing')).error).toMatchObject({
    name: 'FunctionsHttpError',
  })
  const relay = createClient(target.url, target.keys.publishableKey, {
    auth: { persistSession: false },
    global: {
      fetch: async () => new Response('', { status: 500, headers: { 'x-relay-error': 'true' } }),
    },
  })
  expect((await relay.functions.invoke('nothing')).error).toMatchObject({ name: 'FunctionsRelayError' })
})
