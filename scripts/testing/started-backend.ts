import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createBackend, loadKeys, type BackendKeys, type RealtimeOptions } from 'local-backend'
import type { TestDatabase } from './database.ts'

export type StartedBackend = { url: string; keys: BackendKeys; close(): Promise<void> }

/** The backend behind a separate server, with a file size limit where `fileSizeLimitBytes` is given. */
export async function startBackend(
  database: TestDatabase,
  options: { fileSizeLimitBytes?: number; realtime?: RealtimeOptions },
): Promise<StartedBackend> {
  const { fileSizeLimitBytes, realtime } = options
  const folder = await mkdtemp(join(tmpdir(), 'backend-test-'))
  const keys = await loadKeys(join(folder, 'keys.json'))
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const backend = await createBackend({
    authenticatorUrl: database.authenticatorUrl,
    authAdminUrl: database.authAdminUrl,
    publicUrl: url,
    redirectAllowList: [],
    keys,
    providers: {},
    developmentIdentityProvider: false,
    ...(fileSizeLimitBytes === undefined
      ? {}
      : { storage: { files: { folder: join(folder, 'files') }, fileSizeLimitBytes } }),
    ...(realtime ? { realtime } : {}),
  })
  const listener = getRequestListener(backend.app.fetch)
  server.on('request', (request, response) => void listener(request, response))
  server.on('upgrade', backend.upgrade)
  return {
    url,
    keys,
    async close() {
      await backend.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
