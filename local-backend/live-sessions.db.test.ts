import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOperator, signIn } from '#backend/testing/sign-in.ts'
import { startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

let backend: TestBackend
let folder: string
let now = Date.now()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'live-sessions-'))
  backend = await startTestBackend({ storage: { files: { folder } }, now: () => now }, { withLibrary: true })
})
afterAll(async () => {
  await backend.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The statuses of rest and storage for a token. */
async function ask(token: string): Promise<number[]> {
  const headers = {
    apikey: backend.keys.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }
  const rest = await fetch(`${backend.url}/rest/v1/note?select=id`, { headers })
  const storage = await fetch(`${backend.url}/storage/v1/bucket`, { headers })
  return [rest.status, storage.status]
}

it('backend S14, attacks 10: a token whose session was signed out everywhere is refused on rest and storage within a minute', async () => {
  const here = await signIn(backend, 'google', { choice: 'emma' })
  const elsewhere = await signIn(backend, 'google', { choice: 'emma' })
  const { access_token: token } = elsewhere.session
  expect(await ask(token)).toEqual([200, 200])
  await here.client.auth.signOut({ scope: 'global' })
  now += 60_000
  expect(await ask(token)).toEqual([401, 400])
  const again = await signIn(backend, 'google', { choice: 'emma' })
  expect(await ask(again.session.access_token)).toEqual([200, 200])
})

it('backend S14: the token of a banned user is refused on rest and storage within a minute', async () => {
  const { session } = await signIn(backend, 'google', { choice: 'james' })
  expect(await ask(session.access_token)).toEqual([200, 200])
  await createOperator(backend).auth.admin.updateUserById(session.user.id, { ban_duration: '24h' })
  now += 60_000
  expect(await ask(session.access_token)).toEqual([401, 400])
})
