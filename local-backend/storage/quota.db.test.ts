import { serve, type ServerType } from '@hono/node-server'
import { readdir } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBackend, type Backend } from '#backend/main.ts'
import { createOperator, signIn, typed, type SignedIn } from '#backend/testing/sign-in.ts'
import { startStorageBackend, type StorageBackend } from '#backend/testing/storage-backend.ts'
import { query } from '#backend/testing/test-backend.ts'

const quotaBytes = 10_000
const writesMax = 30
let backend: StorageBackend
let ada: SignedIn
let second: { backend: Backend; server: ServerType; url: string }
beforeAll(async () => {
  const limits = { rateLimits: { fileWrite: writesMax } }
  backend = await startStorageBackend({ ownerQuotaBytes: quotaBytes }, limits)
  ada = await signIn(backend, 'google', typed('Ada', 'ada@example.com', true))
  second = await startSecondProcess(limits)
})
afterAll(async () => {
  await new Promise((resolve) => second.server.close(resolve))
  await second.backend.stop()
  await backend.stop()
})

/** Another copy of the backend on the same database and files. */
async function startSecondProcess(limits: { rateLimits: { fileWrite: number } }) {
  const copy = await createBackend({
    authenticatorUrl: backend.database.authenticatorUrl,
    authAdminUrl: backend.database.authAdminUrl,
    publicUrl: backend.url,
    redirectAllowList: [],
    keys: backend.keys,
    providers: {},
    developmentIdentityProvider: false,
    storage: { files: { folder: backend.folder }, ownerQuotaBytes: quotaBytes },
    ...limits,
  })
  const server = await new Promise<ServerType>((resolve) => {
    const starting: ServerType = serve({ fetch: copy.app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(starting),
    )
  })
  return { backend: copy, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const own = (who: SignedIn, name: string) => `${who.session.user.id}/${name}`
const upload = (who: SignedIn, name: string, bytes: number, options = {}) =>
  who.client.storage.from('own').upload(own(who, name), Buffer.alloc(bytes), options)

it('security 85: a member’s files together stay within the quota, and replaced or removed ones free space', async () => {
  expect((await upload(ada, 'first', 6_000)).error).toBeNull()
  const beyond = await upload(ada, 'second', 4_001)
  expect(beyond.error).toMatchObject({ statusCode: '413' })
  expect((await upload(ada, 'second', 4_000)).error).toBeNull()
  expect((await upload(ada, 'third', 1)).error?.message).toBe('The storage quota of the owner is exceeded')
  expect((await upload(ada, 'first', 6_000, { upsert: true })).error).toBeNull()
  const copied = await ada.client.storage.from('own').copy(own(ada, 'first'), own(ada, 'copy'))
  expect(copied.error).toMatchObject({ statusCode: '413' })
  await ada.client.storage.from('own').remove([own(ada, 'second')])
  expect((await upload(ada, 'third', 4_000)).error).toBeNull()
  const [kept] = await query(
    backend.database.adminUrl,
    `select count(*)::int as files, sum((metadata ->> 'size')::int)::int as bytes from storage.objects where owner_id = $1`,
    [ada.session.user.id],
  )
  expect(kept).toEqual({ files: 2, bytes: quotaBytes })
})

it('security 85: of concurrent uploads only those within the quota succeed, and members’ quotas are separate', async () => {
  const eve = await signIn(backend, 'google', typed('Eve', 'eve@example.com', true))
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => upload(eve, `part${index}`, 3_000)),
  )
  expect(answers.filter(({ error }) => error === null)).toHaveLength(3)
  const files = await backend.listFiles()
  const [rows] = await query(backend.database.adminUrl, 'select count(*)::int as rows from storage.objects')
  expect(files).toHaveLength(Number(rows?.rows))
})

it('security 85: the secret key has no quota', async () => {
  const { error } = await createOperator(backend)
    .storage.from('own')
    .upload('ours', Buffer.alloc(quotaBytes + 1))
  expect(error).toBeNull()
})

it('security 115: writes are counted per member over all processes, reading and the secret key are not', async () => {
  const bob = await signIn(backend, 'google', typed('Bob', 'bob@example.com', true))
  const remove = (url: string) =>
    fetch(`${url}/storage/v1/object/own`, {
      method: 'DELETE',
      headers: {
        apikey: backend.keys.publishableKey,
        authorization: `Bearer ${bob.session.access_token}`,
        'content-type': 'application/json',
      },
      body: '{"prefixes":["nothing"]}',
    })
  const calls = Array.from({ length: writesMax + 4 }, (_, index) =>
    remove(index % 2 === 0 ? backend.url : second.url),
  )
  const answers = await Promise.all(calls)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(4)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused[0]?.json()).toMatchObject({ statusCode: '429', code: 'SlowDown' })
  expect((await bob.client.storage.from('own').list(bob.session.user.id)).error).toBeNull()
  expect((await upload(ada, 'not counted with bob', 1)).error?.message).toContain('quota')
})

it('backend S2: an upload whose name looks like a signing path is counted as a write', async () => {
  const kim = await signIn(backend, 'google', typed('Kim', 'kim@example.com', true))
  const attempts = Array.from({ length: writesMax + 2 }, () =>
    fetch(`${backend.url}/storage/v1/object/own/foreign/storage/v1/object/sign/x.png`, {
      method: 'POST',
      headers: {
        apikey: backend.keys.publishableKey,
        authorization: `Bearer ${kim.session.access_token}`,
        'content-type': 'image/png',
      },
      body: 'x',
    }),
  )
  const statuses = (await Promise.all(attempts)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
})

it('backend S9: an upload counts from its start, so that parallel uploads cannot fill the disk', async () => {
  const ines = await signIn(backend, 'google', typed('Ines', 'ines@example.com', true))
  const begin = (name: string) => {
    const sending = request(`${backend.url}/storage/v1/object/own/${own(ines, name)}`, {
      method: 'POST',
      headers: {
        apikey: backend.keys.publishableKey,
        authorization: `Bearer ${ines.session.access_token}`,
        'content-type': 'text/plain',
        'content-length': '3000',
      },
    })
    sending.on('error', () => {})
    sending.write('x')
    return sending
  }
  const held = ['a', 'b', 'c'].map(begin)
  await expect.poll(async () => (await readdir(join(backend.folder, 'incoming'))).length).toBe(3)
  const late = begin('d')
  const answer = await new Promise<IncomingMessage>((resolve) => late.once('response', resolve))
  expect(await json(answer)).toMatchObject({ statusCode: '413' })
  for (const sending of [...held, late]) sending.destroy()
  await expect.poll(async () => (await upload(ines, 'whole', quotaBytes)).error).toBeNull()
})
