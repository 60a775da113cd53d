import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOperator, signIn, typed } from '#backend/testing/sign-in.ts'
import { startStorageBackend, type StorageBackend } from '#backend/testing/storage-backend.ts'
import { query } from '#backend/testing/test-backend.ts'

let backend: StorageBackend
const operator = () => createOperator(backend).storage

beforeAll(async () => {
  backend = await startStorageBackend()
})
afterAll(() => backend.stop())

it('a bucket is created, read, listed, changed, emptied and deleted with the secret key', async () => {
  const made = await operator().createBucket('made', {
    public: false,
    fileSizeLimit: '2MB',
    allowedMimeTypes: ['image/png'],
  })
  expect(made).toEqual({ data: { name: 'made' }, error: null })
  expect((await operator().getBucket('made')).data).toMatchObject({
    id: 'made',
    name: 'made',
    public: false,
    file_size_limit: 2_000_000,
    allowed_mime_types: ['image/png'],
  })
  expect((await operator().updateBucket('made', { public: true, allowedMimeTypes: null })).data).toEqual({
    message: 'Successfully updated',
  })
  const { data: changed } = await operator().getBucket('made')
  expect(changed).toMatchObject({ public: true, file_size_limit: 2_000_000, allowed_mime_types: null })
  const listed = await operator().listBuckets({
    search: 'MA',
    sortColumn: 'name',
    sortOrder: 'desc',
    limit: 5,
  })
  expect(listed.data?.map(({ id }) => id)).toEqual(['made'])
  await operator().from('made').upload('x', 'x', { contentType: 'text/plain' })
  expect((await operator().deleteBucket('made')).error).toMatchObject({
    statusCode: '409',
    code: 'ResourceNotEmpty',
  })
  expect((await operator().emptyBucket('made')).data).toEqual({ message: 'Successfully emptied' })
  expect(await backend.listFiles()).toEqual([])
  expect((await operator().deleteBucket('made')).data).toEqual({ message: 'Successfully deleted' })
  expect((await operator().getBucket('made')).error).toMatchObject({
    statusCode: '404',
    message: 'Bucket not found',
  })
})

it('a bucket that exists, has an invalid name or requests an unsupported feature is refused with the reason', async () => {
  const create = (name: string, options: object = {}) =>
    operator().createBucket(name, { public: false, ...options })
  expect((await create('own')).error).toMatchObject({
    statusCode: '409',
    message: 'The resource already exists',
  })
  for (const name of ['', 'a/b', '한글', 'x'.repeat(64), ' padded '])
    expect((await create(name)).error).toMatchObject({ code: 'InvalidBucketName' })
  expect((await create('big', { fileSizeLimit: '1GB' })).error).toMatchObject({ statusCode: '413' })
  expect((await create('odd', { fileSizeLimit: 'much' })).error).toMatchObject({ statusCode: '400' })
  expect((await create('odd', { allowedMimeTypes: ['pictures'] })).error).toMatchObject({ statusCode: '415' })
  expect((await create('odd', { type: 'ANALYTICS' })).error).toMatchObject({ code: 'FeatureNotEnabled' })
  expect((await create('odd', { versioningStatus: 'ENABLED' })).error).toMatchObject({
    code: 'FeatureNotEnabled',
  })
})

it('security 88: a member without a policy may not create, change, empty or delete buckets', async () => {
  const { client } = await signIn(backend, 'google', typed('Ada', 'ada@example.com', true))
  expect((await client.storage.createBucket('mine')).error).toMatchObject({ statusCode: '403' })
  expect((await client.storage.updateBucket('own', { public: true })).error).toMatchObject({
    statusCode: '404',
  })
  expect((await client.storage.emptyBucket('own')).error).toMatchObject({ statusCode: '404' })
  expect((await client.storage.deleteBucket('own')).error).toMatchObject({ statusCode: '404' })
})

it('features of hosted Supabase only answer that they are not enabled', async () => {
  const files = operator().from('open')
  await files.upload('a.png', 'x', { contentType: 'image/png' })
  const refusals = [
    (await files.download('a.png', { transform: { width: 10 } })).error,
    (await files.createSignedUrl('a.png', 60, { transform: { width: 10 } })).error,
    (await operator().getBucketLifecycle('open')).error,
    (await operator().purgeBucketCache('open')).error,
    (await files.purgeCache('a.png')).error,
    (await files.list('', { noncurrentVersions: 'include' })).error,
    (await files.remove([{ path: 'a.png', versionId: 'x' }])).error,
  ]
  expect(refusals.map((error) => (error as { code?: string } | null)?.code)).toEqual(
    refusals.map(() => 'FeatureNotEnabled'),
  )
  const unknown = await fetch(`${backend.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: { apikey: backend.keys.secretKey },
  })
  expect(unknown.status).toBe(404)
})

it('policies find folder, file name and extension of a key', async () => {
  const rows = await query(
    backend.database.ownerUrl,
    `select storage.foldername('a/b/c.tar.gz') as folder, storage.filename('a/b/c.tar.gz') as file,
       storage.extension('a/b/c.tar.gz') as extension, storage.foldername('c') as nowhere`,
  )
  expect(rows).toEqual([{ folder: ['a', 'b'], file: 'c.tar.gz', extension: 'gz', nowhere: [] }])
})

it('rows cannot be deleted without their files, not even by the owner of the schema', async () => {
  await operator().from('open').upload('guarded', 'x', { contentType: 'text/plain' })
  const deleting = query(backend.database.ownerUrl, `delete from storage.objects where name = 'guarded'`)
  await expect(deleting).rejects.toThrow('Direct deletion from storage tables is not allowed')
})
