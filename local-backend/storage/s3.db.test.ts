import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFakeS3, type FakeS3 } from '#backend/testing/fake-s3.ts'
import { createOperator } from '#backend/testing/sign-in.ts'
import { startStorageBackend, type StorageBackend } from '#backend/testing/storage-backend.ts'
import { query } from '#backend/testing/test-backend.ts'

let s3: FakeS3
let backend: StorageBackend
const files = () => createOperator(backend).storage.from('own')
const unused = () => query(backend.database.adminUrl, 'select version from storage.unused_files')

beforeAll(async () => {
  s3 = await startFakeS3()
  backend = await startStorageBackend({ files: { s3: s3.options } })
})
afterAll(async () => {
  await backend.stop()
  await s3.stop()
})

it('S3 stores an upload under a version of ours, returns all or a range of it, copies and removes it', async () => {
  expect((await files().upload('a/b.txt', '0123456789', { contentType: 'text/plain' })).error).toBeNull()
  const [key] = [...s3.objects.keys()]
  expect(key).toMatch(/^\/files\/munjang\/[0-9a-f-]{36}$/)
  expect(await (await files().download('a/b.txt')).data?.text()).toBe('0123456789')
  expect(await backend.backend.findFile('own', 'a/b.txt')).toBeNull()
  const { data } = await files().createSignedUrl('a/b.txt', 60)
  const part = await fetch(data?.signedUrl ?? '', { headers: { range: 'bytes=2-4' } })
  expect([part.status, await part.text()]).toEqual([206, '234'])
  expect((await files().copy('a/b.txt', 'copy.txt')).error).toBeNull()
  const requests = s3.requests.length
  expect((await files().move('a/b.txt', 'moved.txt')).error).toBeNull()
  expect(s3.requests.length).toBe(requests)
  await files().upload('copy.txt', 'new', { upsert: true, contentType: 'text/plain' })
  expect(await (await files().download('moved.txt')).data?.text()).toBe('0123456789')
  await files().remove(['moved.txt', 'copy.txt'])
  expect([...s3.objects.keys()]).toEqual([])
  expect(await unused()).toEqual([])
})

it('repeatable calls are retried after a failure of the server', async () => {
  await files().upload('again.txt', 'x', { contentType: 'text/plain' })
  s3.failNext('GET', 503, 1)
  expect(await (await files().download('again.txt')).data?.text()).toBe('x')
})

it('an upload that S3 refuses leaves no row and nothing to sweep', async () => {
  s3.failNext('PUT', 403, 1)
  const { error } = await files().upload('refused.txt', 'x', { contentType: 'text/plain' })
  expect(error).toMatchObject({ status: 500, message: 'Internal server error' })
  expect((await files().exists('refused.txt')).data).toBe(false)
  expect(await unused()).toEqual([])
})

it('a file that S3 does not remove now stays for the sweep, and the caller does not wait for it', async () => {
  await files().upload('stuck.txt', 'x', { contentType: 'text/plain' })
  s3.failNext('DELETE', 403, 1)
  expect((await files().remove(['stuck.txt'])).data).toHaveLength(1)
  expect(await unused()).toHaveLength(1)
})

it('a file that S3 has lost answers not found', async () => {
  await files().upload('lost.txt', 'x', { contentType: 'text/plain' })
  s3.objects.clear()
  expect((await files().download('lost.txt')).error).toMatchObject({ message: 'Object not found' })
  expect((await files().copy('lost.txt', 'lost-copy.txt')).error).toMatchObject({
    message: 'Object not found',
  })
})
